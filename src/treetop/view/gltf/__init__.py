"""A run as an animated model in binary glTF 2.0, for Blender and viewers on the web."""

from treetop.view.gltf.scene import gltf_content, write_gltf

__all__ = ["gltf_content", "write_gltf"]

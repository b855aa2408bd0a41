"""The scene of a run: a node for each body, moved by its position and attitude over time.

After the specification of glTF 2.0 (Khronos Group, 2021): one buffer, little-endian, of single
numbers; quaternions scalar last. Up is y there, so that a node above all turns z upward.
"""

from __future__ import annotations

import json
import os
import struct
from typing import TYPE_CHECKING, Any

import numpy as np

from treetop.errors import TreetopError
from treetop.files.whole import write_whole
from treetop.model.appearance import Look
from treetop.view.gltf.triangles import triangles

if TYPE_CHECKING:
    from treetop.results.run import Run

_FLOAT, _UNSIGNED = 5126, 5125
_Z_UP = [-np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5)]
_GREY = "#9aa3ad"


class _Buffer:
    """Arrays one after the other, with the views and accessors that say where they are."""

    def __init__(self) -> None:
        self.content = bytearray()
        self.views: list[dict[str, Any]] = []
        self.accessors: list[dict[str, Any]] = []

    def add(self, array: np.ndarray, sort: str) -> int:
        """The number of the accessor of an array."""
        whole = array.dtype.kind in "iu"
        data = np.ascontiguousarray(array, "<u4" if whole else "<f4")
        view = {"buffer": 0, "byteOffset": len(self.content), "byteLength": data.nbytes}
        self.content += data.tobytes()
        self.views.append(view)
        accessor: dict[str, Any] = {
            "bufferView": len(self.views) - 1, "count": len(data), "type": sort,
            "componentType": _UNSIGNED if whole else _FLOAT,
        }  # fmt: skip
        if not whole:
            rows = data.reshape(len(data), -1)
            accessor["min"], accessor["max"] = rows.min(0).tolist(), rows.max(0).tolist()
        self.accessors.append(accessor)
        return len(self.accessors) - 1


def write_gltf(run: Run, path: str | os.PathLike[str]) -> None:
    """Write a run as a ``.glb`` file, whole or not at all."""
    write_whole(path, gltf_content(run))


def gltf_content(run: Run) -> bytes:
    """A binary glTF file with the looks of bodies and how they move."""
    buffer, model = _Buffer(), run.model
    meshes: list[dict[str, Any]] = []
    materials: list[dict[str, Any]] = []
    nodes: list[dict[str, Any]] = [{"name": model.name, "rotation": _Z_UP, "children": []}]
    samplers: list[dict[str, Any]] = []
    channels: list[dict[str, Any]] = []
    time = buffer.add(np.asarray(run.time), "SCALAR")
    for name, body in [("ground", model.ground), *model.bodies.items()]:
        node: dict[str, Any] = {"name": name}
        looks = list(getattr(body, "looks", ()))
        if looks:
            node["mesh"] = len(meshes)
            primitives = [_primitive(buffer, materials, look) for look in looks]
            meshes.append({"name": name, "primitives": primitives})
        nodes[0]["children"].append(len(nodes))
        nodes.append(node)
        if name == "ground":
            continue
        for target, values, sort in _motion(run, name):
            node[target] = values[0].tolist()
            sampler = {"input": time, "output": buffer.add(values, sort)}
            channel = {"node": len(nodes) - 1, "path": target}
            channels.append({"sampler": len(samplers), "target": channel})
            samplers.append(sampler | {"interpolation": "LINEAR"})
    document: dict[str, Any] = {
        "asset": {"version": "2.0", "generator": "Treetop"},
        "scene": 0, "scenes": [{"nodes": [0]}], "nodes": nodes,
        "buffers": [{"byteLength": len(buffer.content)}],
        "bufferViews": buffer.views, "accessors": buffer.accessors,
    }  # fmt: skip
    if meshes:
        document |= {"meshes": meshes, "materials": materials}
    if channels:
        document["animations"] = [{"name": "run", "samplers": samplers, "channels": channels}]
    return _binary(document, bytes(buffer.content))


def _motion(run: Run, name: str) -> list[tuple[str, np.ndarray, str]]:
    """Positions in m and quaternions, scalar last, that do not jump from sign to sign."""
    position, attitude = run[f"{name}.position"].values, run[f"{name}.attitude"].values
    if not np.isfinite(position).all() or abs(position).max(initial=0.0) > 1e30:
        raise TreetopError(f"the positions of {name} cannot be written as single numbers")
    turns = attitude[:, [1, 2, 3, 0]]
    signs = np.sign(np.einsum("ij,ij->i", turns[1:], turns[:-1]))
    turns[1:] *= np.cumprod(np.where(signs < 0, -1.0, 1.0))[:, None]
    return [("translation", position, "VEC3"), ("rotation", turns, "VEC4")]


def _primitive(buffer: _Buffer, materials: list[dict[str, Any]], look: Look) -> dict[str, Any]:
    """Triangles with flat shading: each has corners of its own, and so has its normal."""
    corners, faces = triangles(look)
    flat = corners[faces]
    normals = np.cross(flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0])
    sizes = np.linalg.norm(normals, axis=1)
    flat, normals = flat[sizes > 0], normals[sizes > 0] / sizes[sizes > 0, None]
    colour = look.colour or _GREY
    rgb = [(int(colour[k : k + 2], 16) / 255) ** 2.2 for k in (1, 3, 5)]
    material = {
        "pbrMetallicRoughness": {
            "baseColorFactor": [*rgb, float(look.opacity)],
            "metallicFactor": 0.1, "roughnessFactor": 0.7,
        },
        "alphaMode": "BLEND" if look.opacity < 1 else "OPAQUE",
    }  # fmt: skip
    if material not in materials:
        materials.append(material)
    return {
        "attributes": {
            "POSITION": buffer.add(flat.reshape(-1, 3), "VEC3"),
            "NORMAL": buffer.add(np.repeat(normals, 3, axis=0), "VEC3"),
        },
        "indices": buffer.add(np.arange(3 * len(flat)), "SCALAR"),
        "material": materials.index(material),
    }


def _binary(document: dict[str, Any], content: bytes) -> bytes:
    """The two chunks of a ``.glb`` file, each of a multiple of four bytes."""
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    content += bytes(-len(content) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text
    chunks += struct.pack("<I4s", len(content), b"BIN\0") + content
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks

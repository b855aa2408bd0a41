"""Robots in URDF files, as they are described at https://wiki.ros.org/urdf/XML."""

"""Wavefront OBJ: corners and faces; materials, which are in other files, are left alone."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from treetop.formats.meshes import Broken

# Words of the format that say nothing of corners and flat faces.
_OTHERS = {
    "", "vt", "vn", "vp", "p", "l", "o", "g", "s", "mg", "usemtl", "mtllib", "cstype", "deg",
    "bmat", "step", "curv", "curv2", "surf", "parm", "trim", "hole", "scrv", "sp", "end",
    "con", "bevel", "c_interp", "d_interp", "lod", "shadow_obj", "trace_obj", "ctech", "stech",
    "maplib", "usemap",
}  # fmt: skip


def read(content: bytes) -> tuple[np.ndarray, np.ndarray]:
    """Corners and triangles; faces of more than three corners are cut into fans."""
    corners: list[list[float]] = []
    triangles: list[tuple[int, int, int]] = []
    text = content.decode("utf-8", "replace").replace("\\\n", " ")
    for number, line in enumerate(text.splitlines(), start=1):
        word, *rest = line.partition("#")[0].split() or [""]
        try:
            if word == "v":
                corners.append(_position(rest))
            elif word == "f":
                face = [_corner(value, len(corners)) for value in rest]
                if len(face) < 3:
                    raise ValueError
                triangles += [(face[0], *pair) for pair in pairwise(face[1:])]
            elif word not in _OTHERS:
                raise ValueError
        except ValueError:
            raise Broken(f"line {number} is not understood") from None
    return np.array(corners), np.array(triangles)


def _position(values: list[str]) -> list[float]:
    """Three numbers; a weight or a colour may follow."""
    numbers = [float(value) for value in values]
    if len(numbers) not in (3, 4, 6, 7):
        raise ValueError
    return numbers[:3]


def _corner(text: str, count: int) -> int:
    """The index in ``7/1/3``: from one on, or back from the last one if it is negative."""
    first, *others = text.split("/")
    number = int(first)
    if not 0 < abs(number) <= 2**31 or len(others) > 2:
        raise ValueError
    if not all(other.lstrip("-").isdecimal() for other in others if other):
        raise ValueError
    return number - 1 if number > 0 else count + number

"""Wavefront OBJ: corners and faces; materials, which are in other files, are left alone."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from treetop.formats.meshes import Broken


def read(content: bytes) -> tuple[np.ndarray, np.ndarray]:
    """Corners and triangles; faces of more than three corners are cut into fans."""
    corners: list[list[float]] = []
    triangles: list[tuple[int, int, int]] = []
    text = content.decode("utf-8", "replace").replace("\\\n", " ")
    for number, line in enumerate(text.splitlines(), start=1):
        word, *rest = line.partition("#")[0].split() or [""]
        try:
            if word == "v":
                corners.append([float(value) for value in rest[:3]])
                if len(rest) < 3:
                    raise ValueError
            elif word == "f":
                face = [_corner(value, len(corners)) for value in rest]
                if len(face) < 3:
                    raise ValueError
                triangles += [(face[0], *pair) for pair in pairwise(face[1:])]
        except ValueError:
            raise Broken(f"line {number} is not understood") from None
    return np.array(corners), np.array(triangles)


def _corner(text: str, count: int) -> int:
    """The index in ``7/1/3``: from one on, or back from the last one if it is negative."""
    number = int(text.partition("/")[0])
    if not 0 < abs(number) <= 2**31:
        raise ValueError
    return number - 1 if number > 0 else count + number

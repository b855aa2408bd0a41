"""Beams and cables cut into rigid pieces.

The n hinges of a beam stand in the middle of its n elements, so that each gives way for the length
h that it is in the middle of, and the rods between them end half an element beyond the first and
the last: what is left is of second order in h.  A rod that is curved at rest is a rigid curved
piece, and the shape at rest is exact.  Where mass is lumped, hinges stand at the ends of elements,
and each link has half of the mass of its neighbours at its outer end.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from treetop.model.beam import Line
from treetop.model.curve import pose_along
from treetop.model.rotation import matrix

POINTS, WEIGHTS = np.polynomial.legendre.leggauss(8)


class Piece(NamedTuple):
    """A rigid piece, its frame being that of the section at s; arc lengths from the root, m."""

    s: float
    first: float
    last: float
    mass: float
    centre: tuple[float, ...]
    inertia: tuple[tuple[float, ...], ...]

    def place(self, bent: tuple[float, ...], s: float) -> tuple[tuple, tuple]:
        """Attitude and place of the section at an arc length, in the piece."""
        return pose_along(bent, s - self.s)


def pieces(line: Line) -> list[Piece]:
    """The pieces of a beam or cable, from root to tip."""
    n, h = line.elements, float(line.length) / line.elements
    if line.lumped:
        return [_lump(line, k, h) for k in range(n + 1)]
    whole = _rod(line, 0.5 * h, 0.0, h)  # all but the first and the last are alike
    inner = [whole._replace(s=k * h, first=(k - 0.5) * h, last=(k + 0.5) * h) for k in range(1, n)]
    ends = _rod(line, 0.0, 0.0, 0.5 * h), _rod(line, n * h, (n - 0.5) * h, n * h)
    return [ends[0], *inner, ends[1]]


def piece_at(cut: list[Piece], s: float) -> int:
    """The piece that the section at an arc length belongs to; of two, the one nearer to the root,
    but the tip to the last."""
    ends = np.array([piece.last for piece in cut])
    return min(int(np.searchsorted(ends, s - 1e-12 * ends[-1])), len(cut) - 1)


def _rod(line: Line, s: float, first: float, last: float) -> Piece:
    """A rod of evenly spread mass."""
    span, bent = last - first, line.bent
    places, second, spin = [], np.zeros((3, 3)), np.zeros((3, 3))
    for x in first + 0.5 * span * (1.0 + POINTS) - s:
        attitude, place = pose_along(bent, float(x))
        R = np.array(matrix(attitude))
        places.append(place)
        spin += R @ np.diag(line.rotary) @ R.T * (0.5 * span * WEIGHTS[len(places) - 1])
    r, mass = np.array(places), float(line.mass_per_length) * span
    centre = 0.5 * WEIGHTS @ r
    for weight, d in zip(0.5 * WEIGHTS, r - centre, strict=True):
        second += weight * mass * np.outer(d, d)
    inertia = np.trace(second) * np.eye(3) - second + spin
    return Piece(s, first, last, mass, tuple(centre.tolist()), tuple(map(tuple, inertia.tolist())))


def _lump(line: Line, k: int, h: float) -> Piece:
    """Point k, and the link that leads to it from the last one."""
    part = 0.5 if k in (0, line.elements) else 1.0
    mass, none = float(line.mass_per_length) * h * part, (0.0, 0.0, 0.0)
    return Piece(k * h, max(k - 1, 0) * h, k * h, mass, none, (none, none, none))

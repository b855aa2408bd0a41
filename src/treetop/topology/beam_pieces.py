"""Beams and cables cut into rigid pieces.

The n hinges of a beam stand in the middle of its n elements, so that each gives way for the length
h that it is in the middle of, and the rods between them end half an element beyond the first and
the last: what is left is of second order in h.  A rod that is curved at rest is a rigid curved
piece, and the shape at rest is exact.  Where mass is lumped, hinges stand at the ends of elements,
and the mass of each is shared between its ends so that its centre stays.

Where sections change along the length, a rod has the mass, centre and inertia of its own part of
it, and a hinge gives way by as much as its element does under a load that is the same all along.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from treetop.model.beam import Line
from treetop.model.curve import pose_along
from treetop.model.functions.along import Profile, gauss_points, integrals
from treetop.model.rotation import matrix


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
        return _lumps(line, np.linspace(0.0, float(line.length), n + 1))
    edges = np.concatenate([[0.0], (np.arange(n) + 0.5) * h, [n * h]])
    if not line.even:
        return _rods(line, np.arange(n + 1) * h, edges)
    (whole,) = _rods(line, np.array([0.5 * h]), np.array([0.0, h]))
    inner = [whole._replace(s=k * h, first=(k - 0.5) * h, last=(k + 0.5) * h) for k in range(1, n)]
    (first,) = _rods(line, np.array([0.0]), edges[:2])
    (last,) = _rods(line, np.array([n * h]), edges[-2:])
    return [first, *inner, last]


def piece_at(cut: list[Piece], s: float) -> int:
    """The piece that the section at an arc length belongs to; of two, the one nearer to the root,
    but the tip to the last."""
    ends = np.array([piece.last for piece in cut])
    return min(int(np.searchsorted(ends, s - 1e-12 * ends[-1])), len(cut) - 1)


def hinge_stiffness(line: Line) -> np.ndarray:
    """What the hinges resist with, along and about the axes of the section, (hinge, 6); zero where
    they do not give way, N/m and N m."""
    edges = np.linspace(0.0, float(line.length), line.elements + 1)
    columns = [_resistance(each, edges) for part in line.stiffness for each in part]
    return np.stack(columns, axis=1)


def _resistance(stiffness: Profile | None, edges: np.ndarray) -> np.ndarray:
    """One over the integral of one over a stiffness, between edges."""
    count = len(edges) - 1
    if stiffness is None:
        return np.zeros(count)
    if stiffness.even:
        return stiffness.at(np.zeros(count)) / (edges[-1] / count)
    flexibility = stiffness._replace(at=lambda s: 1.0 / stiffness.at(s))
    return np.asarray(1.0 / integrals(flexibility, edges))


def _rods(line: Line, s: np.ndarray, edges: np.ndarray) -> list[Piece]:
    """Rods between edges, with their frames at the sections s."""
    knots = tuple(x for each in (line.mass, *line.rotary) for x in each.knots)
    points, weights, first = gauss_points(edges, knots)
    masses = weights * line.mass.at(points)
    rotary = weights[:, None] * np.stack([each.at(points) for each in line.rotary], axis=1)
    ends = [*first[1:], len(points)]
    return [
        _rod(
            line.bent,
            float(s[k]),
            (float(edges[k]), float(edges[k + 1])),
            points[a:b],
            masses[a:b],
            rotary[a:b],
        )
        for k, (a, b) in enumerate(zip(first, ends, strict=True))
    ]


def _rod(
    bent: tuple[float, ...],
    s: float,
    ends: tuple[float, float],
    points: np.ndarray,
    masses: np.ndarray,
    rotary: np.ndarray,
) -> Piece:
    """A rod of masses at points of its axis, with the inertia of their own about the axes there."""
    placed = [pose_along(bent, float(x)) for x in points - s]
    r, mass = np.array([place for _, place in placed]), float(masses.sum())
    centre = masses @ r / mass
    second = (r - centre).T * masses @ (r - centre)
    inertia = np.trace(second) * np.eye(3) - second
    for (attitude, _), spin in zip(placed, rotary, strict=True):
        R = np.array(matrix(attitude))
        inertia += R * spin @ R.T
    return Piece(s, *ends, mass, tuple(centre.tolist()), tuple(map(tuple, inertia.tolist())))


def _lumps(line: Line, edges: np.ndarray) -> list[Piece]:
    """Points, each with the link that leads to it from the last one."""
    mass, h = line.mass, float(edges[1])
    whole = integrals(mass, edges)
    outer = whole / 2.0
    if not mass.even:  # the moment of each element about its inner end, over its length
        moment = integrals(mass._replace(at=lambda s: s * mass.at(s)), edges)
        outer = (moment - edges[:-1] * whole) / h
    lumps, none = np.zeros(len(edges)), (0.0, 0.0, 0.0)
    lumps[:-1] += whole - outer
    lumps[1:] += outer
    first = [0.0, *edges[:-1].tolist()]
    return [
        Piece(float(s), a, float(s), float(m), none, (none, none, none))
        for s, a, m in zip(edges, first, lumps, strict=True)
    ]

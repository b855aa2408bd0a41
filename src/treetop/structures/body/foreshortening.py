"""How far the points of a straight beam are drawn in when it bends without stretching."""

from __future__ import annotations

import numpy as np

from treetop.errors import ModelError, Problem
from treetop.structures.modes.modes import Modes

__all__ = ["Shortening"]

# Gauss points on (0, 1): exact for slopes that are quadratic, multiplied.
PLACES, WEIGHTS = np.polynomial.legendre.leggauss(3)
PLACES, WEIGHTS = (PLACES + 1) / 2, WEIGHTS / 2


class Shortening:
    """The integrals ∫ v_k'·v_l' ds along a straight beam from where it is held.

    Between nodes that follow each other v is the cubic with their displacements and slopes; the
    rotation of a node is taken for the slope of its axis, as in slender beams.

    Attributes
    ----------
    axis : ndarray, shape (3,)
        Along the beam.
    """

    def __init__(self, modes: Modes) -> None:
        structure = modes.structure
        if structure.modal.any():
            raise _refusal("modal coordinates do not say where they bend it")
        nodes = np.unique(structure.degrees[:, 0])
        positions = structure.positions[nodes]
        self.axis = _axis(positions)
        self._origin = positions[0]
        along = (positions - self._origin) @ self.axis
        order = np.argsort(along)
        nodes, self._along = nodes[order], along[order]
        if np.any(np.diff(self._along) < 1e-9 * np.ptp(self._along)):
            raise _refusal("two of its nodes are at one place")
        across = np.eye(3) - np.outer(self.axis, self.axis)
        self._values = np.array([across @ (structure.translation(n) @ modes.shapes) for n in nodes])
        turns = np.array([structure.rotation(n) @ modes.shapes for n in nodes])
        self._slopes = np.cross(turns, self.axis, axisa=1, axisc=1)
        lengths = np.diff(self._along)
        whole = [self._part(e, 1.0) for e in range(len(lengths))]
        self._sums = np.concatenate([np.zeros_like(whole[:1]), np.cumsum(whole, axis=0)])
        self._sums = self._sums - self._sums[_held_along(modes, nodes, self.axis)]

    def at(self, positions: np.ndarray) -> np.ndarray:
        """The integrals (P, m, m) up to the sections in which points (P, 3) lie."""
        along = (positions - self._origin) @ self.axis
        places, which = np.unique(along.round(12), return_inverse=True)
        last = len(self._along) - 2
        elements = np.clip(np.searchsorted(self._along, places, "right") - 1, 0, last)
        lengths = np.diff(self._along)[elements]
        parts = np.clip((places - self._along[elements]) / lengths, 0.0, 1.0)
        within = [self._part(e, part) for e, part in zip(elements, parts, strict=True)]
        return (self._sums[elements] + np.array(within))[which]

    def _part(self, element: int, part: float) -> np.ndarray:
        """The integral over the first part of an element."""
        length = self._along[element + 1] - self._along[element]
        t = (part * PLACES)[:, None, None]
        value, slope = self._values[element : element + 2], self._slopes[element : element + 2]
        slopes = (6 * t - 6 * t**2) / length * (value[1] - value[0])
        slopes = slopes + (1 - 4 * t + 3 * t**2) * slope[0] + (3 * t**2 - 2 * t) * slope[1]
        return np.einsum("g,gak,gal->kl", WEIGHTS * part * length, slopes, slopes)


def _axis(positions: np.ndarray) -> np.ndarray:
    apart = positions - positions[0]
    far = apart[np.argmax(np.linalg.norm(apart, axis=1))]
    length = np.linalg.norm(far)
    if length == 0:
        raise _refusal("it has one node only")
    axis = far / length
    if np.linalg.norm(apart - np.outer(apart @ axis, axis), axis=1).max() > 1e-9 * length:
        raise _refusal("its nodes are not on one straight line")
    return axis


def _held_along(modes: Modes, nodes: np.ndarray, axis: np.ndarray) -> int:
    """Which node does not move along the axis; the first if none is held."""
    degrees = modes.structure.degrees[modes.fixed]
    pull = [np.isin(nodes, degrees[degrees[:, 1] == d, 0]) for d in range(3) if abs(axis[d]) > 1e-9]
    supported = np.flatnonzero(np.all(pull, axis=0))
    if len(supported) > 1:
        raise _refusal("it is held along its axis at more than one node, and cannot shorten")
    return int(supported[0]) if len(supported) else 0


def _refusal(why: str) -> ModelError:
    what = f"foreshortening is known for one straight beam; of this one {why}"
    return ModelError([Problem(what, "stiffening", "geometric")])

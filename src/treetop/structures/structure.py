"""Structures: nodes, sparse matrices of mass and stiffness, and the mass as points.

Letters: N nodes, n degrees of freedom, P mass points. Axes are those of the structure's frame,
whose origin is where the positions are counted from. Directions 0, 1, 2 are displacements along x,
y, z and 3, 4, 5 rotations about them. Direction 6 is a modal coordinate: it has a node of its own,
which stands for it in names and messages, and moves no node.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from numbers import Integral
from typing import Any

import numpy as np
from scipy import sparse

from treetop.errors import ModelError, Problem
from treetop.structures.arguments import array, indices, refusal, vector
from treetop.structures.elements.geometric_stiffness import GeometricStiffness
from treetop.structures.elements.thermal_loads import ThermalLoads
from treetop.structures.mass.points import MassPoints
from treetop.structures.recovery import Recovery

DIRECTIONS = ("x", "y", "z", "rx", "ry", "rz")
MODAL = 6
LABELS = (*DIRECTIONS, "modal")


@dataclass(frozen=True, eq=False, repr=False)
class Structure:
    """A structure that vibrates: what finite elements say of it.

    Attributes
    ----------
    positions : array (N, 3)
        Of the nodes, in m.
    degrees : integer array (n, 2)
        Node and direction of each degree of freedom; 6 for a modal coordinate.
    mass, stiffness : sparse (n, n)
        In kg, kg m, kg m² and N/m, N, N m: symmetric.
    names : mapping
        Nodes by name.
    points : MassPoints, optional
        The same mass, as points.
    geometric : GeometricStiffness, optional
        ``geometric(displacement)`` is the stiffness that the stress of a displacement (n,) adds.
    motion : sparse (6 N, n), optional
        Displacement and rotation of every node, six rows each; by default each degree moves its own
        node alone. Nodes on rigid links have rows and no degrees.
    recoveries : mapping
        Forces and stresses as linear functions of the displacement: `Recovery` by name.
    thermal : ThermalLoads, optional
        What thermal strain does in its elements.
    lines, triangles : integer arrays (L, 2) and (T, 3)
        Nodes that bound what can be seen of it: beams, plates, the surface of solids.
    """

    positions: np.ndarray
    degrees: np.ndarray
    mass: sparse.csr_array
    stiffness: sparse.csr_array
    names: Mapping[str, int] = field(default_factory=dict)
    points: MassPoints | None = None
    geometric: GeometricStiffness | None = None
    motion: sparse.csr_array = None
    recoveries: Mapping[str, Recovery] = field(default_factory=dict)
    thermal: ThermalLoads | None = None
    lines: np.ndarray = field(default_factory=lambda: np.zeros((0, 2), dtype=int))
    triangles: np.ndarray = field(default_factory=lambda: np.zeros((0, 3), dtype=int))

    def __post_init__(self) -> None:
        object.__setattr__(self, "positions", array(self.positions, "positions"))
        object.__setattr__(self, "degrees", indices(self.degrees, "degrees"))
        for name in ("mass", "stiffness", "motion"):
            if name != "motion" or self.motion is not None:
                object.__setattr__(self, name, _sparse(getattr(self, name), name))
        wrong = list(_wrong_sizes(self))
        if wrong:
            raise ModelError(wrong)
        if self.motion is None:
            object.__setattr__(self, "motion", own_motion(self.degrees, len(self.positions)))

    def __repr__(self) -> str:
        count, mass = len(self.positions), self.total_mass
        return f"<Structure of {count} nodes, {self.size} degrees of freedom, {mass:.6g} kg>"

    @property
    def size(self) -> int:
        """The number of degrees of freedom."""
        return len(self.degrees)

    @property
    def modal(self) -> np.ndarray:
        """A mask (n,) of the modal coordinates among the degrees of freedom."""
        return self.degrees[:, 1] == MODAL

    def node(self, which: str | int) -> int:
        """The index of a node, by its name or itself."""
        if isinstance(which, str):
            if which in self.names:
                return self.names[which]
            near = get_close_matches(which, self.names, n=3)
            known = near or list(self.names)[:8]
            words = ", ".join(known)
            hint = f"did you mean {words}?" if near else f"there are {words}" if known else ""
            raise ModelError([Problem(f"no node is named {which!r}", "nodes", hint)])
        whole = isinstance(which, Integral) and not isinstance(which, bool)
        if not whole or not 0 <= which < len(self.positions):
            count = len(self.positions)
            hint = f"nodes are 0 to {count - 1}"
            raise ModelError([Problem(f"there is no node {which}", "nodes", hint)])
        return int(which)

    def nodes(self, which: str | int | Iterable[str | int]) -> np.ndarray:
        """Indices of one node or several."""
        several = which if isinstance(which, Iterable) and not isinstance(which, str) else [which]
        return np.array([self.node(one) for one in several], dtype=int)

    def position(self, which: str | int) -> np.ndarray:
        """Where a node is, in m."""
        return self.positions[self.node(which)]

    def translation(self, which: str | int) -> sparse.csr_array:
        """Rows (3, n): the displacement of a node per unit of each degree of freedom."""
        first = 6 * self._moved(which)
        return self.motion[first : first + 3]

    def rotation(self, which: str | int) -> sparse.csr_array:
        """Rows (3, n): the small rotation of a node per unit of each degree of freedom."""
        first = 6 * self._moved(which) + 3
        return self.motion[first : first + 3]

    def _moved(self, which: str | int) -> int:
        """The index of a node that is a place, and not a modal coordinate."""
        node = self.node(which)
        if (self.degrees[self.modal, 0] == node).any():
            what = f"{self.label(node)} is a modal coordinate, and no place of the structure"
            raise ModelError([Problem(what, "nodes", "give a node that has a position")])
        return node

    def held(
        self, which: str | int | Iterable[str | int], directions: Iterable[str] = DIRECTIONS
    ) -> np.ndarray:
        """Indices of the degrees of freedom of some nodes, in some of ``x y z rx ry rz``."""
        nodes = self.nodes(which)
        wanted = numbered_directions(directions, "held")
        found = np.isin(self.degrees[:, 0], nodes) & np.isin(self.degrees[:, 1], wanted)
        idle = [node for node in nodes if not (found & (self.degrees[:, 0] == node)).any()]
        if idle:
            what = f"node {self.label(idle[0])} has no degrees of freedom of its own there"
            raise ModelError([Problem(what, "held", "hold the node that it is connected to")])
        return np.flatnonzero(found)

    def label(self, node: int) -> str:
        """The name of a node, or its number."""
        return next((repr(name) for name, k in self.names.items() if k == node), str(node))

    def rigid_modes(self, point: Iterable[float] = (0.0, 0.0, 0.0)) -> np.ndarray:
        """Displacements (n, 6) that strain nothing: translations, then rotations about a point."""
        nodes, directions = self.degrees.T
        arms = self.positions[nodes] - vector(point, "point")
        rotation = np.cross(np.eye(3)[None, :, :], arms[:, None, :])  # of axis, of component
        whole = np.zeros((self.size, 6, 6))  # direction, mode
        whole[:, :3, :3] = np.eye(3)
        whole[:, :3, 3:] = rotation.transpose(0, 2, 1)
        whole[:, 3:, 3:] = np.eye(3)
        found = whole[np.arange(self.size), np.minimum(directions, 5)]
        return np.where(self.modal[:, None], 0.0, found)

    @property
    def total_mass(self) -> float:
        """In kg."""
        return float(np.trace(self._rigid_mass((0, 0, 0))[:3, :3]) / 3)

    @property
    def centre(self) -> np.ndarray:
        """The mass centre, in m."""
        coupling = (
            self._rigid_mass((0, 0, 0))[3:, :3] / self.total_mass
        )  # of the cross product with c
        return 0.5 * np.array(
            [
                coupling[2, 1] - coupling[1, 2],
                coupling[0, 2] - coupling[2, 0],
                coupling[1, 0] - coupling[0, 1],
            ]
        )

    def inertia(self, point: Iterable[float] | None = None) -> np.ndarray:
        """The inertia (3, 3) about a point, by default the mass centre, in kg m²."""
        return self._rigid_mass(self.centre if point is None else point)[3:, 3:]

    def _rigid_mass(self, point: Iterable[float]) -> np.ndarray:
        modes = self.rigid_modes(point)
        return modes.T @ (self.mass @ modes)


def _wrong_sizes(structure: Structure) -> Iterator[Problem]:
    positions, degrees = structure.positions, structure.degrees
    if np.ndim(positions) != 2 or np.shape(positions)[1] != 3:
        yield Problem(f"are of shape {np.shape(positions)}", "positions", "three numbers a node")
    elif np.ndim(degrees) != 2 or np.shape(degrees)[1] != 2 or not len(degrees):
        yield Problem(f"are of shape {np.shape(degrees)}", "degrees", "a node and a direction each")
    elif degrees[:, 0].min() < 0 or degrees[:, 0].max() >= len(positions):
        what = f"node {degrees[:, 0].max()} of {len(positions)} nodes"
        yield Problem(what, "degrees", "wrong number of nodes: a position for each, from 0 on")
    elif degrees[:, 1].min() < 0 or degrees[:, 1].max() > MODAL:
        yield Problem("a direction is not one of 0 to 6", "degrees", " ".join(LABELS))
    n, count = len(degrees), len(positions)
    for name in ("mass", "stiffness"):
        rows, columns = getattr(structure, name).shape
        if (rows, columns) != (n, n):
            what = f"a matrix of shape {(rows, columns)} for {n} degrees of freedom"
            yield Problem(what, name, "a row and a column for each")
    if structure.motion is not None and structure.motion.shape != (6 * count, n):
        what = f"a matrix of shape {structure.motion.shape} for {count} nodes"
        yield Problem(what, "motion", f"({6 * count}, {n}): six rows for each")
    for name, node in structure.names.items():
        if not 0 <= node < count:
            yield Problem(f"is node {node} of {count}", f"names.{name}", "nodes count from 0")


def _sparse(matrix: Any, where: str) -> sparse.csr_array:
    """A sparse matrix of real numbers, or a full one as such."""
    if not sparse.issparse(matrix):
        full = array(matrix, where)
        if full.ndim != 2:
            raise refusal(f"is of shape {full.shape}", where, "a matrix")
        return sparse.csr_array(full)
    if matrix.dtype.kind not in "fiu":
        raise refusal("is not made of real numbers", where, "numbers")
    return sparse.csr_array(matrix)


def numbered_directions(words: Any, where: str) -> list[int]:
    """Numbers of directions, given as a text such as ``"x y rz"`` or as several words."""
    several = words.split() if isinstance(words, str) else words
    several = list(several) if isinstance(several, Iterable) else [several]
    unknown = [word for word in several if word not in DIRECTIONS]
    if unknown:
        hint = f"directions are {' '.join(DIRECTIONS)}"
        raise refusal(f"no direction is named {unknown[0]!r}", where, hint)
    return [DIRECTIONS.index(word) for word in several]


def own_motion(degrees: np.ndarray, count: int) -> sparse.csr_array:
    """The motion (6 N, n) of nodes of which each has its own degrees of freedom."""
    columns = np.flatnonzero(degrees[:, 1] != MODAL)
    rows = 6 * degrees[columns, 0] + degrees[columns, 1]
    shape = (6 * count, len(degrees))
    return sparse.csr_array((np.ones(len(columns)), (rows, columns)), shape=shape)

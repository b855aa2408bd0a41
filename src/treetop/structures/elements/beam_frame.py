"""Frames of straight beams in space, with rigid links and rigid bodies at nodes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Literal, NamedTuple

import numpy as np

from treetop.structures.arguments import array, count, is_finite, refusal, vector
from treetop.structures.arguments import name as checked_name
from treetop.structures.checks import connected, warn_of_weight
from treetop.structures.elements.beam_matrices import FramePlan, frame_structure
from treetop.structures.elements.beam_section import Section
from treetop.structures.structure import Structure

Vector = Iterable[float]


class _Beam(NamedTuple):
    name: str
    stations: np.ndarray  # (elements + 1,) nodes
    sections: tuple[Section, ...]
    y: np.ndarray | None
    offsets: tuple[np.ndarray, np.ndarray]


class _Body(NamedTuple):
    name: str
    node: int
    mass: float
    inertia: np.ndarray
    centre: np.ndarray


class BeamFrame:
    """A frame of beams, put together piece by piece.

    Examples
    --------
    >>> from treetop.structures import BeamFrame, Section
    >>> frame = BeamFrame()
    >>> frame.add_node("root", [0, 0, 0])
    >>> frame.add_node("tip", [10, 0, 0])
    >>> tube = Section.tube(outer=0.05, inner=0.046, E=70e9, G=27e9, density=2700)
    >>> frame.add_beam("boom", "root", "tip", tube, elements=8)
    >>> frame.add_body("magnetometer", "tip", mass=0.8)
    >>> round(frame.structure().total_mass, 3)
    8.943
    """

    def __init__(self) -> None:
        self._names: dict[str, int] = {}
        self._positions: list[np.ndarray] = []
        self._beams: list[_Beam] = []
        self._bodies: list[_Body] = []
        self._links: dict[int, int] = {}

    def add_node(self, name: str, at: Vector) -> None:
        """Add a node at a position in m."""
        if checked_name(name, "nodes") in self._names:
            raise refusal(f"there is a node {name!r} already", "nodes", "give it another name")
        self._names[name] = len(self._positions)
        self._positions.append(vector(at, f"nodes.{name}.at"))

    def add_beam(
        self,
        name: str,
        start: str,
        end: str,
        section: Section | Sequence[Section],
        *,
        elements: int = 1,
        y: Vector | None = None,
        offsets: tuple[Vector, Vector] = ((0, 0, 0), (0, 0, 0)),
    ) -> None:
        """Add a straight beam between two nodes.

        Parameters
        ----------
        name : str
            Its inner nodes become ``name.1``, ``name.2`` and so on.
        start, end : str
            Nodes.
        section : Section or sequence of Section
            One for all, or one for each element.
        elements : int
            How many elements of equal length it has.
        y : vector, optional
            The section's y axis, made square to the beam; by default horizontal, square to the
            frame's z, and along the frame's y for a beam along z.
        offsets : two vectors
            From the nodes to the ends of the beam, in m in the frame's axes: rigid.
        """
        where = f"beams.{checked_name(name, 'beams')}"
        if any(beam.name == name for beam in self._beams):
            raise refusal(f"there is a beam {name!r} already", where, "give it another name")
        elements = count(elements, f"{where}.elements")
        sections = (section,) * elements if isinstance(section, Section) else tuple(section or ())
        if len(sections) != elements or not all(isinstance(s, Section) for s in sections):
            what = f"{len(sections)} sections for {elements} elements"
            raise refusal(what, where, "a Section, or one for each element")
        if len(offsets) != 2:
            raise refusal(f"{len(offsets)} offsets", f"{where}.offsets", "one vector for each end")
        ends = (vector(offsets[0], f"{where}.offsets"), vector(offsets[1], f"{where}.offsets"))
        a = self._position(start, where) + ends[0]
        b = self._position(end, where) + ends[1]
        axis = None if y is None else vector(y, f"{where}.y")
        if np.linalg.norm(b - a) == 0:
            raise refusal("has no length", where, "its ends must be apart")
        if axis is not None and _parallel(axis, b - a):
            raise refusal("the section's y axis is along the beam", where, "give another y")
        inner = []
        for k in range(1, elements):
            self.add_node(f"{name}.{k}", a + (b - a) * k / elements)
            inner.append(len(self._positions) - 1)
        stations = np.array([self._names[start], *inner, self._names[end]])
        self._beams.append(_Beam(name, stations, sections, axis, ends))

    def add_body(
        self,
        name: str,
        node: str,
        mass: float,
        inertia: Iterable[float] | Iterable[Iterable[float]] = (0, 0, 0),
        centre: Vector = (0, 0, 0),
    ) -> None:
        """Add a rigid body at a node: a tip mass, an instrument, a hub.

        Parameters
        ----------
        name : str
        node : str
            What it is fixed to.
        mass : float
            In kg.
        inertia : three numbers or a matrix
            About its mass centre, in the frame's axes, in kg m².
        centre : vector
            From the node to its mass centre, in m.
        """
        where = f"bodies.{checked_name(name, 'bodies')}"
        if any(body.name == name for body in self._bodies):
            raise refusal(f"there is a body {name!r} already", where, "give it another name")
        self._position(node, where)
        J = array(inertia, f"{where}.inertia")
        J = np.diag(J) if J.ndim == 1 else J
        if not is_finite(mass) or mass <= 0:
            raise refusal(f"its mass is {mass!r} kg", where, "positive")
        if J.shape != (3, 3) or not np.allclose(J, J.T, rtol=1e-9, atol=0):
            raise refusal("its inertia is not three numbers or a symmetric matrix", where, "kg m²")
        spread = np.trace(J) / 2 - np.linalg.eigvalsh(J)
        if spread.min() < -1e-9 * max(np.trace(J), 0.0):
            hint = "each principal moment is at most the sum of the others"
            raise refusal("no body has this inertia", where, hint)
        self._bodies.append(
            _Body(name, self._names[node], float(mass), J, vector(centre, f"{where}.centre"))
        )

    def add_link(self, master: str, node: str) -> None:
        """Fix a node rigidly to another, its master."""
        where = f"links.{node}"
        self._position(master, where)
        self._position(node, where)
        root = self._names[master]
        while root in self._links:
            root = self._links[root]
        child = self._names[node]
        if root == child or child in self._links:
            raise refusal("has a master already", where, "links lead from each node to one master")
        self._links[child] = self._names[master]

    def structure(self, mass: Literal["consistent", "lumped"] = "consistent") -> Structure:
        """The frame as a `Structure`.

        Parameters
        ----------
        mass : str
            ``"consistent"``: beams move as their shape functions; ``"lumped"``: each half of an
            element rides rigidly on its node. Mass, centre and inertia are the same.
        """
        if mass not in ("consistent", "lumped"):
            raise refusal(f"the mass cannot be {mass!r}", "structure.mass", "consistent or lumped")
        if not self._beams and not self._bodies:
            raise refusal("there are no beams", "beams", "add beams or bodies")
        plan = self._plan()
        lengths = np.linalg.norm(np.diff(plan.positions[plan.ends], axis=1)[:, 0], axis=1)
        of_beams = sum(s.mass * L for s, L in zip(plan.sections, lengths, strict=True))
        if of_beams + plan.body_masses.sum() == 0:
            raise refusal("the frame has no mass", "beams", "sections with mass, or bodies")
        warn_of_weight(of_beams, plan.positions)
        return connected(frame_structure(plan, self._names, mass))

    def _plan(self) -> FramePlan:
        positions = np.array(self._positions)
        masters = np.arange(len(positions))
        for node in range(len(positions)):
            while masters[node] in self._links:
                masters[node] = self._links[masters[node]]
        nodes, offsets, ys, names = [], [], [], []
        sections: list[Section] = []
        for beam in self._beams:
            count = len(beam.sections)
            ends = np.zeros((count, 2, 3))
            ends[0, 0], ends[-1, 1] = beam.offsets
            nodes.append(np.stack([beam.stations[:-1], beam.stations[1:]], axis=1))
            offsets.append(ends)
            ys.append(np.full((count, 3), np.nan if beam.y is None else beam.y))
            sections.extend(beam.sections)
            names += [f"{beam.name}.{k}" for k in range(count)]
        return FramePlan(
            positions=positions,
            masters=masters,
            ends=np.concatenate(nodes) if nodes else np.zeros((0, 2), int),
            offsets=np.concatenate(offsets) if nodes else np.zeros((0, 2, 3)),
            y=np.concatenate(ys) if nodes else np.zeros((0, 3)),
            sections=sections,
            labels=names,
            body_nodes=np.array([body.node for body in self._bodies], int),
            body_masses=np.array([body.mass for body in self._bodies]),
            body_inertias=np.array([body.inertia for body in self._bodies]).reshape(-1, 3, 3),
            body_centres=np.array([body.centre for body in self._bodies]).reshape(-1, 3),
        )

    def _position(self, name: str, where: str) -> np.ndarray:
        if not isinstance(name, str) or name not in self._names:
            near = get_close_matches(str(name), self._names, n=3)
            hint = f"did you mean {' or '.join(near)}?" if near else "add it first"
            raise refusal(f"no node is named {name!r}", where, hint)
        return self._positions[self._names[name]]


def _parallel(a: np.ndarray, b: np.ndarray) -> bool:
    return bool(np.linalg.norm(np.cross(a, b)) <= 1e-9 * np.linalg.norm(a) * np.linalg.norm(b))

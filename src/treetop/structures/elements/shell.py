"""Plates, and shells that are flat in pieces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from treetop.structures.arguments import array, counts, indices, refusal, vector
from treetop.structures.arguments import name as checked_name
from treetop.structures.checks import connected, warn_of_weight
from treetop.structures.elements.nodes import nearest_node
from treetop.structures.elements.panel_element import NODES
from treetop.structures.elements.panel_matrices import PanelPlan, shell_structure
from treetop.structures.elements.panel_section import PanelSection
from treetop.structures.structure import Structure

Vector = Iterable[float]


class Shell:
    """Plates joined along their edges, put together piece by piece.

    Pieces share nodes where theirs coincide, so plates that meet must have equal divisions there.

    Examples
    --------
    >>> from treetop.structures.elements.panel_section import PanelSection
    >>> from treetop.structures.elements.shell import Shell
    >>> shell = Shell()
    >>> sheet = PanelSection.isotropic(thickness=2e-3, E=70e9, nu=0.33, density=2700)
    >>> shell.add_panel([[0, 0, 0], [2, 0, 0], [2, 1, 0], [0, 1, 0]], (4, 2), sheet)
    >>> shell.name_node("hinge", [0, 0.5, 0])
    >>> round(shell.structure().total_mass, 3)
    10.8
    """

    def __init__(self) -> None:
        self._corners: list[np.ndarray] = []  # (k, 4, 3) of each piece
        self._sections: list[PanelSection] = []
        self._x: list[np.ndarray] = []
        self._labels: list[str] = []
        self._names: dict[str, np.ndarray] = {}

    def add_panel(
        self, corners: Iterable[Vector], divisions: tuple[int, int], section: PanelSection
    ) -> None:
        """Add a flat panel with four corners, divided into elements.

        Parameters
        ----------
        corners : four vectors
            In order around it, in m. Its normal turns them counter-clockwise; its x axis leads from
            the first to the second.
        divisions : (int, int)
            Elements along the first edge and along the second.
        section : PanelSection
        """
        p = array(corners, "panel.corners")
        if p.shape != (4, 3):
            raise refusal(f"corners of shape {p.shape}", "panel.corners", "four vectors")
        rows, columns = counts(divisions, 2, "panel.divisions")
        a, b = np.linspace(0, 1, rows + 1), np.linspace(0, 1, columns + 1)
        a, b = np.meshgrid(a, b, indexing="ij")
        weights = np.stack([(1 - a) * (1 - b), a * (1 - b), a * b, (1 - a) * b], axis=-1)
        grid = weights @ p
        quads = np.stack(
            [grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]], axis=2
        ).reshape(-1, 4, 3)
        self._add(quads, section, p[1] - p[0])

    def add_mesh(
        self,
        points: Iterable[Vector],
        quads: Iterable[Iterable[int]],
        section: PanelSection,
        x: Vector = (1, 0, 0),
    ) -> None:
        """Add flat elements of four corners.

        Parameters
        ----------
        points : array (k, 3)
            Corners, in m.
        quads : integer array (E, 4)
            The corners of each element, in order around it.
        section : PanelSection
        x : vector
            The x axis of section, forces and stresses, laid into each element's plane.
        """
        p, q = array(points, "mesh.points"), indices(quads, "mesh.quads")
        if q.ndim != 2 or q.shape[1] != 4:
            raise refusal(f"elements of shape {q.shape}", "mesh.quads", "four corners each")
        if p.ndim != 2 or p.shape[1] != 3 or q.min() < 0 or q.max() >= len(p):
            what = f"{len(p)} points for corners up to {q.max()}"
            raise refusal(what, "mesh.points", "wrong number of nodes: a position for each corner")
        self._add(p[q], section, vector(x, "mesh.x"))

    def name_node(self, name: str, at: Vector) -> None:
        """Name the node at a position in m: an element's corner, an edge's middle or a centre."""
        if checked_name(name, "nodes") in self._names:
            raise refusal(f"there is a node {name!r} already", "nodes", "give it another name")
        self._names[name] = vector(at, f"nodes.{name}")

    def structure(self, mass: Literal["consistent", "lumped"] = "consistent") -> Structure:
        """The shell as a `Structure`.

        Parameters
        ----------
        mass : str
            ``"consistent"``: it moves as the shape functions; ``"lumped"``: each part of an element
            rides rigidly on the nearest node. Mass, centre and inertia are the same.
        """
        if mass not in ("consistent", "lumped"):
            raise refusal(f"the mass cannot be {mass!r}", "structure.mass", "consistent or lumped")
        if not self._corners:
            raise refusal("there are no panels", "shell", "add panels")
        corners = np.concatenate(self._corners)
        signs = np.array(NODES)
        weights = 0.25 * np.prod(1 + signs[:, None, :] * signs[None, :4, :], axis=2)
        places = np.einsum("nc,eci->eni", weights, corners)
        positions, quads = _merged(places.reshape(-1, 3))
        plan = PanelPlan(
            positions,
            quads.reshape(-1, 9),
            np.concatenate(self._x),
            self._sections,
            tuple(map(str, range(len(corners)))),
        )
        names = {name: nearest_node(positions, name, at) for name, at in self._names.items()}
        structure = connected(shell_structure(plan, names, mass))
        warn_of_weight(structure.total_mass, positions)
        return structure

    def _add(self, corners: np.ndarray, section: PanelSection, x: np.ndarray) -> None:
        if not isinstance(section, PanelSection):
            raise refusal(f"is {section!r}", "shell.section", "a PanelSection")
        across = corners[:, 2:] - corners[:, :2]
        normal = np.cross(across[:, 0], across[:, 1])
        size = np.linalg.norm(across, axis=2).max(axis=1)
        doubled = np.linalg.norm(normal, axis=1)
        if (doubled < 1e-12 * size**2).any():
            raise refusal("an element has no area", "shell", "four different corners, in order")
        normal /= doubled[:, None]
        out = np.abs(np.einsum("ei,ei->e", corners[:, 1] - corners[:, 0], normal))
        worst = int(np.argmax(out / size))
        if out[worst] > 1e-6 * size[worst]:
            what = f"element {worst} is out of its plane by {out[worst]:.3g} m"
            raise refusal(what, "shell", "make elements smaller, or fold them along straight edges")
        turns = np.cross(np.roll(corners, -1, 1) - corners, np.roll(corners, 1, 1) - corners)
        if (np.einsum("eci,ei->ec", turns, normal) <= 0).any():
            raise refusal("an element is not convex", "shell", "corners in order around it")
        self._corners.append(corners)
        self._x.append(np.tile(x, (len(corners), 1)))
        self._sections += [section] * len(corners)


def _merged(places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Places that coincide taken as one: positions, and which of them each place is."""
    count = len(places)
    near = cKDTree(places).query_pairs(1e-7 * np.ptp(places, axis=0).max(), output_type="ndarray")
    same = sparse.coo_array((np.ones(len(near)), near.T), shape=(count, count))
    _, which = connected_components(same, directed=False)
    _, first = np.unique(which, return_index=True)
    return places[first], which

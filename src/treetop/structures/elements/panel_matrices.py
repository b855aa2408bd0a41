"""From a shell of flat elements to a structure: every element at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from scipy import sparse

from treetop.structures.elements import geometric_stiffness as geometric
from treetop.structures.elements.panel_element import GAUSS, NODES, SECOND_ORDER, Panels
from treetop.structures.elements.panel_section import PanelSection
from treetop.structures.elements.sparse import (
    crossed,
    numbered,
    sparse_assembly,
    stacked_rows,
    symmetric,
)
from treetop.structures.elements.thermal_loads import ThermalLoads
from treetop.structures.mass.collect import MassPointSet
from treetop.structures.recovery import Recovery
from treetop.structures.structure import Structure

_RING = (0, 4, 1, 5, 2, 6, 3, 7)  # of the nine nodes, those on the edges
_EDGES = list(zip(_RING, (*_RING[1:], _RING[0]), strict=True))
_AROUND = [(8, a, b) for a, b in _EDGES]
RESULTANTS = ("N_x", "N_y", "N_xy", "M_x", "M_y", "M_xy", "Q_x", "Q_y")


class PanelPlan(NamedTuple):
    """What a shell is made of: N nodes, E elements of nine, with their x axes and sections."""

    positions: np.ndarray
    quads: np.ndarray
    x: np.ndarray
    sections: list[PanelSection]
    labels: tuple[str, ...]


class _Elements(NamedTuple):
    panels: Panels
    axes: np.ndarray  # (E, 3, 3), rows are the element's x, y, z
    origin: np.ndarray  # (E, 3)
    degrees: np.ndarray  # (E, 54)
    stiffness: np.ndarray  # (E, 9, 9) of strains
    mass: np.ndarray  # (E,) per area
    rotary: np.ndarray  # (E,)

    def place(self, xi: float, eta: float) -> np.ndarray:
        flat = self.panels.place(xi, eta)
        return self.origin + np.einsum("ea,eai->ei", flat, self.axes[:, :2])

    def in_frame(self, rows: np.ndarray) -> np.ndarray:
        """Rows (E, r, 54) in elements' axes as rows of the frame's degrees of freedom."""
        split = rows.reshape(*rows.shape[:2], 18, 3)
        return np.einsum("ernk,eki->erni", split, self.axes, optimize=True).reshape(rows.shape)


def shell_structure(plan: PanelPlan, names: Mapping[str, int], mass: str) -> Structure:
    """The structure of a shell, its mass consistent or lumped."""
    elements = _elements(plan)
    count = len(plan.positions)
    n = 6 * count
    mass_points = MassPointSet(n)
    if mass == "consistent":
        _consistent_points(elements, mass_points)
    else:
        _lumped_points(elements, plan, mass_points)
    points = mass_points.points()
    return Structure(
        positions=plan.positions,
        degrees=np.stack([np.repeat(np.arange(count), 6), np.tile(np.arange(6), count)], axis=1),
        mass=symmetric(points.mass_matrix()),
        stiffness=_stiffness(elements, n),
        names=dict(names),
        points=points,
        geometric=_geometric(elements, n),
        recoveries=_recoveries(elements, plan, n),
        thermal=_thermal(elements, plan.labels, n),
        lines=np.unique(np.sort(plan.quads[:, _EDGES].reshape(-1, 2), axis=1), axis=0),
        triangles=plan.quads[:, _AROUND].reshape(-1, 3),
    )


def _elements(plan: PanelPlan) -> _Elements:
    corners = plan.positions[plan.quads[:, :4]]
    axes = _axes(corners, plan.x)
    origin = corners[:, 0]
    flat = np.einsum("eci,eai->eca", corners - origin[:, None], axes[:, :2])
    kinds = {id(s): s for s in plan.sections}
    blocks = {key: _section_stiffness(s) for key, s in kinds.items()}
    return _Elements(
        panels=Panels(flat),
        axes=axes,
        origin=origin,
        degrees=(6 * plan.quads[:, :, None] + np.arange(6)).reshape(-1, 54),
        stiffness=np.array([blocks[id(s)] for s in plan.sections]),
        mass=np.array([s.mass for s in plan.sections]),
        rotary=np.array([s.rotary for s in plan.sections]),
    )


def _section_stiffness(section: PanelSection) -> np.ndarray:
    block = np.zeros((9, 9))
    block[:3, :3] = section.membrane
    block[3:6, 3:6] = section.bending
    block[6:8, 6:8] = section.shear
    block[8, 8] = section.membrane[2, 2]
    return block


def _axes(corners: np.ndarray, x: np.ndarray) -> np.ndarray:
    normal = np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
    normal /= np.linalg.norm(normal, axis=1)[:, None]
    edge = corners[:, 1] - corners[:, 0]
    flat = x - np.einsum("ei,ei->e", x, normal)[:, None] * normal
    upright = np.linalg.norm(flat, axis=1) < 1e-6 * np.linalg.norm(x, axis=1)
    flat = np.where(upright[:, None], edge, flat)
    flat /= np.linalg.norm(flat, axis=1)[:, None]
    return np.stack([flat, np.cross(normal, flat), normal], axis=1)


def _stiffness(elements: _Elements, n: int) -> sparse.csr_array:
    total = np.zeros((len(elements.axes), 54, 54))
    for xi, eta, weight in GAUSS:
        strains = elements.in_frame(elements.panels.strains(xi, eta))
        area = weight * elements.panels.area(xi, eta)
        total += strains.transpose(0, 2, 1) @ (area[:, None, None] * elements.stiffness @ strains)
    return symmetric(sparse_assembly(total, elements.degrees, elements.degrees, (n, n)))


def _through(elements: _Elements) -> list[np.ndarray]:
    """Places (E, 3) above and below the middle surface that carry half of the mass each."""
    reach = np.sqrt(elements.rotary / elements.mass)
    if not reach.any():
        return [np.zeros_like(elements.origin)]
    arm = reach[:, None] * elements.axes[:, 2]
    return [arm, -arm]


def _consistent_points(elements: _Elements, mass_points: MassPointSet) -> None:
    arms = _through(elements)
    for xi, eta, weight in GAUSS:
        mass = weight * elements.panels.area(xi, eta) * elements.mass / len(arms)
        fields = elements.panels.fields(xi, eta)
        u = np.broadcast_to(fields[:3], (len(mass), 3, 54))
        rotation = np.broadcast_to(fields[3:], (len(mass), 3, 54))
        for d in arms:
            shape = u - crossed(d) @ rotation
            rows = mass_points.add(mass, elements.place(xi, eta) + d, shape, elements.degrees)
            mass_points.turn(d, rotation, elements.degrees, rows)


def _lumped_points(elements: _Elements, plan: PanelPlan, mass_points: MassPointSet) -> None:
    arms = _through(elements)
    for xi, eta, weight in GAUSS:
        node = NODES.index((round(xi), round(eta)))
        mass = weight * elements.panels.area(xi, eta) * elements.mass / len(arms)
        degrees = elements.degrees[:, 6 * node : 6 * node + 6]
        masters = plan.positions[plan.quads[:, node]]
        for d in arms:
            mass_points.ride(mass, elements.place(xi, eta) + d, masters, degrees)


def _geometric(elements: _Elements, n: int) -> geometric.GeometricStiffness:
    parts = []
    for xi, eta, weight in GAUSS:
        fields = elements.in_frame(elements.panels.gradients(xi, eta))
        strains = elements.in_frame(elements.panels.strains(xi, eta)[:, :8])
        area = weight * elements.panels.area(xi, eta)[:, None, None]
        forces = area * elements.stiffness[:, :8, :8] @ strains
        parts.append(geometric.element_terms(fields, forces, SECOND_ORDER, elements.degrees, n))
    return geometric.united(parts)


def _recoveries(elements: _Elements, plan: PanelPlan, n: int) -> dict[str, Recovery]:
    count = len(plan.quads)
    strains = elements.in_frame(elements.panels.strains(0.0, 0.0))
    forces = (elements.stiffness @ strains)[:, :8]
    matrix = sparse_assembly(forces, numbered(0, count, 8), elements.degrees, (8 * count, n))
    found = {"resultants": Recovery(matrix, (plan.labels, RESULTANTS), "N/m, N")}
    surface = np.array([s.surface for s in plan.sections])
    if np.isfinite(surface).all():
        by_force = surface[:, 0, None, None] * forces[:, :3]
        by_moment = surface[:, 1, None, None] * forces[:, 3:6]
        stress = np.concatenate([by_force + by_moment, by_force - by_moment], axis=1)
        matrix = sparse_assembly(stress, numbered(0, count, 6), elements.degrees, (6 * count, n))
        labels = (plan.labels, ("upper", "lower"), ("xx", "yy", "xy"))
        found["stress"] = Recovery(matrix, labels, "Pa")
    return found


def _thermal(elements: _Elements, labels: tuple[str, ...], n: int) -> ThermalLoads:
    """Traces of membrane forces and of bending moments, over the area of each element."""
    normal, sizes = elements.axes[:, 2], np.zeros(len(labels))
    traces, rotation = np.zeros((len(labels), 2, 54)), np.zeros((len(labels), 3, 54))
    for xi, eta, weight in GAUSS:
        area = weight * elements.panels.area(xi, eta)
        strains = elements.in_frame(elements.panels.strains(xi, eta))
        forces = area[:, None, None] * elements.stiffness @ strains
        traces += np.stack([forces[:, 0] + forces[:, 1], forces[:, 3] + forces[:, 4]], axis=1)
        rotation += area[:, None, None] * elements.panels.fields(xi, eta)[3:]
        sizes += area
    gradient = np.einsum("ea,ek->eak", normal, traces[:, 1])
    blocks = traces[:, :1], gradient, rotation / sizes[:, None, None]
    expansion, gradient, rotation = (stacked_rows(block, elements.degrees, n) for block in blocks)
    across = np.einsum("ea,eb->eab", normal, normal)
    return ThermalLoads(expansion, gradient, rotation, across, sizes, labels)

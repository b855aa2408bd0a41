"""From a frame of beams to a structure: every element at once.

Each end of an element is a station: a place fixed to a master node by a rigid arm, whose length may
be zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from scipy import sparse

from treetop.structures.elements import geometric_stiffness as geometric
from treetop.structures.elements.beam_element import GAUSS_2, GAUSS_3, GAUSS_4, SECOND_ORDER, Beams
from treetop.structures.elements.beam_section import Section
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

FORCES = ("N", "V_y", "V_z", "T", "M_y", "M_z")


class FramePlan(NamedTuple):
    """What a frame is made of, as tables of N nodes, E elements and B bodies.

    `masters` (N,) is the node that each node moves with, itself if it is free; `ends` (E, 2) the
    nodes of elements, `offsets` (E, 2, 3) from these to the elements' ends, `y` (E, 3) the
    sections' y axes or not a number.
    """

    positions: np.ndarray
    masters: np.ndarray
    ends: np.ndarray
    offsets: np.ndarray
    y: np.ndarray
    sections: list[Section]
    labels: list[str]
    body_nodes: np.ndarray
    body_masses: np.ndarray
    body_inertias: np.ndarray
    body_centres: np.ndarray


class _Elements(NamedTuple):
    beams: Beams
    axes: np.ndarray  # (E, 3, 3), rows are the element's x, y, z
    places: np.ndarray  # (E, 2, 3) of the ends
    arms: np.ndarray  # (E, 2, 3) from masters to ends
    local: np.ndarray  # (E, 12, 12), from the masters' degrees of freedom to the element's own
    degrees: np.ndarray  # (E, 12) of the masters
    mass: np.ndarray  # (E,) per length
    rotary: np.ndarray  # (E, 2) about y, z, per length


def frame_structure(plan: FramePlan, names: Mapping[str, int], mass: str) -> Structure:
    """The structure of a frame, its mass consistent or lumped."""
    free = np.flatnonzero(plan.masters == np.arange(len(plan.masters)))
    first = np.full(len(plan.masters), -1)
    first[free] = 6 * np.arange(len(free))
    n = 6 * len(free)
    elements = _elements(plan, first[plan.masters])
    mass_points = MassPointSet(n)
    if mass == "consistent":
        _consistent_points(elements, mass_points)
    else:
        _lumped_points(elements, mass_points)
    _body_points(plan, first[plan.masters], mass_points)
    points = mass_points.points()
    stiffness = elements.local.transpose(0, 2, 1) @ elements.beams.stiffness() @ elements.local
    return Structure(
        positions=plan.positions,
        degrees=np.stack([np.repeat(free, 6), np.tile(np.arange(6), len(free))], axis=1),
        mass=symmetric(points.mass_matrix()),
        stiffness=symmetric(sparse_assembly(stiffness, elements.degrees, elements.degrees, (n, n))),
        names=dict(names),
        points=points,
        geometric=_geometric(elements, n),
        motion=_motion(plan, first, n),
        recoveries={"section": _section_forces(elements, plan.labels, n)},
        thermal=_thermal(elements, plan.labels, n),
        lines=plan.ends,
    )


def _elements(plan: FramePlan, first: np.ndarray) -> _Elements:
    places = plan.positions[plan.ends] + plan.offsets
    arms = places - plan.positions[plan.masters[plan.ends]]
    span = places[:, 1] - places[:, 0]
    L = np.linalg.norm(span, axis=1)
    axes = _axes(span / L[:, None], plan.y)
    local = np.zeros((len(L), 12, 12))
    for end in range(2):
        a, b = slice(6 * end, 6 * end + 3), slice(6 * end + 3, 6 * end + 6)
        local[:, a, a] = local[:, b, b] = axes
        local[:, a, b] = -axes @ crossed(arms[:, end])
    degrees = (first[plan.ends][:, :, None] + np.arange(6)).reshape(-1, 12)
    table = np.array(
        [
            (s.axial, s.bending_y, s.bending_z, s.torsion, s.mass, s.rotary_y, s.rotary_z)
            + (s.shear_y or np.inf, s.shear_z or np.inf)
            for s in plan.sections
        ]
    ).reshape(-1, 9)
    axial, EI_y, EI_z, torsion, mass, rotary_y, rotary_z, shear_y, shear_z = table.T
    phi_y, phi_z = 12 * EI_z / (shear_y * L**2), 12 * EI_y / (shear_z * L**2)
    beams = Beams(L, axial, EI_y, EI_z, torsion, phi_y, phi_z)
    rotary = np.stack([rotary_y, rotary_z], axis=1)
    return _Elements(beams, axes, places, arms, local, degrees, mass, rotary)


def _axes(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    default = np.cross([0.0, 0.0, 1.0], x)
    default[np.linalg.norm(default, axis=1) < 1e-6] = 0.0, 1.0, 0.0
    y = np.where(np.isnan(y), default, y)
    y = y - np.einsum("ei,ei->e", x, y)[:, None] * x
    y /= np.linalg.norm(y, axis=1)[:, None]
    return np.stack([x, y, np.cross(x, y)], axis=1)


def _section_arms(elements: _Elements) -> list[tuple[np.ndarray, np.ndarray]]:
    """Places (E, 3) on the section in the frame's axes, and the part of its mass (E,) at each."""
    with np.errstate(invalid="ignore", divide="ignore"):
        reach = np.sqrt(2 * elements.rotary / elements.mass[:, None])
    reach = np.nan_to_num(reach)
    y, z = elements.axes[:, 1] * reach[:, 1:], elements.axes[:, 2] * reach[:, :1]
    if not reach.any():
        return [(np.zeros_like(y), np.ones(len(y)))]
    quarter = np.full(len(y), 0.25)
    return [(y, quarter), (-y, quarter), (z, quarter), (-z, quarter)]


def _consistent_points(elements: _Elements, mass_points: MassPointSet) -> None:
    stations, whole = _station_turns(elements, mass_points), _slopes(elements, mass_points, 1.0)
    L = elements.beams.L
    back = elements.axes.transpose(0, 2, 1)
    for x, weight in zip(*GAUSS_4, strict=True):
        xi = (1 + x) / 2
        at = elements.beams.fields(xi)
        u, rotation = back @ at.u @ elements.local, back @ at.rotation @ elements.local
        place = elements.places[:, 0] + xi * (elements.places[:, 1] - elements.places[:, 0])
        part_way = _slopes(elements, mass_points, xi)
        u_ends, rotation_ends = _by_ends(elements, at.u), _by_ends(elements, at.rotation)
        for d, part in _section_arms(elements):
            shape = u - crossed(d) @ rotation
            rows = mass_points.add(
                0.5 * weight * L * elements.mass * part, place + d, shape, elements.degrees
            )
            mass_points.turn(d, rotation, elements.degrees, rows)
            mass_points.carry(rows, u_ends - crossed(d) @ rotation_ends, stations)
            for slopes, share in ((part_way, 1.0), (whole, -xi)):
                mass_points.draw(rows, share * slopes.draws, slopes.rows)


def _by_ends(elements: _Elements, field: np.ndarray) -> np.ndarray:
    """A field (E, 3, 12) in elements' axes per displacement (E, 3, 6) of their ends."""
    back = elements.axes.transpose(0, 2, 1)
    ends = [back @ field[:, :, k : k + 3] @ elements.axes for k in (0, 6)]
    return np.concatenate(ends, axis=2)


class _Drawn(NamedTuple):
    rows: np.ndarray  # (E, r) of slopes
    draws: np.ndarray  # (E, 3, r), how far half their squares draw the beam's place


def _slopes(elements: _Elements, mass_points: MassPointSet, xi: float) -> _Drawn:
    """What draws the place ξ of elements towards their first ends: ∫ v'² + w'² − γ² from there."""
    rows, draws = [], []
    for x, weight in zip(*GAUSS_3, strict=True):
        at = 0.5 * (1 + x) * xi
        strains = elements.beams.strains(at)[:, 1:3]
        fields = np.concatenate([elements.beams.fields(at).du[:, 1:], strains], axis=1)
        rows.append(mass_points.slope(fields @ elements.local, elements.degrees))
        length = 0.5 * weight * xi * elements.beams.L
        share = -length[:, None] * np.array([1.0, 1.0, -1.0, -1.0])
        draws.append(elements.axes[:, 0, :, None] * share[:, None, :])
    return _Drawn(np.concatenate(rows, axis=1), np.concatenate(draws, axis=2))


def _station_turns(elements: _Elements, mass_points: MassPointSet) -> np.ndarray:
    """Arms of stations that are away from their masters: their numbers (E, 6) by coordinate."""
    return np.concatenate(
        [
            mass_points.arm(
                elements.arms[:, end],
                np.broadcast_to(np.eye(3), (len(elements.arms), 3, 3)),
                elements.degrees[:, 6 * end + 3 : 6 * end + 6],
            )
            for end in range(2)
        ],
        axis=1,
    )


def _lumped_points(elements: _Elements, mass_points: MassPointSet) -> None:
    L = elements.beams.L
    for end, x in ((e, x) for e in range(2) for x in GAUSS_2[0]):
        xi = 0.5 * end + 0.25 * (1 + x)
        place = elements.places[:, 0] + xi * (elements.places[:, 1] - elements.places[:, 0])
        master = elements.places[:, end] - elements.arms[:, end]
        degrees = elements.degrees[:, 6 * end : 6 * end + 6]
        for d, part in _section_arms(elements):
            mass_points.ride(0.25 * L * elements.mass * part, place + d, master, degrees)


def _body_points(plan: FramePlan, first: np.ndarray, mass_points: MassPointSet) -> None:
    """Six points of equal mass on the principal axes of each body."""
    if not len(plan.body_nodes):
        return
    moments, axes = np.linalg.eigh(plan.body_inertias)
    spread = 0.5 * moments.sum(axis=1)[:, None] - moments  # ∫ x² dm along each axis
    reach = np.sqrt(3 * np.maximum(spread, 0) / plan.body_masses[:, None])
    masters = plan.positions[plan.masters[plan.body_nodes]]
    degrees = first[plan.body_nodes][:, None] + np.arange(6)
    centre = plan.positions[plan.body_nodes] + plan.body_centres
    for k in range(3):
        for sign in (1, -1):
            place = centre + sign * reach[:, k : k + 1] * axes[:, :, k]
            mass_points.ride(plan.body_masses / 6, place, masters, degrees)


def _motion(plan: FramePlan, first: np.ndarray, n: int) -> sparse.csr_array:
    arms = plan.positions - plan.positions[plan.masters]
    count = len(arms)
    blocks = np.zeros((count, 6, 6))
    blocks[:] = np.eye(6)
    blocks[:, :3, 3:] = -crossed(arms)
    degrees = first[plan.masters][:, None] + np.arange(6)
    return sparse_assembly(blocks, numbered(0, count, 6), degrees, (6 * count, n))


def _geometric(elements: _Elements, n: int) -> geometric.GeometricStiffness:
    parts = []
    for x, weight in zip(*GAUSS_3, strict=True):
        xi = (1 + x) / 2
        at = elements.beams.fields(xi)
        fields = np.concatenate([at.du, at.rotation, at.drotation], axis=1) @ elements.local
        length = 0.5 * weight * elements.beams.L[:, None, None]
        forces = length * elements.beams.forces(xi) @ elements.local
        parts.append(geometric.element_terms(fields, forces, SECOND_ORDER, elements.degrees, n))
    return geometric.united(parts + [_arm_terms(elements, end, n) for end in range(2)])


def _arm_terms(elements: _Elements, end: int, n: int) -> geometric.GeometricStiffness:
    """End forces f of elements times ½ θ × (θ × d) of the arms d that carry the ends."""
    far = np.flatnonzero(elements.arms[:, end].any(axis=1))
    d = elements.arms[far, end]
    end_forces = (elements.beams.stiffness() @ elements.local)[far, 6 * end : 6 * end + 3]
    f = elements.axes[far].transpose(0, 2, 1) @ end_forces
    stress = np.einsum("eik,ej->eijk", f, d) - np.einsum("ij,eak,ea->eijk", np.eye(3), f, d)
    turns = np.zeros((len(far), 3, 12))
    turns[:, :, 6 * end + 3 : 6 * end + 6] = np.eye(3)
    terms = [(i, j, 3 * i + j, 1.0) for i in range(3) for j in range(3)]
    return geometric.element_terms(
        turns, stress.reshape(-1, 9, 12), terms, elements.degrees[far], n
    )


def _section_forces(elements: _Elements, labels: list[str], n: int) -> Recovery:
    ends = np.stack([elements.beams.forces(xi) @ elements.local for xi in (0.0, 1.0)], axis=1)
    rows = ends.reshape(-1, 12, 12)
    matrix = sparse_assembly(
        rows, numbered(0, len(rows), 12), elements.degrees, (12 * len(rows), n)
    )
    return Recovery(matrix, (tuple(labels), ("start", "end"), FORCES), "N, N m")


def _thermal(elements: _Elements, labels: list[str], n: int) -> ThermalLoads:
    """Forces and moments, whose means are those of the ends, along each element."""
    L, axes, count = elements.beams.L, elements.axes, len(labels)
    forces = sum(elements.beams.forces(xi) @ elements.local for xi in (0.0, 1.0))
    along = 0.5 * L[:, None, None] * forces
    # t × (M_y y + M_z z) = M_y z - M_z y
    gradient = np.einsum("ea,ek->eak", axes[:, 2], along[:, 4])
    gradient -= np.einsum("ea,ek->eak", axes[:, 1], along[:, 5])
    rotation = np.zeros((count, 3, 12))
    rotation[:, :, 3:6] = rotation[:, :, 9:12] = 0.5 * np.eye(3)
    blocks = along[:, :1], gradient, rotation
    expansion, gradient, rotation = (stacked_rows(block, elements.degrees, n) for block in blocks)
    across = np.eye(3) - np.einsum("ea,eb->eab", axes[:, 0], axes[:, 0])
    return ThermalLoads(expansion, gradient, rotation, across, L, tuple(labels))

"""Structures put together: panels on a yoke, a body on a plate, a boom on a solid.

Letters: n degrees of freedom of all parts, m of what is left of them; T (n, m) with u = T v.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from reprlib import repr as short

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import splu

from treetop.structures.arguments import instance, is_finite, refusal, vector
from treetop.structures.arguments import rotation as checked_rotation
from treetop.structures.checks import connected
from treetop.structures.elements.geometric_stiffness import (
    GeometricStiffness,
    element_terms,
    united,
)
from treetop.structures.elements.sparse import crossed, symmetric
from treetop.structures.elements.thermal_loads import ThermalLoads, united_loads
from treetop.structures.mass.points import Arms, MassPoints, Slopes, block_diagonal
from treetop.structures.recovery import Recovery
from treetop.structures.structure import DIRECTIONS, MODAL, Structure


@dataclass(frozen=True)
class Tie:
    """A node of one part that follows a node of another, by a rigid arm if it is elsewhere.

    Attributes
    ----------
    first : str
        ``part.node`` that leads.
    second : str
        ``part.node`` that follows; it must have degrees of freedom of its own.
    springs : mapping
        Directions, of ``x y z rx ry rz`` in the frame's axes, in which it does not follow but is
        held by a stiffness in N/m or N m/rad: ``{"ry": 200.0}`` is a sprung hinge.
    """

    first: str
    second: str
    springs: Mapping[str, float] = field(default_factory=dict)


def placed(
    structure: Structure,
    position: Iterable[float],
    rotation: Iterable[Iterable[float]] = ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
) -> Structure:
    """A copy of the structure elsewhere.

    Parameters
    ----------
    structure : Structure
    position : vector
        Of its origin, in m.
    rotation : matrix (3, 3)
        From its axes to those of the frame; displacements are along the latter after.
    """
    instance(structure, Structure, "structure", "place it before its modes are found")
    R, p = checked_rotation(rotation, "rotation"), vector(position, "position")
    back = _turned_degrees(structure, R).T.tocsr()

    def rows(matrix: sparse.csr_array) -> sparse.csr_array:
        return block_diagonal(np.tile(R, (matrix.shape[0] // 3, 1, 1))) @ matrix

    points, geometric, thermal = structure.points, structure.geometric, structure.thermal
    return replace(
        structure,
        positions=p + structure.positions @ R.T,
        mass=symmetric(back.T @ structure.mass @ back),
        stiffness=symmetric(back.T @ structure.stiffness @ back),
        motion=sparse.csr_array(rows(structure.motion) @ back),
        points=None if points is None else _placed_points(points, p, R, back, rows),
        geometric=None if geometric is None else _changed_stress(geometric, back),
        recoveries=_changed_recoveries(structure, back),
        thermal=None if thermal is None else thermal.turned(R).changed(back),
    )


def _turned_degrees(structure: Structure, R: np.ndarray) -> sparse.csr_array:
    """From displacements along the axes of the structure to those of the frame."""
    place = {(int(node), int(way)): k for k, (node, way) in enumerate(structure.degrees)}
    entries = []
    for (node, way), k in place.items():
        if way == MODAL:
            entries.append((1.0, k, k))
            continue
        for other in range(3):
            source = place.get((node, 3 * (way // 3) + other))
            if source is None:
                what = f"node {structure.label(node)} has not all three directions"
                raise refusal(what, "degrees", "such a structure cannot be turned")
            entries.append((R[way % 3, other], k, source))
    value, row, column = np.array(entries).T
    n = structure.size
    return sparse.csr_array((value, (row.astype(int), column.astype(int))), shape=(n, n))


def _placed_points(points, p, R, back, rows) -> MassPoints:  # type: ignore[no-untyped-def]
    arms, slopes = points.arms, points.slopes
    if arms is not None:
        count = len(arms.lengths)
        ends = block_diagonal(np.tile(R.T, (count, 1, 1)))
        spread = sparse.csr_array(rows(arms.spread) @ ends)
        arms = Arms(arms.lengths @ R.T, sparse.csr_array(rows(arms.rotation) @ back), spread)
    if slopes is not None:
        gradient = sparse.csr_array(slopes.gradient @ back)
        slopes = Slopes(gradient, sparse.csr_array(rows(slopes.spread)))
    shape = sparse.csr_array(rows(points.shape) @ back)
    return MassPoints(points.masses, p + points.positions @ R.T, shape, arms, slopes)


def _changed_stress(geometric: GeometricStiffness, change: sparse.csr_array) -> GeometricStiffness:
    return replace(
        geometric,
        gradient=sparse.csr_array(geometric.gradient @ change),
        stress=sparse.csr_array(geometric.stress @ change),
    )


def _changed_recoveries(structure: Structure, change: sparse.csr_array) -> dict[str, Recovery]:
    return {
        name: replace(recovery, matrix=sparse.csr_array(recovery.matrix @ change))
        for name, recovery in structure.recoveries.items()
    }


def joined(parts: Mapping[str, Structure], ties: Sequence[Tie]) -> Structure:
    """Structures tied to each other, as one.

    Parameters
    ----------
    parts : mapping
        Structures by name, each where it belongs (see `placed`). A node becomes ``part.node``.
    ties : sequence of Tie
        What holds them together.
    """
    if not isinstance(parts, Mapping) or not parts:
        raise refusal(f"are {short(parts)}", "parts", "structures by name")
    for name, part in parts.items():
        instance(part, Structure, f"parts.{name}", "a structure, not its modes")
    for tie in ties:
        instance(tie, Tie, "ties", 'Tie("part.node", "part.node")')
    whole = _beside(parts)
    change, independent, arms = _followed(whole, ties)
    stiffness = whole.stiffness + _springs(whole, ties)
    return connected(
        Structure(
            positions=whole.positions,
            degrees=whole.degrees[independent],
            mass=symmetric(change.T @ whole.mass @ change),
            stiffness=symmetric(change.T @ stiffness @ change),
            names=whole.names,
            points=None if whole.points is None else _joined_points(whole, change, arms),
            geometric=None if whole.geometric is None else _joined_stress(whole, change, arms),
            motion=sparse.csr_array(whole.motion @ change),
            recoveries=_changed_recoveries(whole, change),
            thermal=None if whole.thermal is None else whole.thermal.changed(change),
            lines=whole.lines,
            triangles=whole.triangles,
        )
    )


def _beside(parts: Mapping[str, Structure]) -> Structure:
    """Parts in one structure that does not hang together yet."""
    each = list(parts.values())
    nodes = np.cumsum([0] + [len(s.positions) for s in each])
    names = {
        f"{part}.{name}": first + node
        for (part, s), first in zip(parts.items(), nodes[:-1].tolist(), strict=True)
        for name, node in s.names.items()
    }
    degrees = [s.degrees + [first, 0] for s, first in zip(each, nodes[:-1], strict=True)]

    def blocks(name: str) -> sparse.csr_array:
        return sparse.block_diag([getattr(s, name) for s in each], format="csr")

    return Structure(
        positions=np.concatenate([s.positions for s in each]),
        degrees=np.concatenate(degrees),
        mass=blocks("mass"),
        stiffness=blocks("stiffness"),
        names=names,
        points=_beside_points([s.points for s in each]),
        geometric=_beside_stress([s.geometric for s in each]),
        motion=blocks("motion"),
        recoveries=_beside_recoveries(parts),
        thermal=_beside_thermal(parts),
        lines=np.concatenate([s.lines + k for s, k in zip(each, nodes[:-1], strict=True)]),
        triangles=np.concatenate([s.triangles + k for s, k in zip(each, nodes[:-1], strict=True)]),
    )


def _beside_points(each: list[MassPoints | None]) -> MassPoints | None:
    points = [one for one in each if one is not None]
    if len(points) < len(each):
        return None
    empty = [(3 * len(one.masses), one.shape.shape[1]) for one in points]
    arms = [
        one.arms or Arms(np.zeros((0, 3)), _zeros(0, n), _zeros(rows, 0))
        for one, (rows, n) in zip(points, empty, strict=True)
    ]
    slopes = [
        one.slopes or Slopes(_zeros(0, n), _zeros(rows, 0))
        for one, (rows, n) in zip(points, empty, strict=True)
    ]
    return MassPoints(
        np.concatenate([one.masses for one in points]),
        np.concatenate([one.positions for one in points]),
        _diagonal(one.shape for one in points),
        Arms(
            np.concatenate([one.lengths for one in arms]),
            _diagonal(one.rotation for one in arms),
            _diagonal(one.spread for one in arms),
        ),
        Slopes(_diagonal(one.gradient for one in slopes), _diagonal(one.spread for one in slopes)),
    )


def _beside_stress(each: list[GeometricStiffness | None]) -> GeometricStiffness | None:
    parts = [one for one in each if one is not None]
    if len(parts) < len(each):
        return None
    sizes = [part.gradient.shape[1] for part in parts]
    first, n = np.cumsum([0, *sizes]), sum(sizes)
    widened = []
    for part, start, size in zip(parts, first, sizes, strict=False):
        change = sparse.csr_array(sparse.eye_array(size, n, k=start))
        widened.append(_changed_stress(part, change))
    return united(widened)


def _beside_recoveries(parts: Mapping[str, Structure]) -> dict[str, Recovery]:
    return {
        f"{part}.{name}": recovery
        for part, change in _widened(parts).items()
        for name, recovery in _changed_recoveries(parts[part], change).items()
    }


def _beside_thermal(parts: Mapping[str, Structure]) -> ThermalLoads | None:
    """Loads of all parts of which they are known."""
    changes = _widened(parts)
    found = [
        s.thermal.named(part).changed(changes[part])
        for part, s in parts.items()
        if s.thermal is not None
    ]
    return united_loads(found) if found else None


def _widened(parts: Mapping[str, Structure]) -> dict[str, sparse.csr_array]:
    """From the degrees of freedom of all parts to those of each."""
    sizes = [s.size for s in parts.values()]
    first, n = np.cumsum([0, *sizes]), sum(sizes)
    spans = zip(parts, sizes, first.tolist(), strict=False)
    return {part: sparse.csr_array(sparse.eye_array(size, n, k=k)) for part, size, k in spans}


@dataclass(frozen=True)
class _TieArms:
    """Arms (k, 3) of ties, rows (k, 3) of motion that turn them, degrees (k, 3) at their ends."""

    lengths: np.ndarray
    turns: np.ndarray
    degrees: np.ndarray


def _followed(
    whole: Structure, ties: Sequence[Tie]
) -> tuple[sparse.csr_array, np.ndarray, _TieArms]:
    """T, which degrees of freedom are left, and the arms."""
    n = whole.size
    place = {(int(node), int(way)): k for k, (node, way) in enumerate(whole.degrees)}
    followers: list[int] = []
    rows: list[sparse.csr_array] = []
    lengths, turns, ends = [], [], []
    for tie in ties:
        leader, follower = whole.node(tie.first), whole.node(tie.second)
        arm, led = _led(whole, leader, follower)
        for way, name in enumerate(DIRECTIONS):
            if name in tie.springs:
                continue
            degree = place.get((follower, way))
            if degree is None or degree in followers:
                why = "follows already" if degree in followers else "has no such degree of freedom"
                what = f"{tie.second} {why} along {name}"
                raise refusal(what, f"ties.{tie.second}", "another node, or the tie the other way")
            followers.append(degree)
            rows.append(led[[way]])
        if arm.any() and not set(tie.springs) & {"x", "y", "z"}:
            lengths.append(arm)
            turns.append(6 * leader + np.arange(3, 6))
            ends.append([place[follower, way] for way in range(3)])
    independent = np.setdiff1d(np.arange(n), followers)
    change = _resolved(n, np.array(followers, int), independent, rows)
    arms = _TieArms(
        np.array(lengths).reshape(-1, 3),
        np.array(turns, int).reshape(-1, 3),
        np.array(ends, int).reshape(-1, 3),
    )
    return change, independent, arms


def _led(whole: Structure, leader: int, follower: int) -> tuple[np.ndarray, sparse.csr_array]:
    """The arm from one node to another, and the motion (6, n) of its end, as the first leads it."""
    arm = whole.positions[follower] - whole.positions[leader]
    moved = np.eye(6)
    moved[:3, 3:] = -crossed(arm[None])[0]
    return arm, sparse.csr_array(moved @ whole.motion[6 * leader : 6 * leader + 6].toarray())


def _resolved(
    n: int, followers: np.ndarray, independent: np.ndarray, rows: list[sparse.csr_array]
) -> sparse.csr_array:
    """T from what followers follow, even where that follows others."""
    T = sparse.lil_array((n, len(independent)))
    T[independent, np.arange(len(independent))] = 1.0
    if len(followers):
        led = sparse.csc_array(sparse.vstack(rows))
        through = sparse.csc_array(sparse.eye_array(len(followers)) - led[:, followers])
        try:
            factors = splu(through)
        except RuntimeError:
            raise refusal("ties lead in a circle", "ties", "each node follows one other") from None
        T[followers] = factors.solve(led[:, independent].toarray())
    return T.tocsr()


def _springs(whole: Structure, ties: Sequence[Tie]) -> sparse.csr_array:
    total = sparse.csr_array((whole.size, whole.size))
    for tie in ties:
        leader, follower = whole.node(tie.first), whole.node(tie.second)
        led = _led(whole, leader, follower)[1]
        for name, stiffness in tie.springs.items():
            if name not in DIRECTIONS or not (is_finite(stiffness) and stiffness >= 0):
                what = f"a spring of {stiffness!r} along {name!r}"
                raise refusal(what, f"ties.{tie.second}", f"not negative, {' '.join(DIRECTIONS)}")
            way = DIRECTIONS.index(name)
            stretch = whole.motion[[6 * follower + way]] - led[[way]]
            total = total + stiffness * (stretch.T @ stretch)
    return total


def _joined_points(whole: Structure, change: sparse.csr_array, ties: _TieArms) -> MassPoints:
    points = whole.points
    assert points is not None and points.arms is not None and points.slopes is not None
    rotation = sparse.vstack([points.arms.rotation, whole.motion[ties.turns.ravel()]]) @ change
    spread = sparse.hstack([points.arms.spread, points.shape[:, ties.degrees.ravel()]])
    lengths = np.concatenate([points.arms.lengths, ties.lengths])
    return MassPoints(
        points.masses,
        points.positions,
        sparse.csr_array(points.shape @ change),
        Arms(lengths, sparse.csr_array(rotation), sparse.csr_array(spread)),
        replace(points.slopes, gradient=sparse.csr_array(points.slopes.gradient @ change)),
    )


def _joined_stress(
    whole: Structure, change: sparse.csr_array, ties: _TieArms
) -> GeometricStiffness:
    """Stress of the parts, and forces on followers times ½ θ × (θ × d) of arms d that lead them."""
    assert whole.geometric is not None
    parts = [_changed_stress(whole.geometric, change)]
    terms = [(i, j, 3 * i + j, 1.0) for i in range(3) for j in range(3)]
    every = np.arange(change.shape[1])[None]
    for d, turns, ends in zip(ties.lengths, ties.turns, ties.degrees, strict=True):
        f = (whole.stiffness[ends] @ change).toarray()
        stress = np.einsum("ik,j->ijk", f, d) - np.einsum("ij,ak,a->ijk", np.eye(3), f, d)
        theta = (whole.motion[turns] @ change).toarray()
        block = stress.reshape(1, 9, -1)
        parts.append(element_terms(theta[None], block, terms, every, change.shape[1]))
    return united(parts)


def _diagonal(blocks: Iterable[sparse.csr_array]) -> sparse.csr_array:
    return sparse.block_diag(list(blocks), format="csr")


def _zeros(rows: int, columns: int) -> sparse.csr_array:
    return sparse.csr_array((rows, columns))

"""From an approximate start to a state that meets all constraints.

Positions by Levenberg's method (Levenberg 1944, Marquardt 1963), which is Newton's near a solution
and goes downhill far from one: to a position near the start, if not to the nearest.  Velocities by
the least change.  Turns are counted by a radian, and moves by the mechanism's arm, so that the unit
of length does not matter.  Coordinates and speeds that are held stay as they are.  Singular values
decide what dependent constraints determine.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from treetop.checks.hold import hold_problems
from treetop.core.constraints.row import Rows
from treetop.core.tables.kinds import COUPLING, DISTANCE, FREE, GUIDED, TURN, USER, USER_SLIP
from treetop.core.tables.scales import coordinate_units, length_of, speed_units
from treetop.errors import ModelError, Problem
from treetop.model.initial_state import hold_of
from treetop.model.specification import path
from treetop.system.constraint_analysis import (
    RANK,
    constraint_owners,
    constraint_rows,
    cross_matrices,
    row_sizes,
    turned_over,
)
from treetop.system.state import ORIGIN, VELOCITY, State

if TYPE_CHECKING:
    from treetop.system.evaluation import Evaluation
    from treetop.system.system import System

MET = 1e-10  # rad, or part of the mechanism's arm, by which constraints may be missed
SLOW = 1e-3  # 1/s: rates below are measured by this
NUDGES = (0.0, 0.01, 0.1, 1.0)  # rad or arms, by which the start is varied if it leads nowhere
MAX_STEPS = 300  # steps
PART = 0.05  # of the largest gap, below which a constraint takes no part in it
FLOOR = 1e-15  # errors below are rounding
COORDINATE_RESOLUTION = (
    16 * np.finfo(float).eps
)  # of the largest coordinate, by which constraints are off
FIRST, LEAST, GREATEST = 1e-2, 1e-12, 1e8  # damping, in terms of the largest singular value squared


class Measured(NamedTuple):
    """The constraints beyond a tree's joints, for the speeds."""

    J: np.ndarray  # the rate of each per unit of each speed: a rad/s, or the arm per second
    size: np.ndarray  # of each: how much a rad, or the mechanism's arm, could change it
    slide: float  # 1/m: how much of its size a metre could change any of them


class Look(NamedTuple):
    """The constraints at a state, each in terms of a size of its own."""

    now: Evaluation
    error: np.ndarray
    rate: np.ndarray
    J: np.ndarray
    measured: Measured


def assembled(system: System, state: State, hold: Iterable[str] = ()) -> State:
    """A state near the given one that meets all constraints.

    Parameters
    ----------
    system : System
    state : State
        Of this system.
    hold : labels
        Coordinates and speeds that stay as they are, such as ``"crank.angle"`` or ``"crank.rate"``,
        or joints, all of whose coordinates and speeds stay.

    Raises
    ------
    ModelError
        Names the constraint that cannot be met, and by how much.
    """
    several = isinstance(hold, Iterable) and not isinstance(hold, str)
    locked = list(hold_of(list(hold) if several else hold))
    turning, moving = _free(system, locked)
    if not system.constrained:
        return state
    z = system.joint_vectors(state.vector)[0]
    z = _positions(system, state.time, z, turning, locked)
    z = _velocities(system, state.time, z, moving, locked)
    return system.with_turns(State(system, state.time, system.own_vector(z)))


def _look(system: System, t: float, z: np.ndarray, size: np.ndarray | None = None) -> Look:
    """The constraints beyond the tree's joints at a state given in joint coordinates, in terms of
    given sizes or of those there."""
    now, first = system.at_joint_vector(t, z), _first(system)
    rows, found = now.rows, measured(now)
    size = found.size if size is None else size
    J = found.J / size[:, None]
    return Look(now, rows.error[first:] / size, rows.rate[first:] / size, J, found)


def measured(now: Evaluation) -> Measured:
    """The rows of constraints, independent of the unit of length."""
    tables = now.system.tables
    J, length = constraint_rows(now.system, now.rows, _first(now.system)), length_of(tables)
    size = length * row_sizes(J, length)
    moving = np.linalg.norm(J.reshape(len(J), J.shape[1] // 6, 6)[:, :, 3:], axis=(1, 2))
    J = J @ motions_per_speed(now) * speed_units(tables)
    return Measured(J, size, float((moving / size).max(initial=0.0)))


def allowed(now: Evaluation, slide: float, part: float) -> tuple[float, float]:
    """By how much a constraint, and its rate, may be missed in terms of its size: by part of a
    radian or of the mechanism's arm, and by what rounds where it is far away or moves fast; one
    takes up what rounds in others that it depends on."""
    system, z, work = now.system, now.joint_vector, now.work
    nq = len(system.coordinate_labels)
    q, u = z[:nq], z[nq : nq + len(system.speed_labels)]
    far, fast = origin_offset(system, z)
    far, fast = far + float(np.abs(work.p).max()), fast + float(np.abs(work.V[:, 3:]).max())
    value = float(np.abs(q / coordinate_units(system.tables)).max(initial=0.0))
    rate = float(np.abs(u / speed_units(system.tables)).max(initial=SLOW))
    part = part + COORDINATE_RESOLUTION * (value + far * slide)
    return part, part * rate + COORDINATE_RESOLUTION * fast * slide


def _first(system: System) -> int:
    return int(system.whole.constraints.joint_at[-1])


def motions_per_speed(now: Evaluation) -> np.ndarray:
    """Motions of all bodies' joint frames, angular and linear, per unit of each speed: a matrix of
    six rows for each body."""
    tree, work = now.system.tables.tree, now.work
    G = np.zeros((len(tree.parent), 6, len(now.system.speed_labels)))
    arms, u_at, station_at = cross_matrices(work.r), tree.u_at.tolist(), tree.station_at.tolist()
    for i, parent in enumerate(tree.parent.tolist()[1:], start=1):
        speeds, node = slice(u_at[i], u_at[i + 1]), slice(station_at[i], station_at[i + 1])
        G[i] = G[parent]
        G[i, 3:] -= arms[i] @ G[parent, :3]
        G[i, :, speeds] += work.S[speeds].T
        if node.stop > node.start:  # of a flexible body
            modes = slice(u_at[parent], u_at[parent] + node.stop - node.start)
            G[i, :, modes] += work.phi[node].T
    return G[1:].reshape(6 * (len(G) - 1), G.shape[2])


# --- scales that small changes are measured by --------------------------------------------


def mechanism_size(now: Evaluation) -> float:
    """The greatest length within the mechanism, m.

    The distances of free bodies from the ground, and of all that hangs on the ground from its
    origin, are no lengths of the mechanism.  1 if it has no length at all.
    """
    tables, work = now.system.whole, now.work
    tree, bodies, heavy = tables.tree, work.bodies, work.bodies.mass > 0.0
    grounded = (tree.parent == 0) & (tree.joint != FREE)
    grounded[0] = False  # the ground itself
    lengths = [
        *np.linalg.norm(work.r[tree.parent > 0], axis=1),
        *np.linalg.norm(bodies.com, axis=1),
        *np.linalg.norm(tables.frames.p[tables.frames.body > 0], axis=1),
        *np.abs(tables.line_springs.law[:, 0]),
        *np.sqrt(np.abs(bodies.J_C[heavy]).max(axis=1, initial=0.0) / bodies.mass[heavy]),
        *(np.ptp(work.p[grounded], axis=0) if grounded.any() else ()),
    ]
    return float(max(lengths, default=0.0)) or 1.0


def displacement_scales(now: Evaluation, G: np.ndarray) -> np.ndarray:
    """The displacement along each column of G, motions of all bodies in six rows each, that turns
    a body by 1 rad or moves one by the size of the mechanism."""
    motions = np.abs(G).reshape(-1, 6, G.shape[1])
    turn = motions[:, :3].max(axis=(0, 1), initial=0.0)
    move = motions[:, 3:].max(axis=(0, 1), initial=0.0) / mechanism_size(now)
    most = np.maximum(turn, move)
    return 1.0 / np.where(most > 0.0, most, 1.0)


def origin_offset(system: System, z: np.ndarray) -> tuple[float, float]:
    """How far off and how fast the origin is, m and m/s, where several places are measured from the
    ground: they were rounded there.  One free body carries all along, and its place is no matter.
    """
    if system.tables.falling[0] and len(system.assembly.roots) < 2:
        return 0.0, 0.0
    return float(np.abs(z[ORIGIN]).max()), float(np.abs(z[VELOCITY]).max())


# --- positions and velocities -----------------------------------------------------------


def _positions(
    system: System, t: float, z: np.ndarray, free: np.ndarray, locked: list[str]
) -> np.ndarray:
    """From a position where constraints pull in no direction that is free, as one where all bars
    are in line, it goes on from others nearby."""
    rng, best, least = np.random.default_rng(1), z, np.inf
    for nudge in NUDGES:
        aside = np.where(free, nudge * rng.uniform(-1.0, 1.0, len(free)), 0.0)
        aside *= speed_units(system.tables)
        found, left, now = _descended(system, t, _moved(system, z, aside), free)
        if left < least:
            best, least = found, left
        if least <= 1.0 and not turned_over(now):
            return best
    now = system.at_joint_vector(t, best)
    problems = turned_over(now) if least <= 1.0 else []
    raise ModelError(problems or [_unmet(system, now.rows, locked)])


def _descended(
    system: System, t: float, z: np.ndarray, free: np.ndarray
) -> tuple[np.ndarray, float, Evaluation]:
    """Where Levenberg's method ends, the greatest error left there, in terms of its limit, and the
    evaluation there."""
    look, damping, unit = _look(system, t, z), FIRST, speed_units(system.tables)
    size = look.measured.size
    for _ in range(MAX_STEPS):
        if not np.abs(look.error).max(initial=0.0) > FLOOR or damping > GREATEST:
            break
        change = np.zeros(len(free))
        change[free] = unit[free] * _damped(look.J[:, free], -look.error, damping)
        ahead = _moved(system, z, change)
        there = _look(system, t, ahead, size)
        if np.linalg.norm(there.error) < np.linalg.norm(look.error):
            z, look, damping = ahead, there, max(0.1 * damping, LEAST)
        else:
            damping *= 10.0
    look = _look(system, t, z)  # in terms of the sizes there
    limit = allowed(look.now, look.measured.slide, MET)[0]
    return z, float((np.abs(look.error) / limit).max(initial=0.0)), look.now


def _velocities(
    system: System, t: float, z: np.ndarray, free: np.ndarray, locked: list[str]
) -> np.ndarray:
    nq, z, unit = len(system.coordinate_labels), z.copy(), speed_units(system.tables)
    u = z[nq : nq + len(free)]
    for _ in range(3):  # the first step is exact but for rounding, if rates are linear in speeds
        look = _look(system, t, z)
        u[free] -= unit[free] * _damped(look.J[:, free], look.rate, 0.0)
    look = _look(system, t, z)
    rate = np.abs(look.rate) / allowed(look.now, look.measured.slide, MET)[1]
    if rate.max(initial=0.0) > 1.0:
        k = int(np.argmax(rate))
        name, opens = constraint_owners(system)[_first(system) + k], look.rate * look.measured.size
        what = f"'{name}' cannot be met by speeds: it opens at {abs(opens[k]):.3g} m/s or rad/s"
        raise ModelError([Problem(what, _place(system, str(name)), _hint(locked))])
    return z


def _damped(J: np.ndarray, y: np.ndarray, damping: float) -> np.ndarray:
    """The x that makes ``|J x - y|² + damping s² |x|²`` least, s the greatest singular value."""
    U, s, V = np.linalg.svd(J, full_matrices=False)
    greatest = s.max(initial=0.0)
    significant = s > RANK * greatest
    s, along = s[significant], (U.T @ y)[significant]
    return V[significant].T @ (along * s / (s**2 + damping * greatest**2))


def _moved(system: System, z: np.ndarray, change: np.ndarray) -> np.ndarray:
    """Coordinates changed along the speeds; attitudes turn."""
    tree, z = system.tables.tree, z.copy()
    for i in range(1, len(tree.parent)):
        k, j, end = tree.q_at[i], tree.u_at[i], tree.u_at[i + 1]
        if tree.q_at[i + 1] - k > end - j:  # begins with a quaternion
            if change[j : j + 3].any():
                z[k : k + 4] = _turned(z[k : k + 4], change[j : j + 3])
            k, j = k + 4, j + 3
        z[k : k + end - j] += change[j:end]
    return z


def _turned(q: np.ndarray, angle: np.ndarray) -> np.ndarray:
    """A quaternion turned by a vector in its own axes."""
    size = float(np.linalg.norm(angle))
    w, e = np.cos(0.5 * size), 0.5 * np.sinc(0.5 * size / np.pi) * angle
    turned = np.append(w * q[0] - e @ q[1:], q[0] * e + w * q[1:] + np.cross(q[1:], e))
    return turned / np.linalg.norm(turned)


# --- what is held -----------------------------------------------------------------------


def free_to_move(system: System, locked: list[str]) -> np.ndarray:
    """Which speeds may move the coordinates that belong to them."""
    return _free(system, locked)[0]


def _free(system: System, locked: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Which speeds may move the coordinates that belong to them, and which may change."""
    problems = list(hold_problems(system.mechanism, locked))
    if problems:
        raise ModelError(problems)
    along = coordinate_of_each_speed(system)
    turning = np.array([not any(_covers(h, label) for h in locked) for label in along], dtype=bool)
    speeds = system.speed_labels
    moving = np.array([not any(_covers(h, label) for h in locked) for label in speeds], dtype=bool)
    return turning, moving


def _covers(locked: str, label: str) -> bool:
    return label == locked or label.startswith(f"{locked}.")


def coordinate_of_each_speed(system: System) -> list[str]:
    tree, labels = system.tables.tree, system.coordinate_labels
    along: list[str] = []
    for i in range(1, len(tree.parent)):
        k, end = tree.q_at[i], tree.q_at[i + 1]
        if end - k > tree.u_at[i + 1] - tree.u_at[i]:
            along += 3 * [labels[k].removesuffix(".w")]
            k += 4
        along += labels[k:end]
    return along


# --- what cannot be met -----------------------------------------------------------------


def _unmet(system: System, rows: Rows, locked: list[str]) -> Problem:
    gaps, length = _gaps(system, rows), length_of(system.tables)
    parts = {name: gap / (length if unit == "m" else 1.0) for name, (gap, unit) in gaps.items()}
    name = max(parts, key=parts.__getitem__)
    gap, unit = gaps[name]
    # Where errors are least they pull against each other: all that are left take part.
    others = [each for each in gaps if each != name and parts[each] > PART * parts[name]]
    where = "where all constraints are met best"
    if others:
        where += f", against {', '.join(map(repr, others))}"
    what = f"'{name}' cannot be met from this start: {gap:.3g} {unit} are missing {where}"
    return Problem(what, _place(system, name), _hint(locked))


def _gaps(system: System, rows: Rows) -> dict[str, tuple[float, str]]:
    """By how much each joint or constraint is missed, and in which unit."""
    c, owners = system.whole.constraints, constraint_owners(system)
    errors = np.where(np.isfinite(rows.error), rows.error, np.inf)
    length = c.law[:, 0]
    apart = np.sqrt(np.maximum(length**2 + 2.0 * length * errors, 0.0)) - length
    errors = np.where((c.kind == DISTANCE) & (length > 0.0), apart, errors)
    gaps: dict[str, tuple[float, str]] = {}
    for name in (*system.assembly.closing, *system.constraint_names):
        of_name = owners == name
        turning = np.isin(c.kind, (TURN, GUIDED))
        turn, other = of_name & turning, of_name & ~turning
        unit = "m or rad" if np.isin(c.kind[of_name], (COUPLING, USER, USER_SLIP)).any() else "m"
        each = (np.linalg.norm(errors[other]), unit), (np.linalg.norm(errors[turn]), "rad")
        gap, unit = max(each, key=lambda pair: pair[0])
        gaps[name] = float(gap), unit
    return gaps


def _place(system: System, name: str) -> str:
    return path("joints" if name in system.mechanism.joints else "constraints", name)


def _hint(locked: list[str]) -> str:
    if locked:
        return f"hold less than {', '.join(locked)}, or start from other values"
    return "start from other values, or change the sizes of the parts"

"""Velocities that change at once: by joints that engage, stops that are hit, bodies that collide.

Of all motions that joints, loops, constraints and drives allow, the one just after is that whose
difference from the motion just before has the least kinetic energy (Gauss's principle for impulses:
perfectly plastic).  What follows, the rebound of a stop or a blow with friction, starts from there.
See docs/theory/impulses.md.

Where constraints depend on each other their impulses are the smallest of those that fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from treetop.answering import ConstraintImpulse, JointImpulse, Line, Position, own_motions
from treetop.collision import blow
from treetop.errors import TreetopError
from treetop.state import State
from treetop.system import System

CLEAR = 1e-9  # part of a speed that a stop must be able to change

# --- what is given, and what is found ---------------------------------------------------------


class Stop(NamedTuple):
    """A speed that has come to an end of its range.

    Attributes
    ----------
    speed : str
        Label of a scalar speed of a joint, such as ``"hinge.rate"``.
    sense : int
        1 where it may only grow from here (a lower stop), -1 where it may only fall.
    restitution : float
        After the blow it has minus this times the speed before (Newton); from 0 to 1.
    """

    speed: str
    sense: int
    restitution: float = 0.0


class Touch(NamedTuple):
    """A point in which two bodies meet.

    Attributes
    ----------
    a, b : str
        Names of the bodies; the ground may be one of them.
    point : (3,), m
        From the origin of positions, inertial axes.
    normal : (3,)
        Unit vector from a to b.
    restitution : float
        Impulse of restitution over that of compression (Poisson); from 0 to 1.
    friction : float
        Coulomb's coefficient.
    jam : bool
        Whether bodies that slide without approaching jam where they could (Painlevé).
    """

    a: str
    b: str
    point: np.ndarray
    normal: np.ndarray
    restitution: float = 0.0
    friction: float = 0.0
    jam: bool = False


@dataclass(frozen=True)
class Impulse:
    """What a sudden change of velocities is, and takes.

    Attributes
    ----------
    speeds : ndarray
        Just after, in the order of ``system.speed_labels``, as a vector in joint coordinates has
        them: those of free bodies from the moving origin.
    motions : dict
        Of each body just after, as `motions` tells them.
    joint, constraint : dict
        What each exerted, by name: `JointImpulse`, `ConstraintImpulse`.
    hits : ndarray, N s or N m s
        What each `Stop` exerted; or what a `Touch` did to its second body, inertial axes.
    kinetic_energy_before, kinetic_energy_after, lost : float, J
        Seen from the ground.  Drives that move may have done work: the loss can be negative.
    sticks : bool
        Whether the point of a `Touch` sticks at the end of the blow.
    note : str
        What else could have happened, if that is not determined.
    """

    speeds: np.ndarray
    motions: dict[str, np.ndarray]
    joint: dict[str, JointImpulse]
    constraint: dict[str, ConstraintImpulse]
    kinetic_energy_before: float
    kinetic_energy_after: float
    lost: float
    hits: np.ndarray
    sticks: bool = False
    note: str = ""


# --- what may happen --------------------------------------------------------------------------


def motions(system: System, state: State) -> dict[str, np.ndarray]:
    """How each body moves: angular velocity (rad/s) and velocity of its own frame's origin (m/s) in
    inertial axes, six numbers, seen from the moving origin of the state."""
    system.rate(state)
    return own_motions(system, system.work.V[1:])


def engagement(
    system: System, time: float, z: np.ndarray, before: Mapping[str, np.ndarray]
) -> Impulse:
    """Bodies that move as joints and constraints may not allow, seized by these.

    Parameters
    ----------
    system : System
        With the joints, constraints and drives that hold just after.
    time : float, s
    z : ndarray
        State vector in joint coordinates; its coordinates and origin count, its speeds do not.
    before : mapping of arrays
        How each body moves just before, as `motions` tells it, from an origin that moves as that
        of z does.

    Raises
    ------
    TreetopError
        Where drives contradict each other, or nothing determines the motion.
    """
    at = Position(system, time, z)
    return _told(at, before, at.allowed(before), [], np.zeros(0))


def rebound(
    system: System,
    time: float,
    z: np.ndarray,
    before: Mapping[str, np.ndarray],
    stops: Iterable[Stop],
) -> Impulse:
    """The same, and then the blows of stops, all at once: each pushes or leaves its speed alone,
    which is then at least what restitution asks for (Moreau).

    Parameters as those of `engagement`.
    """
    at, given = Position(system, time, z), list(stops)
    u, lines = at.allowed(before), [at.line_of(stop.speed) for stop in given]
    sense = np.array([float(stop.sense) for stop in given])
    K = sense[:, None] * np.array([line.along for line in lines]).reshape(len(lines), -1)
    wanted = np.array([1.0 + stop.restitution for stop in given]) * (K @ u)
    pushes = sense * _pushes(at.half_answer(K), wanted) + 0.0
    u = u + at.answer(_sum(pushes, [line.along for line in lines], len(u)))
    return _told(at, before, u, lines, pushes, hits=pushes)


def collision(
    system: System, time: float, z: np.ndarray, before: Mapping[str, np.ndarray], touch: Touch
) -> Impulse:
    """The same, and then the blow of two bodies that meet in one point, with friction.

    Parameters as those of `engagement`.
    """
    at = Position(system, time, z)
    u, axes = at.allowed(before), _with_normal(np.asarray(touch.normal, dtype=float))
    lines = at.lines_between(touch.a, touch.b, np.asarray(touch.point, dtype=float), axes)
    K = np.array([line.along for line in lines])
    C = at.half_answer(K)
    found = blow(C @ C.T, K @ u, touch.restitution, touch.friction, touch.jam)
    u = u + at.answer(K.T @ found.impulse)
    told = _told(at, before, u, lines, found.impulse, hits=axes.T @ found.impulse)
    return replace(told, sticks=found.sticks, note=found.note)


# --- how ----------------------------------------------------------------------------------------


def _pushes(C: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """The least pushes p with ``C Cᵀ p + wanted`` not negative, and zero where they push.

    That is the p that makes ``|Cᵀ p + y|`` least, with ``C y = wanted``.
    """
    from scipy.optimize import nnls  # takes its time to import, and is rarely needed

    pushes, held = np.zeros(len(wanted)), np.linalg.norm(C, axis=1) <= CLEAR * np.linalg.norm(C)
    y = np.linalg.lstsq(C[~held], wanted[~held], rcond=None)[0]
    missed = np.where(held, -wanted, np.abs(C @ y - wanted))  # one that is held may move away
    if (missed > CLEAR * np.abs(wanted).max(initial=0.0)).any():
        raise TreetopError("a speed that drives or constraints hold has run into its stop")
    if not held.all():
        pushes[~held] = nnls(C[~held].T, -y)[0]
    return pushes


def _with_normal(n: np.ndarray) -> np.ndarray:
    """Two tangents and the normal, as rows."""
    if abs(np.linalg.norm(n) - 1.0) > CLEAR:
        raise TreetopError(f"the normal of a contact must be a unit vector, not {n.tolist()}")
    t = np.cross(n, np.eye(3)[np.argmin(np.abs(n))])
    t /= np.linalg.norm(t)
    return np.array([t, np.cross(n, t), n])


def _sum(pushes: np.ndarray, rows: list[np.ndarray], size: int) -> np.ndarray:
    return sum((p * row for p, row in zip(pushes, rows, strict=True)), np.zeros(size))


def _told(
    at: Position,
    before: Mapping[str, np.ndarray],
    u: np.ndarray,
    lines: list[Line],
    pushes: np.ndarray,
    hits: np.ndarray | None = None,
) -> Impulse:
    """The impulse that leads to speeds u, pushes along the lines among it."""
    V0, V1 = at.joint_motions(before), at.G @ u
    gained = at.momentum(V1 - V0)
    joint, constraint = at.loads(gained, lines, pushes)
    T, lost = at.energy(V0), at.energy_lost(V0, V1, gained)
    return Impulse(
        speeds=u,
        motions=at.motions(V1),
        joint=joint,
        constraint=constraint,
        kinetic_energy_before=T,
        kinetic_energy_after=T - lost,
        lost=lost,
        hits=np.zeros(0) if hits is None else hits,
    )

"""Velocities that change at once: by joints that engage, stops that are hit, bodies that collide.

Of all motions that joints, loops, constraints and drives allow, the one just after is that whose
difference from the motion just before has the least kinetic energy (Gauss's principle for impulses:
perfectly plastic).  What follows, the impacts of stops, latches and contacts, starts from there;
all of one instant are found together.  See docs/theory/impulses.md.

Where constraints depend on each other their impulses are the smallest of those that fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from treetop.errors import TreetopError
from treetop.simulation.impact.complementarity import Rows, pushes_at_once
from treetop.simulation.impact.impulse_response import (
    ConstraintImpulse,
    ImpulseResponse,
    JointImpulse,
    Line,
    own_motions,
)
from treetop.simulation.impact.point_collision import point_impact
from treetop.system.evaluation import Evaluation
from treetop.system.system import System

LEAST_MOBILITY = 1e-9  # part of a speed that a stop must be able to change

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
        After the impact it has minus this times the speed before (Newton); from 0 to 1.
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


class Seize(NamedTuple):
    """A speed that is seized, as by a latch: it has ended just after, whichever way it went.

    Attributes
    ----------
    speed : str
        Label of a scalar speed of a joint.
    """

    speed: str

    @property
    def restitution(self) -> float:
        """None: the speed has ended."""
        return 0.0


Hit = Stop | Touch | Seize


@dataclass(frozen=True)
class Impulse:
    """What a sudden change of velocities is, and takes.

    Attributes
    ----------
    speeds : ndarray
        Just after, in the order of ``system.speed_labels``, as a vector in joint coordinates has
        them: those of free bodies from the moving origin.
    motions : dict
        Of each body just after, as `motions` gives them.
    joint, constraint : dict
        What each exerted, by name: `JointImpulse`, `ConstraintImpulse`.
    hits : ndarray, N s or N m s
        What each `Stop` exerted; or what a `Touch` did to its second body, inertial axes.
    kinetic_energy_before, kinetic_energy_after, lost : float, J
        Seen from the ground.  Drives that move may have done work: the loss can be negative.
    sticks : bool
        Whether the point of a `Touch` sticks at the end of the impact.
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


def motions(now: Evaluation) -> dict[str, np.ndarray]:
    """How each body moves: angular velocity (rad/s) and velocity of its own frame's origin (m/s) in
    inertial axes, six numbers, seen from the moving origin of the state."""
    return own_motions(now, now.work.V[1:])


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
        How each body moves just before, as `motions` gives it, from an origin that moves as that
        of z does.

    Raises
    ------
    TreetopError
        Where drives contradict each other, or nothing determines the motion.
    """
    at = ImpulseResponse(system, time, z)
    return _impulse_record(at, before, at.allowed(before), [], np.zeros(0))


def rebound(
    system: System,
    time: float,
    z: np.ndarray,
    before: Mapping[str, np.ndarray],
    stops: Iterable[Stop],
) -> Impulse:
    """The impulse of the constraints, and then the impacts of stops, all at once.

    Parameters as those of `engagement`.
    """
    found = impact(system, time, z, before, list(stops))
    return replace(found.whole, hits=np.array([part.push[0] for part in found.parts]))


def collision(
    system: System, time: float, z: np.ndarray, before: Mapping[str, np.ndarray], touch: Touch
) -> Impulse:
    """The impulse of the constraints, and then the impact of two bodies at one point, with
    friction.

    Parameters as those of `engagement`.
    """
    found = impact(system, time, z, before, [touch])
    part = found.parts[0]
    return replace(found.whole, hits=part.push, sticks=part.sticks, note=part.note)


class Part(NamedTuple):
    """What one of several impacts of the same instant was.

    Attributes
    ----------
    push : ndarray, N s or N m s
        Along the speed of a `Stop` or `Seize`; or on the second body of a `Touch`, inertial axes.
    before, after : float
        How fast the parts come apart there, just before and just after.
    impulse : Impulse
        What joints and constraints exerted by it, and the energy that it took.
    sticks, note
        As those of an `Impulse`.
    """

    push: np.ndarray
    before: float
    after: float
    impulse: Impulse
    sticks: bool
    note: str


class Impact(NamedTuple):
    """Impacts of one instant: all of them, and each by itself; what they exert adds up."""

    whole: Impulse
    parts: list[Part]


def impact(
    system: System,
    time: float,
    z: np.ndarray,
    before: Mapping[str, np.ndarray],
    hits: Sequence[Hit],
) -> Impact:
    """What engages, and then all that is struck at one instant, whose order does not count.

    One `Touch` by itself follows Routh and Poisson; several hits the law of Moreau, with Newton's
    restitution.  Parameters as those of `engagement`.
    """
    at = ImpulseResponse(system, time, z)
    u, alone = at.allowed(before), len(hits) == 1
    lines = [_lines(at, hit, alone) for hit in hits]
    K = np.array([line.along for of_hit in lines for line in of_hit.signed]).reshape(-1, len(u))
    C, v = at.factor(K), K @ u
    ends = np.cumsum([0, *(len(of_hit.signed) for of_hit in lines)])
    spans = [slice(a, b) for a, b in pairwise(ends)]
    if alone and isinstance(hits[0], Touch):
        touch = hits[0]
        found = point_impact(C @ C.T, v, touch.restitution, touch.friction, touch.jam)
        pushes, sticks, note = found.impulse, found.sticks, found.note
    else:
        pushes, part = pushes_at_once(_rows(C, v, hits, spans))
        sticks, note = False, _lowered(part)
    u = u + at.response(K.T @ pushes)
    every = [line for of_hit in lines for line in of_hit.signed]
    whole = _impulse_record(at, before, u, every, pushes)
    each = [pushes[span] for span in spans]
    lost = [-0.5 * float(p @ (v + K @ u)[s]) for p, s in zip(each, spans, strict=True)]
    rest = (whole.lost - sum(lost)) / max(1, len(hits))  # what drives that move have done
    parts = [
        Part(
            of_hit.directions.T @ p,
            float(v[span][-1]),
            float((K @ u)[span][-1]),
            _share(at, whole, of_hit.signed, p, taken + rest),
            sticks,
            note,
        )
        for of_hit, p, span, taken in zip(lines, each, spans, lost, strict=True)
    ]
    return Impact(whole, parts)


# --- how ----------------------------------------------------------------------------------------


class _Lines(NamedTuple):
    """Along which a hit pushes: the last of them apart; and the name in the log."""

    signed: list[Line]
    directions: np.ndarray


def _lines(at: ImpulseResponse, hit: Hit, alone: bool) -> _Lines:
    if isinstance(hit, Touch):
        axes = _with_normal(np.asarray(hit.normal, dtype=float))
        axes = axes if alone or hit.friction else axes[2:]
        return _Lines(
            at.lines_between(hit.a, hit.b, np.asarray(hit.point, dtype=float), axes), axes
        )
    sense = float(hit.sense) if isinstance(hit, Stop) else 1.0
    line = at.line_of(hit.speed)
    signed = line._replace(
        along=sense * line.along, on_bodies=sense * line.on_bodies, across=sense * line.across
    )
    return _Lines([signed], np.array([[sense]]))


def _rows(C: np.ndarray, v: np.ndarray, hits: Sequence[Hit], spans: list[slice]) -> Rows:
    restitution, seizes = np.zeros(len(v)), np.zeros(len(v), dtype=bool)
    points = []
    for hit, span in zip(hits, spans, strict=True):
        seizes[span] = isinstance(hit, Seize)
        restitution[span.stop - 1] = hit.restitution
        if isinstance(hit, Touch) and span.stop - span.start == 3:
            points.append((span.start, float(hit.friction)))
    return Rows(C, v, restitution, seizes, points)


def _lowered(part: float) -> str:
    return "" if part == 1.0 else f"restitution times {part:.3g}, so that no energy is gained"


def _share(
    at: ImpulseResponse, whole: Impulse, lines: list[Line], pushes: np.ndarray, lost: float
) -> Impulse:
    """The part that pushes along some lines have in an impulse."""
    change = at.response(_sum(pushes, [line.along for line in lines], len(whole.speeds)))
    joint, constraint = at.loads(at.momentum(at.G @ change), lines, pushes)
    return replace(whole, joint=joint, constraint=constraint, lost=lost)


def _with_normal(n: np.ndarray) -> np.ndarray:
    """Two tangents and the normal, as rows."""
    if abs(np.linalg.norm(n) - 1.0) > LEAST_MOBILITY:
        raise TreetopError(f"the normal of a contact must be a unit vector, not {n.tolist()}")
    t = np.cross(n, np.eye(3)[np.argmin(np.abs(n))])
    t /= np.linalg.norm(t)
    return np.array([t, np.cross(n, t), n])


def _sum(pushes: np.ndarray, rows: list[np.ndarray], size: int) -> np.ndarray:
    return sum((p * row for p, row in zip(pushes, rows, strict=True)), np.zeros(size))


def _impulse_record(
    at: ImpulseResponse,
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

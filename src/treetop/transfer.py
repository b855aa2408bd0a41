"""A state carried over from one structure of a model to another.

All joints are known in every structure, so most coordinates and speeds carry over by their names,
to the last digit.  Only free joints from the ground are told anew, from where their bodies are, and
from the same origin.  What the new structure does not allow of the velocities an impulse takes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from treetop.assembly.places import Pose, pose_of
from treetop.dynamics.layout import WORKS
from treetop.errors import RunError
from treetop.impulse import Impulse, engagement
from treetop.impulse import motions as motions_of
from treetop.model import Free
from treetop.model.joints import Joint
from treetop.model.rotation import attitude
from treetop.model.structure import Held
from treetop.model.tree import ends
from treetop.state import ORIGIN, VELOCITY, State
from treetop.system import System

APART = 1e-7  # m or rad, relative to the size, by which parts that engage may miss each other
SAME = 1e-12  # part of the speeds, below which a difference is rounding


class Placed(NamedTuple):
    """Where all bodies are, seen from an origin: their own frames, in inertial axes."""

    origin: np.ndarray
    velocity: np.ndarray  # of the origin
    pose: dict[str, Pose]
    motion: dict[str, np.ndarray]  # angular velocity and velocity of the frame's origin


class Transfer(NamedTuple):
    """The state in the new structure, and the impulse that led to it, if there was one."""

    state: State
    impulse: Impulse | None


def placed(state: State) -> Placed:
    """Where all bodies are at a state, and how they move."""
    system, y = state.system, state.vector
    motion = motions_of(system, state)
    frames, work = system.tables.frames, system.work
    pose = {
        name: Pose(work.R[i].reshape(3, 3).copy(), work.p[i].copy())
        @ Pose(frames.R[i].reshape(3, 3), frames.p[i])
        for i, name in enumerate(system.body_names, start=1)
    }
    return Placed(y[ORIGIN].copy(), y[VELOCITY].copy(), pose, motion)


def found_at(state: State, joint: str) -> Held:
    """Where a joint is at a state: its inboard frame, seen from its outboard body."""
    model, at = state.system.model, placed(state)
    inboard, outboard = ends(model.joints[joint])
    ground = Pose(np.eye(3), -at.origin)
    F = at.pose.get(inboard, ground) @ pose_of(model.frame(model.joints[joint].inboard))
    X_BF = at.pose.get(outboard, ground).inverse @ F
    return Held(tuple(X_BF.p.tolist()), attitude(X_BF.R))


def transferred(state: State, new: System) -> Transfer:
    """The state in another structure of the same model.

    Raises
    ------
    RunError
        If bodies are not where the new structure wants them.
    """
    there = placed(state)
    before = _seen_from(there, bool(new.tables.falling[0]))
    z = _carried(state, before, there.origin, new)
    carried = State(new, state.time, new.own_vector(z))
    after = placed(carried)
    _require_places(new, before, after)
    impulse = None
    if _differ(before.motion, after.motion) or _violated(new, carried):
        impulse = engagement(new, state.time, z, before.motion)
        q, u = len(new.coordinate_labels), len(new.speed_labels)
        z[q : q + u] = impulse.speeds
        carried = State(new, state.time, new.own_vector(z))
    return Transfer(with_work(state, carried), impulse)


def _seen_from(at: Placed, falling: bool) -> Placed:
    """The same, seen from an origin that falls along, or from the ground."""
    zero = np.zeros(3)
    if falling == bool(at.origin.any() or at.velocity.any()):
        return at
    p, v = (zero, zero) if not falling else _first(at)
    pose = {name: Pose(X.R, X.p + at.origin - p) for name, X in at.pose.items()}
    motion = {name: np.append(V[:3], V[3:] + at.velocity - v) for name, V in at.motion.items()}
    return Placed(p, v, pose, motion)


def _first(at: Placed) -> tuple[np.ndarray, np.ndarray]:
    name = next(iter(at.pose))
    return at.origin + at.pose[name].p, at.velocity + at.motion[name][3:]


def _carried(state: State, at: Placed, origin: np.ndarray, new: System) -> np.ndarray:
    """The state vector of the new structure in joint coordinates, by names; where the origin stays
    what it was, so do coordinates from there."""
    old, assembly = state.system, new.assembly
    seen = old._observed(np.array([state.time]), state.vector[None, :])
    known = dict(zip(old.coordinate_labels, seen.joints[0], strict=False))
    nq = len(old.coordinate_labels)
    known |= dict(zip(old.speed_labels, seen.joints[0, nq:], strict=False))
    apart = old.assembly.closing_labels
    inner = nq + len(old.speed_labels)
    states = new.assembly.force_states | dict(
        zip(old.assembly.force_states, seen.joints[0, inner:], strict=False)
    )
    known |= dict(zip(apart.coordinates, seen.closing_coordinates[0], strict=True))
    known |= dict(zip(apart.speeds, seen.closing_speeds[0], strict=True))
    for i, X_NF in assembly.roots.items():
        joint = assembly.links[i - 1].joint
        same = f"{joint.name}.position.x" in old.coordinate_labels and at.origin is origin
        if isinstance(joint.kind, Free) and not same:
            known |= _free_joint(new, joint, X_NF, at)
    z = np.zeros(new.joint_size)
    labels = [*new.coordinate_labels, *new.speed_labels]
    turns = [new.assembly.closing_labels.coordinates[k] for k in new.tables.loops.carried[:, 0]]
    values = [known[label] for label in labels]
    values += [states[force] for force in new.assembly.force_states]
    values += [known[label] for label in turns]
    z[: len(values)] = values
    z[ORIGIN], z[VELOCITY] = at.origin, at.velocity
    return z


def _free_joint(system: System, joint: Joint, X_NF: Pose, at: Placed) -> dict[str, float]:
    """Coordinates and speeds of a free joint from the ground, told from where its body is."""
    body, offset = ends(joint)[1], pose_of(system.model.frame(joint.outboard))
    M, V = at.pose[body] @ offset, at.motion[body]
    r = at.pose[body].R @ offset.p
    p = M.p if system.tables.falling[0] else M.p - X_NF.p
    values = {
        "attitude": attitude(X_NF.R.T @ M.R),
        "position": X_NF.R.T @ p,
        "angular_velocity": M.R.T @ V[:3],
        "velocity": X_NF.R.T @ (V[3:] + np.cross(V[:3], r)),
    }
    return {
        f"{joint.name}.{quantity}.{part}": float(x)
        for quantity, numbers in values.items()
        for part, x in zip("wxyz" if len(numbers) == 4 else "xyz", numbers, strict=True)
    }


def _require_places(new: System, before: Placed, after: Placed) -> None:
    """Bodies must not be moved by what engages."""
    for name, X in before.pose.items():
        Y = after.pose[name]
        gap = float(np.linalg.norm(X.p - Y.p))
        angle = float(np.linalg.norm(X.R - Y.R) / np.sqrt(2.0))
        size = max(1.0, float(np.abs(X.p).max()))
        if max(gap / size, angle) > APART:
            what = f"the body '{name}' is {gap:.3g} m and {angle:.3g} rad from where it should be"
            hint = "engage joints when their frames meet, or lock them as they are"
            raise RunError(f"the structure cannot change: {what} ({hint})")


def _differ(a: dict[str, np.ndarray], b: dict[str, np.ndarray]) -> bool:
    size = max(np.abs(V).max(initial=0.0) for V in a.values())
    return any(np.abs(a[name] - b[name]).max() > SAME * size for name in a)


def _violated(new: System, state: State) -> bool:
    """Whether velocities miss the constraints beyond a tree's joints."""
    if not new.constrained:
        return False
    near = new.settled(state)
    u, v = new.coordinates_of(np.array([state.vector, near.vector]))[1]
    return bool(np.abs(u - v).max(initial=0.0) > SAME * np.abs(u).max(initial=0.0))


def with_work(old: State, new: State) -> State:
    """The works take what the change has done to the energies, so that their balance is kept."""
    (T0, V0, C0), (T1, V1, C1) = (_energies(state) for state in (old, new))
    y = new.vector.copy()
    works = old.vector[-WORKS:]
    y[-WORKS:] = works[0] + (T1 + V1) - (T0 + V0), works[1] + C1 - C0
    return State(new.system, new.time, y)


def _energies(state: State) -> tuple[float, float, float]:
    seen = state.system._observed(np.array([state.time]), state.vector[None, :])
    return (
        float(seen.kinetic_energy[0]),
        float(seen.potential_energy[0]),
        float(seen.energy_about_centre[0]),
    )

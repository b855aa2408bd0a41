"""A state carried over from one structure of a model to another.

All joints are known in every structure, so most coordinates and speeds carry over by their names,
to the last digit.  Only free joints from the ground are measured from where their bodies are, and
from the same origin.  What the new structure does not allow of the velocities an impulse takes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from treetop.assembly.poses import Pose, pose_of
from treetop.core.interface import WORKS
from treetop.core.outputs.outputs import Histories
from treetop.errors import RunError
from treetop.model import Free
from treetop.model.body import GROUND
from treetop.model.rotation import quaternion_of
from treetop.simulation.impact.impulse import Impulse, engagement
from treetop.simulation.impact.impulse_response import own_motions
from treetop.system.observation import observed
from treetop.system.state import ORIGIN, VELOCITY, State
from treetop.system.system import System
from treetop.topology.mechanism import Mechanism
from treetop.topology.nodes import JointNode
from treetop.topology.structure import LockedPose

ENGAGE_TOLERANCE = 1e-7  # m or rad, relative to the size, by which parts that engage may miss
SPEED_ROUNDING = 1e-12  # part of the speeds, below which a difference is rounding


class Placement(NamedTuple):
    """Where all bodies are, seen from an origin: their own frames, in inertial axes."""

    origin: np.ndarray
    velocity: np.ndarray  # of the origin
    number: dict[str, int]  # of each body
    R: np.ndarray  # (n, 3, 3)
    p: np.ndarray  # (n, 3)
    V: np.ndarray  # (n, 6)  angular velocity, and velocity of the frame's origin

    def pose(self, body: str) -> Pose:
        """Pose of a body, or of the ground."""
        if body == GROUND:
            return Pose(np.eye(3), -self.origin)
        return Pose(self.R[self.number[body]], self.p[self.number[body]])

    @property
    def motions(self) -> dict[str, np.ndarray]:
        """By name."""
        return {name: self.V[i] for name, i in self.number.items()}


class Transfer(NamedTuple):
    """The state in the new structure, and the impulse that led to it, if there was one."""

    state: State
    impulse: Impulse | None


@lru_cache(maxsize=2)
def observed_at(state: State) -> tuple[Placement, Histories]:
    """Where all bodies are at a state, and all its outputs; a change asks more than once for the
    state it begins with."""
    system, y = state.system, state.vector
    seen = observed(system, np.array([state.time]), y[None, :])
    now = system.at_once(state)
    n, frames, work = len(system.body_names), system.tables.frames, now.work
    R, bodies = work.R[1:].reshape(n, 3, 3), slice(1, n + 1)
    V = np.array(list(own_motions(now, work.V[bodies]).values()))
    p = work.p[bodies] + np.einsum("nij,nj->ni", R, frames.p[bodies])
    number = {name: i for i, name in enumerate(system.body_names)}
    R_NB = R @ frames.R[bodies].reshape(n, 3, 3)
    return Placement(y[ORIGIN].copy(), y[VELOCITY].copy(), number, R_NB, p, V), seen


def lock_pose(model: Mechanism, at: Placement, joint: str) -> LockedPose:
    """Where a joint is: its inboard frame, seen from its outboard body."""
    inboard, outboard = model.joints[joint].bodies
    F = at.pose(inboard) @ pose_of(model.frame(model.joints[joint].inboard))
    X_BF = at.pose(outboard).inverse @ F
    return LockedPose(tuple(X_BF.p.tolist()), quaternion_of(X_BF.R.tolist()))


def transferred(state: State, new: System) -> Transfer:
    """The state in another structure of the same model.

    Raises
    ------
    RunError
        If bodies are not where the new structure wants them.
    """
    there, seen = observed_at(state)
    before = _from_origin(there, bool(new.tables.falling[0]), new.assembly.anchor)
    z = _mapped_vector(state, seen, before, there.origin, new)
    carried = State(new, state.time, new.own_vector(z))
    after, then = observed_at(carried)
    order = [after.number[name] for name in before.number]
    _require_places(before, after, order)
    impulse = None
    differ = np.abs(before.V - after.V[order]).max() > SPEED_ROUNDING * np.abs(before.V).max()
    if differ or _violated(new, carried):
        impulse = engagement(new, state.time, z, before.motions)
        q, u = len(new.coordinate_labels), len(new.speed_labels)
        z[q : q + u] = impulse.speeds
        carried = State(new, state.time, new.own_vector(z))
        if new.tables.falling[0]:
            return Transfer(_without_energy(impulse.lost, state, seen, carried, then), impulse)
        then = observed_at(carried)[1]
    return Transfer(_with_work(state, seen, carried, then), impulse)


def with_work(old: State, new: State) -> State:
    """The works take what a change has done to the energies, so that their balance is kept."""
    return _with_work(old, observed_at(old)[1], new, observed_at(new)[1])


def _with_work(old: State, seen: Histories, new: State, then: Histories) -> State:
    y, works = new.vector.copy(), old.vector[-WORKS:]
    whole = _energy(then) - _energy(seen)
    about_centre = float(then.energy_about_centre[0] - seen.energy_about_centre[0])
    y[-WORKS:] = works[0] + whole, works[1] + about_centre
    return State(new.system, new.time, y)


def _without_energy(lost: float, old: State, seen: Histories, new: State, then: Histories) -> State:
    """The energies where nothing outside contributes to an impulse: both lose an equal amount, and
    springs that no longer act take along what they stored; places were as they are `then`."""
    y, stored = new.vector.copy(), float(then.potential_energy[0] - seen.potential_energy[0])
    y[-WORKS:] = old.vector[-WORKS:] + stored - lost
    return State(new.system, new.time, y)


def _energy(seen: Histories) -> float:
    return float(seen.kinetic_energy[0] + seen.potential_energy[0])


def _from_origin(at: Placement, falling: bool, anchor: np.ndarray) -> Placement:
    """The state seen from a free-falling origin, or from one that stays in the ground."""
    fell = bool((at.origin != anchor).any() or at.velocity.any())
    if falling == fell:
        return at
    p, v = anchor, np.zeros(3)
    if falling:
        p, v = at.origin + at.p[0], at.velocity + at.V[0, 3:]
    V = at.V.copy()
    V[:, 3:] += at.velocity - v
    return at._replace(origin=p, velocity=v, p=at.p + (at.origin - p), V=V)


def _mapped_vector(
    state: State, seen: Histories, at: Placement, origin: np.ndarray, new: System
) -> np.ndarray:
    """The state vector of the new structure in joint coordinates, by names; where the origin stays
    what it was, so do coordinates from there."""
    old, assembly = state.system, new.assembly
    known = dict(zip(old.coordinate_labels, seen.joints[0], strict=False))
    nq = len(old.coordinate_labels)
    known |= dict(zip(old.speed_labels, seen.joints[0, nq:], strict=False))
    apart = old.assembly.closing_labels
    states = {name: port.start for name, port in new.assembly.states.items()}
    first = len(old.assembly.device_outputs)
    states |= dict(zip(old.assembly.states, seen.outputs[0, first:], strict=False))
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
    values += [states[name] for name in new.assembly.states]
    values += [known[label] for label in turns]
    z[: len(values)] = values
    z[ORIGIN], z[VELOCITY] = at.origin, at.velocity
    return z


def _free_joint(system: System, joint: JointNode, X_NF: Pose, at: Placement) -> dict[str, float]:
    """Coordinates and speeds of a free joint from the ground, measured from where its body is."""
    body, offset = joint.bodies[1], pose_of(system.mechanism.frame(joint.outboard))
    M, V = at.pose(body) @ offset, at.V[at.number[body]]
    r = at.pose(body).R @ offset.p
    p = M.p if system.tables.falling[0] else M.p - (X_NF.p - at.origin)
    values = {
        "attitude": quaternion_of((X_NF.R.T @ M.R).tolist()),
        "position": X_NF.R.T @ p,
        "angular_velocity": M.R.T @ V[:3],
        "velocity": X_NF.R.T @ (V[3:] + np.cross(V[:3], r)),
    }
    return {
        f"{joint.name}.{quantity}.{part}": float(x)
        for quantity, numbers in values.items()
        for part, x in zip("wxyz" if len(numbers) == 4 else "xyz", numbers, strict=True)
    }


def _require_places(before: Placement, after: Placement, order: list[int]) -> None:
    """Bodies must not be moved by what engages."""
    gap = np.linalg.norm(before.p - after.p[order], axis=1)
    angle = np.linalg.norm(before.R - after.R[order], axis=(1, 2)) / np.sqrt(2.0)
    size = np.maximum(1.0, np.abs(before.p).max(axis=1))
    k = int(np.argmax(np.maximum(gap / size, angle)))
    if max(gap[k] / size[k], angle[k]) > ENGAGE_TOLERANCE:
        name = list(before.number)[k]
        what = f"'{name}' is {gap[k]:.3g} m and {angle[k]:.3g} rad from where it should be"
        hint = "engage joints when their frames meet, or lock them as they are"
        raise RunError(f"the structure cannot change: the body {what} ({hint})")


def _violated(new: System, state: State) -> bool:
    """Whether velocities miss the constraints beyond a tree's joints."""
    if not new.constrained:
        return False
    near = new.settled(state)
    first = len(new.coordinate_labels)
    vectors = new.joint_vectors(np.array([state.vector, near.vector]))
    u, v = vectors[:, first : first + len(new.speed_labels)]
    return bool(np.abs(u - v).max(initial=0.0) > SPEED_ROUNDING * np.abs(u).max(initial=0.0))

"""The tables of the forces."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from treetop.assembly.frames import FrameBook
from treetop.assembly.numbering import PARTS, Labels
from treetop.assembly.signals import SignalBook
from treetop.core.tables.tables import (
    FrameForces,
    Gravity,
    JointEfforts,
    JointSprings,
    LineSprings,
    UserForces,
)
from treetop.model import (
    CentralGravity,
    FrameForce,
    JointEffort,
    JointSpring,
    Planet,
    SpringDamper,
    UniformGravity,
    UserForce,
)
from treetop.model.environment.planet import mu_of
from treetop.topology.coordinates import speed_of
from treetop.topology.grounding import moves_from_ground
from treetop.topology.mechanism import Mechanism

Kind = TypeVar("Kind")


def force_tables(
    model: Mechanism, frames: FrameBook, tree: Labels, closing: Labels
) -> dict[str, Any]:
    """All forces of a model; of the joints of the tree, and of those that close loops, the labels
    are given in order."""
    signals = SignalBook()
    places, apart = JointPlaces(model, tree), JointPlaces(model, closing)
    return {
        "gravity": _gravity(model),
        "line_springs": _line_springs(model, frames),
        "joint_springs": _joint_springs(model, places),
        "joint_efforts": _joint_efforts(model, frames, places, signals),
        "frame_forces": _frame_forces(model, frames, signals),
        "user_forces": _user_forces(model, frames),
        "closing_springs": _joint_springs(model, apart),
        "closing_efforts": _joint_efforts(model, frames, apart, signals),
        "signals": signals.table(),
    }


def named(model: Mechanism, *kinds: type[Kind]) -> list[tuple[str, Kind]]:
    """The forces of some kinds, in order."""
    return [(name, force) for name, force in model.forces.items() if isinstance(force, kinds)]


def of_kind(model: Mechanism, kind: type[Kind]) -> list[Kind]:
    return [force for _, force in named(model, kind)]


def _gravity(model: Mechanism) -> Gravity:
    uniform = [force.acceleration for force in of_kind(model, UniformGravity)]
    central = of_kind(model, CentralGravity)
    mu, gradient = sum(force.mu for force in central), any(force.gradient for force in central)
    for planet in of_kind(model, Planet):
        mu, gradient = mu + mu_of(planet), gradient or planet.gradient
    return Gravity(np.sum(uniform or [(0.0, 0.0, 0.0)], axis=0), np.array([mu, gradient], float))


def _line_springs(model: Mechanism, frames: FrameBook) -> LineSprings:
    springs = of_kind(model, SpringDamper)
    ends = [(frames.add(s.a), frames.add(s.b)) for s in springs]
    laws = [
        (s.length, s.stiffness, s.cubic, s.damping, s.vector_damping, s.tension_only)
        for s in springs
    ]
    return LineSprings(_integers(ends, 2), np.array(laws, float).reshape(-1, 6))


class JointPlaces:
    """Finds the coordinate and the speed that a force at a joint acts along."""

    def __init__(self, model: Mechanism, labels: Labels) -> None:
        self.model, self.labels = model, labels

    @cached_property
    def coordinate(self) -> dict[str, int]:
        return {label: k for k, label in enumerate(self.labels.coordinates)}

    @cached_property
    def speed(self) -> dict[str, int]:
        return {label: k for k, label in enumerate(self.labels.speeds)}

    @cached_property
    def joints(self) -> set[str]:
        return {label.partition(".")[0] for label in self.labels.speeds}

    def along(self, joint: str, name: str | None) -> Iterator[tuple[int, int]]:
        """Pairs of coordinate and speed; coordinate -1 for components of a vector speed, and none
        at all for a joint that is not among these."""
        if joint not in self.joints:
            return
        kind = self.model.joints[joint].kind
        k = speed_of(kind, name)
        place = self.coordinate.get(f"{joint}.{kind.coordinates[k].name}", -1)
        for part in PARTS[kind.speeds[k].size]:
            yield place, self.speed[f"{joint}.{kind.speeds[k].name}{part}"]


def _joint_springs(model: Mechanism, places: JointPlaces) -> JointSprings:
    rows = [
        (coordinate, speed, (spring.stiffness, spring.rest, spring.damping))
        for spring in of_kind(model, JointSpring)
        for coordinate, speed in places.along(spring.joint, spring.coordinate)
    ]
    laws = np.array([law for _, _, law in rows], float).reshape(-1, 3)
    return JointSprings(
        _integers([q for q, _, _ in rows]), _integers([u for _, u, _ in rows]), laws
    )


def _joint_efforts(
    model: Mechanism, frames: FrameBook, places: JointPlaces, signals: SignalBook
) -> JointEfforts:
    rows = []
    for force in of_kind(model, JointEffort):
        speeds = [speed for _, speed in places.along(force.joint, force.coordinate)]
        for k, speed in enumerate(speeds):
            several, effort = len(speeds) > 1, force.effort
            signal = signals.add_component(effort, k) if several else signals.add(effort)
            push = np.zeros(3)
            if moves_from_ground(model, force):
                push = frames.seen_from_joint(model.joints[force.joint].inboard)[1].R[:, k]
            rows.append((speed, signal, push))
    return JointEfforts(
        _integers([u for u, _, _ in rows]),
        _integers([s for _, s, _ in rows]),
        np.array([p for _, _, p in rows], float).reshape(-1, 3),
    )


def _frame_forces(model: Mechanism, frames: FrameBook, signals: SignalBook) -> FrameForces:
    forces = of_kind(model, FrameForce)
    return FrameForces(
        _integers([frames.add(force.at) for force in forces]),
        _integers([(signals.add(force.force), signals.add(force.torque)) for force in forces], 2),
        _integers([force.axes == "inertial" for force in forces]),
    )


def _user_forces(model: Mechanism, frames: FrameBook) -> UserForces:
    forces = of_kind(model, UserForce)
    parameters = np.zeros((len(forces), max([1, *(len(f.parameters) for f in forces)])))
    for row, force in zip(parameters, forces, strict=True):
        row[: len(force.parameters)] = force.parameters
    places = _integers([(frames.add(f.on), frames.add(f.reference)) for f in forces], 2)
    return UserForces(places, parameters, law=None)  # compiled where the model is built


def _integers(values: list, width: int = 0) -> np.ndarray:
    table = np.array(values, dtype=np.int64)
    return table.reshape(-1, width) if width else table

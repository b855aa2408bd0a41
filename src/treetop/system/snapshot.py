"""What can be seen of a system at one state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np

from treetop.errors import RunError
from treetop.notebook import table
from treetop.system import reaction_uniqueness
from treetop.system.quantities import Place, no_quantity, places

if TYPE_CHECKING:
    from treetop.assembly.force_outputs import ForceOutputs
    from treetop.system.state import State
    from treetop.system.system import System

HELD = ("force", "torque", "effort")  # what is reported for a constraint
Flags: TypeAlias = Callable[[str, int], np.ndarray]


@dataclass(frozen=True)
class BodyMotion:
    """How a body moves: linear quantities of its frame's origin in inertial axes, angular ones
    in body axes, attitude as a quaternion from body to inertial axes."""

    position: np.ndarray
    velocity: np.ndarray
    acceleration: np.ndarray
    attitude: np.ndarray
    angular_velocity: np.ndarray
    angular_acceleration: np.ndarray


class _Determined:
    """For a load: which parts of it the constraints determine. `_word` is its word among outputs,
    `_flags` finds them by the name of an output and the number of the load there."""

    _word: ClassVar[str]
    _flags: Flags
    _number: int

    @property
    def force_unique(self) -> np.ndarray:
        """For each component of the force, whether the constraints determine it: true or false."""
        return self._flags(f"{self._word}_force", self._number)

    @property
    def torque_unique(self) -> np.ndarray:
        """Likewise for each component of the torque."""
        return self._flags(f"{self._word}_torque", self._number)


@dataclass(frozen=True)
class JointLoad(_Determined):
    """What a joint exerts on its outboard body, about the outboard frame's origin, in the axes
    of the inboard frame; efforts of springs, dampers and drives at the joint included.  Its
    coordinates, speeds and the rates of these by name, SI units: numbers, or arrays of three or
    four."""

    _word: ClassVar[str] = "reaction"

    reaction_force: np.ndarray
    reaction_torque: np.ndarray
    coordinates: dict[str, Any]
    speeds: dict[str, Any]
    speed_rates: dict[str, Any]
    _flags: Flags = field(repr=False, compare=False)
    _number: int = field(repr=False, compare=False)


@dataclass(frozen=True)
class ConstraintLoad(_Determined):
    """What a constraint exerts on the body it acts on, about the origin of that body's frame, in
    inertial axes; of couplings and prescribed coordinates instead the effort, which acts along each
    coordinate times its weight."""

    _word: ClassVar[str] = "holding"

    force: np.ndarray
    torque: np.ndarray
    effort: float
    _flags: Flags = field(repr=False, compare=False)
    _number: int = field(repr=False, compare=False)

    @property
    def effort_unique(self) -> bool:
        """Likewise for the effort."""
        return bool(self._flags("holding_effort", self._number))


@dataclass(frozen=True)
class ForceLoad:
    """What a force exerts on its second end, or on the outboard body of its joint: force, torque
    about the point of action, and that point; and where the opposite acts on the first end.
    Inertial axes; the power (W) is that at both ends.  Of a force at a joint also the generalised
    force along its speed: a number, or three."""

    applied_force: np.ndarray
    applied_torque: np.ndarray
    point_of_action: np.ndarray
    point_of_reaction: np.ndarray
    power: float
    generalised_force: Any = None


EXERTED = ("applied_force", "applied_torque", "point_of_action", "point_of_reaction")


@dataclass(frozen=True)
class Snapshot:
    """All that can be seen of a system at one state; SI units.

    ``snapshot[name]`` is any quantity by the name that results know it by: ``"spring.power"``,
    ``"bus.gravity_force"``, ``"hinge.angle"``, ``"kinetic_energy"``.
    """

    time: float
    body: dict[str, BodyMotion]
    joint: dict[str, JointLoad]
    constraint: dict[str, ConstraintLoad]
    force: dict[str, ForceLoad]
    speed_rates: np.ndarray
    kinetic_energy: float
    potential_energy: float
    linear_momentum: np.ndarray
    angular_momentum: np.ndarray
    angular_momentum_about_centre: np.ndarray
    mass_centre: np.ndarray
    constraint_error: float
    _values: Mapping[str, np.ndarray] = field(repr=False, compare=False)
    _system: System = field(repr=False, compare=False)

    def _repr_html_(self) -> str:
        values = ((name, str(self[name])) for name in self.quantities)
        return table(f"snapshot of {self._system.title!r} at {self.time:g} s", values)

    @property
    def quantities(self) -> list[str]:
        """Every name that ``snapshot[name]`` knows."""
        return list(self._places)

    def __getitem__(self, name: str) -> Any:
        """A quantity by name: a number, or an array of three or four."""
        if name not in self._places:
            raise no_quantity(name, self._places, "of this system")
        place = self._places[name]
        found = self._values[place.variable]
        if place.labels:
            labels = self._labels[place.dim]
            numbers = [labels.index(label) for label in place.labels]
            found = found[numbers if len(numbers) > 1 else numbers[0]]
        return found.copy() if np.ndim(found) else float(found)

    @cached_property
    def _labels(self) -> dict[str, Any]:
        return self._system.labels

    @cached_property
    def _places(self) -> dict[str, Place]:
        return places(self._values, self._labels)


def by_joint(system: System, now: Mapping[str, np.ndarray]) -> dict[str, tuple[dict, dict, dict]]:
    """Coordinates, speeds and rates of the speeds, of each joint by name."""
    coordinates, speeds = system.all_labels
    fields = (coordinates, "coordinates"), (speeds, "speeds"), (speeds, "speed_rates")
    found = {joint: ({}, {}, {}) for joint in system.joint_names}  # type: dict[str, tuple]
    for k, (labels, field_name) in enumerate(fields):
        pairs = zip((label.split(".") for label in labels), now[field_name], strict=True)
        for (joint, name), parts in groupby(pairs, key=lambda pair: pair[0][:2]):
            values = [float(value) for _, value in parts]
            found[joint][k][name] = values[0] if len(values) == 1 else np.array(values)
    return found


def by_force(system: System, now: Mapping[str, np.ndarray]) -> dict[str, ForceLoad]:
    """What each force exerts, by name."""
    outputs, along = system.assembly.outputs, dict[str, Any]()
    for name, parts in groupby(range(len(outputs.generalised)), lambda g: _owner(outputs, g)):
        values = now["generalised_forces"][list(parts)]
        along[name] = float(values[0]) if values.size == 1 else values
    return {
        name: ForceLoad(
            **{each: now[each][f] for each in EXERTED},
            power=float(now["power"][f]),
            generalised_force=along.get(name),
        )
        for f, name in enumerate(outputs.forces)
    }


def _owner(outputs: ForceOutputs, generalised: int) -> str:
    return outputs.generalised[generalised].partition(".")[0]


def snapshot_of(system: System, state: State) -> Snapshot:
    """Everything about the motion at a state of the system."""
    seen = system.observe(np.array([state.time]), state.vector[None, :])
    now = {name: values[0] for name, values in seen.items()}
    if not all(np.isfinite(values).all() for values in now.values()):
        raise RunError(f"at {state.time:g} s: {system.at(state).trouble()}")
    values = by_joint(system, now)
    motion, flags = BodyMotion.__dataclass_fields__, reaction_uniqueness.Flags(system, state)
    force, torque, effort = (now.get(f"holding_{part}", ()) for part in HELD)
    return Snapshot(
        time=state.time,
        body={
            body: BodyMotion(**{name: now[name][i] for name in motion})
            for i, body in enumerate(system.body_names)
        },
        joint={
            joint: JointLoad(
                now["reaction_force"][i], now["reaction_torque"][i], *values[joint], flags, i
            )
            for i, joint in enumerate(system.joint_names)
        },
        constraint={
            name: ConstraintLoad(force[i], torque[i], effort[i], flags, i)
            for i, name in enumerate(system.constraint_names)
        },
        force=by_force(system, now),
        speed_rates=now["speed_rates"][: len(system.speed_labels)],
        kinetic_energy=float(now["kinetic_energy"]),
        potential_energy=float(now["potential_energy"]),
        linear_momentum=now["linear_momentum"],
        angular_momentum=now["angular_momentum"],
        angular_momentum_about_centre=now["angular_momentum_about_centre"],
        mass_centre=now["mass_centre"],
        constraint_error=float(now["constraint_error"]),
        _values=now,
        _system=system,
    )

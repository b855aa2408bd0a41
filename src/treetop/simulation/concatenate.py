"""What the segments of a run saw, as one: the same names from beginning to end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from treetop.assembly.poses import lock_arm
from treetop.core.integrators.outcome import Outcome
from treetop.system.fields import FIELDS
from treetop.system.system import System
from treetop.topology.nodes import Role

LOADS = ("reaction_force", "reaction_torque")
# Dimensions with names that may be missing in a segment: what is not there exerts nothing.
EXERTING = ("constraint", "force", "generalised_force", "output")


class Sampled(Protocol):
    """A part of a run as results see it."""

    @property
    def system(self) -> Any: ...
    @property
    def stage(self) -> str: ...
    def samples(self, outcome: Outcome) -> tuple[np.ndarray, np.ndarray]: ...


def concatenated(
    segments: Sequence[Sampled], outcome: Outcome
) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Histories by the names of `treetop.system.fields`, and the names along each dimension."""
    samples = [segment.samples(outcome) for segment in segments]
    seen = [segment.system.observe(*each) for segment, each in zip(segments, samples, strict=True)]
    times = {"time": np.concatenate([times for times, _ in samples])}
    first = segments[0].system
    if first.model is None:
        return {name: np.concatenate([s[name] for s in seen]) for name in seen[0]} | times, (
            first.labels
        )
    labels = _labels([segment.system for segment in segments])
    whole = [
        _renamed(segment.system, each, labels) for segment, each in zip(segments, seen, strict=True)
    ]
    _count_turns(segments, whole, labels)
    names = {name: None for each in whole for name in each}
    one = len(whole) == 1
    together = whole[0] if one else {name: _concatenated(name, whole) for name in names}
    if first.model.staged:
        stages = [
            np.full(len(times), segment.stage)
            for segment, (times, _) in zip(segments, samples, strict=True)
        ]
        labels["stage"] = ("time", np.concatenate(stages))
    return together | times, labels


def _labels(systems: Sequence[System]) -> dict[str, Any]:
    """Names in the order of the first system; of constraints all that ever act."""
    labels = dict(systems[0].labels)
    labels["joint"] = [name for name in labels["joint"] if not _is_lock(systems[0], name)]
    constraints = dict.fromkeys(systems[0].model.constraints)
    constraints |= dict.fromkeys(name for system in systems for name in system.constraint_names)
    labels.pop("constraint", None)
    labels |= _force_labels(systems) | _output_labels(systems)
    return labels | ({"constraint": list(constraints)} if constraints else {})


def _force_labels(systems: Sequence[System]) -> dict[str, Any]:
    """Force labels of all forces that ever act, in the order of the model."""
    outputs = [system.assembly.outputs for system in systems]
    acting = {name for each in outputs for name in each.forces}
    units = {
        label: unit
        for each in outputs
        for label, unit in zip(each.generalised, each.units, strict=True)
    }
    model = systems[0].model
    order = [*model.forces, *model.devices, *model.surfaces]
    forces = [name for name in order if name in acting]
    generalised = sorted(units, key=lambda label: order.index(label.partition(".")[0]))
    found: dict[str, Any] = {"force": forces} if forces else {}
    if generalised:
        found["generalised_force"] = generalised
        of_each = [units[label] for label in generalised]
        found["generalised_force_unit"] = ("generalised_force", of_each)
    return found


def _output_labels(systems: Sequence[System]) -> dict[str, Any]:
    """Labels of all outputs and internal states that there ever are."""
    units: dict[str, str] = {}
    for labels in (system.labels for system in systems):
        if "output" in labels:
            units |= dict(zip(labels["output"], labels["output_unit"][1], strict=True))
    named = {"output": list(units), "output_unit": ("output", list(units.values()))}
    return named if units else {}


def _concatenated(name: str, segments: Sequence[dict[str, np.ndarray]]) -> np.ndarray:
    """The histories of a quantity; it is zero in segments that do not have it."""
    shape = next(each[name].shape[1:] for each in segments if name in each)
    counts = [len(next(iter(each.values()))) for each in segments]
    parts = zip(segments, counts, strict=True)
    return np.concatenate([each.get(name, np.zeros((count, *shape))) for each, count in parts])


def _is_lock(system: System, joint: str) -> bool:
    return system.mechanism.joints[joint].role is Role.LOCK


def _renamed(
    system: System, seen: dict[str, np.ndarray], labels: dict[str, Any]
) -> dict[str, np.ndarray]:
    """Histories of a system in the order of the labels; what is not there exerts nothing."""
    coordinates, speeds = system.all_labels
    of_system = {
        "body": system.body_names,
        "joint": system.joint_names,
        "constraint": system.constraint_names,
        "coordinate": coordinates,
        "speed": speeds,
        "force": system.assembly.outputs.forces,
        "generalised_force": system.assembly.outputs.generalised,
        "output": system.labels.get("output", []),
    }
    _move_locks(system, seen)
    found = {}
    count = len(next(iter(seen.values())))
    for name, field in FIELDS.items():
        dim = field.dims[0] if field.dims else ""
        if name in seen and (dim not in of_system or of_system[dim] == labels[dim]):
            found[name] = seen[name]
        elif dim in EXERTING and dim in labels and name != "multipliers":
            found[name] = np.zeros(
                (count, len(labels[dim]), *([3] if "axis" in field.dims else []))
            )
            if name in seen:
                found[name][:, [labels[dim].index(each) for each in of_system[dim]]] = seen[name]
        elif name in seen:
            found[name] = seen[name][:, [of_system[dim].index(each) for each in labels[dim]]]
    return found


def _move_locks(system: System, seen: dict[str, np.ndarray]) -> None:
    """What holds a joint that is locked is its reaction, about its own outboard frame."""
    names = system.joint_names
    for name, lock in system.mechanism.locks.items():
        F, T = (seen[load][:, names.index(lock)] for load in LOADS)
        d = lock_arm(system.mechanism, name)
        seen["reaction_force"][:, names.index(name)] += F
        seen["reaction_torque"][:, names.index(name)] += T - np.cross(d, F)


def _count_turns(
    segments: Sequence[Sampled], seen: list[dict[str, np.ndarray]], labels: dict[str, Any]
) -> None:
    """Let angles that are only measured go on from where they were, full turns included."""
    _, units = labels["coordinate_unit"]
    for before, after, segment in zip(seen, seen[1:], segments[1:], strict=False):
        if not len(before["coordinates"]) or not len(after["coordinates"]):
            continue
        measured = set(segment.system.assembly.closing_labels.coordinates)
        turning = np.array(
            [
                unit == "rad" and label in measured
                for label, unit in zip(labels["coordinate"], units, strict=True)
            ]
        )
        jump = before["coordinates"][-1] - after["coordinates"][0]
        turns = np.where(turning, np.round(jump / (2.0 * np.pi)), 0.0)
        after["coordinates"] += 2.0 * np.pi * turns

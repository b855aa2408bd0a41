"""The table of continuous controllers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Any

import numpy as np

from treetop.assembly.frames import FrameBook
from treetop.assembly.internal_states import device_outputs, internal_states
from treetop.assembly.numbering import Labels
from treetop.core.control.laws.continuous import LAWS
from treetop.core.devices import commands as c
from treetop.errors import ModelError, Problem
from treetop.model.controllers.base import ControllerKind
from treetop.model.quantity import Invalid
from treetop.model.specification import path, unknown
from treetop.topology.actuators import DeviceGeometry
from treetop.topology.connections import commands_of, execution_order, memory_labels
from treetop.topology.mechanism import Mechanism
from treetop.topology.readings import held_outputs, sources, sources_of

AXES, COMPONENTS = ("x", "y", "z"), ("w", "x", "y", "z")
OF_FRAMES = {
    "position": (c.POSITION, AXES),
    "velocity": (c.VELOCITY, AXES),
    "angular_velocity": (c.ANGULAR_VELOCITY, AXES),
    "attitude": (c.ATTITUDE, COMPONENTS),
}
# Quantities of bodies, joints and constraints that depend on forces.
OF_FORCES = {
    *("acceleration", "angular_acceleration", "reaction_force", "reaction_torque"),
    *("holding_force", "holding_torque", "holding_effort", "applied_force", "applied_torque"),
}


def continuous(model: Mechanism) -> dict[str, ControllerKind]:
    """The controllers that give their commands at every instant, in the order of execution."""
    every = execution_order(model.model)
    return {
        name: each
        for name, each in every.items()
        if isinstance(each, ControllerKind) and each.every is None
    }


def law_of(controller: ControllerKind) -> Callable[..., None]:
    """What a continuous controller does, a function of (t, z, x, p, u, rates)."""
    return getattr(controller, "function", None) or LAWS[controller.kind]


def continuous_laws(model: Mechanism, labels: Labels, frames: FrameBook) -> c.Laws:
    controllers = continuous(model)
    states = {label: k for k, label in enumerate(internal_states(model))}
    inputs = {name: sources_of(model.model, each) for name, each in controllers.items()}
    outputs, reads, problems = held_outputs(model.model), [], dict[Problem, None]()
    for name, each in controllers.items():
        for reading in each.reads:
            for source in sources(model.model, reading, outputs):
                try:
                    reads.append(_read(source.label, states, labels, frames))
                except Invalid as error:
                    where = path("controllers", name, reading.field)
                    problems[Problem(error.what, where, error.hint)] = None
    if problems:
        raise ModelError(list(problems))
    named = list(controllers.items())
    memory = [[states[m] for m in memory_labels(*each)[0]] or [0, -1] for each in named]
    to = [commands_of(each, model.model) for _, each in named]
    geometry = DeviceGeometry(model)
    parameters = [each.parameters_in(geometry) for _, each in named]
    return c.Laws(
        reads=np.array(reads, dtype=np.int64).reshape(-1, 3),
        z_at=_offsets(inputs.values()),
        x=np.array([(x[0], x[-1] + 1) for x in memory], dtype=np.int64).reshape(-1, 2),
        p_at=_offsets(parameters),
        p=np.array([x for numbers in parameters for x in numbers], dtype=float),
        u_at=_offsets(to),
        u=np.array([states[label] for labels in to for label in labels], dtype=np.int64),
        run=None,  # compiled where the model is built
    )


def _read(
    label: str, states: dict[str, int], labels: Labels, frames: FrameBook
) -> tuple[int, int, int]:
    if label == "time":
        return c.TIME, 0, 0
    if label in states:
        return c.STATE, states[label], 0
    for kind, names in ((c.COORDINATE, labels.coordinates), (c.SPEED, labels.speeds)):
        if label in names and not _moves_with_origin(label):
            return kind, names.index(label), 0
    words = label.split(".")
    if len(words) > 2 and words[-2] in OF_FRAMES:
        kind, parts = OF_FRAMES[words[-2]]
        reference = ".".join(words[:-2])
        if words[-1] in parts and _known(frames.model, reference):
            return kind, frames.add(reference), parts.index(words[-1])
    hint = "a continuous controller reads what is known before forces act"
    if OF_FORCES & set(words[1:]) or label in device_outputs(frames.model):
        what = f"'{label}' is known only after forces, and with them its commands, have acted"
        raise Invalid(f"{what}: an algebraic loop", f"{hint}; a sampled one reads anything")
    known = ["time", *states, *labels.coordinates, *labels.speeds, *_of_bodies(frames.model)]
    wrong = unknown("quantity", label, known, "")
    raise Invalid(wrong.what, f"{wrong.hint}; {hint}")


def _moves_with_origin(label: str) -> bool:
    """Whether a coordinate or speed of a free joint may be told from a moving origin: those of the
    body itself can be read."""
    return label.split(".")[1] in ("position", "velocity")


def _known(model: Mechanism, reference: str) -> bool:
    body, dot, name = reference.partition(".")
    return body in model.bodies and (not dot or name in model.bodies[body].frames)


def _of_bodies(model: Mechanism) -> Iterator[str]:
    for body in model.bodies:
        for quantity, (_, parts) in OF_FRAMES.items():
            yield from (f"{body}.{quantity}.{part}" for part in parts)


def _offsets(groups: Any) -> np.ndarray:
    return np.array([0, *accumulate(map(len, groups))], dtype=np.int64)

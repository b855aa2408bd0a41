"""Where devices start: internal states by name, wheels by their speeds, pulses by on-times."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from treetop.assembly.internal_states import internal_states
from treetop.core.control.pulses import open_valve
from treetop.core.devices import deployer
from treetop.errors import ModelError, Problem
from treetop.model.devices.tank import Tank
from treetop.model.quantity import Invalid, number
from treetop.model.specification import path, unknown
from treetop.system.line_lengths import length_problems
from treetop.system.observation import observed
from treetop.system.pulses import pulses_of
from treetop.system.state import State
from treetop.topology.added_bodies import wheels_of
from treetop.topology.connections import memory_labels, written_by
from treetop.topology.readings import blocks_of

if TYPE_CHECKING:
    from treetop.system.system import System

ROUNDING = 1e-9  # part of a limit, within which it is kept
SPEED = "speed"  # of wheels, relative to their bodies


def started(system: System, state: State, starts: Mapping[str, Mapping[str, Any]]) -> State:
    """The state, devices starting as they say themselves, or as is given by name."""
    values = _checked(system, starts)
    labels, pulses = list(system.assembly.states), pulses_of(system)
    y, first = state.vector.copy(), system.internal.start
    waiting = _waiting(system) if values else {}
    for label, value in values.items():
        if label in labels:
            place = first + labels.index(label)
            y[place] = value
            open_valve(pulses, y, place, state.time)
            for pending in waiting.get(label, ()):
                if pending not in values:
                    y[first + labels.index(pending)] = value
    y = system.with_internal(state.vector, y[system.internal])
    if system.assembly.optional.of(deployer.GROUP).mouth.size:
        refused = length_problems(system, state.time, state.time)
        if refused:
            raise ModelError(refused)
        system.project(state.time, y, np.zeros_like(y), system.problem)  # lines are put out
    wheels = wheels_of(system.mechanism)
    if not wheels:
        return State(system, state.time, y)
    seen = observed(system, np.array([state.time]), y[None, :]).outputs[0]
    outputs = dict(zip(system.assembly.device_outputs, seen.tolist(), strict=False))
    for name, wheel in wheels:
        at, label = first + labels.index(f"{name}.momentum"), f"{name}.{SPEED}"
        if f"{name}.momentum" not in values:
            outputs[label], before = values.get(label, wheel.start), outputs[label]
            y[at] += wheel.inertia * (outputs[label] - before)
    problems = []
    for name, wheel in wheels:
        slower = outputs[f"{name}.{SPEED}"] * (1.0 - ROUNDING)
        problems += _refused(wheel, path("start", name, SPEED), start=slower)
    if problems:
        raise ModelError(problems)
    return State(system, state.time, y)


def _waiting(system: System) -> dict[str, list[str]]:
    """Where numbers wait that blocks with a delay write: at the start they are those written."""
    model, found = system.model, dict[str, list[str]]()
    for name, block in blocks_of(model).items():
        written, (_, pending) = list(written_by(name, block, model)), memory_labels(name, block)
        for k, label in enumerate(pending):
            found.setdefault(written[k % len(written)], []).append(label)
    return found


def _refused(device: Any, where: str, **start: float) -> list[Problem]:
    """What a device would say to a start."""
    try:
        replace(device, **start)
    except ModelError as error:
        return [problem._replace(where=where) for problem in error.problems]
    return []


def _checked(system: System, starts: Mapping[str, Mapping[str, Any]]) -> dict[str, float]:
    """Values in SI, by label."""
    units = {name: port.unit for name, port in internal_states(system.mechanism).items()}
    units |= {f"{name}.{SPEED}": "rad/s" for name, _ in wheels_of(system.mechanism)}
    values, problems = {}, []
    for part, numbers in starts.items():
        for name, value in numbers.items():
            label, where = f"{part}.{name}", path("start", part, name)
            if label not in units:
                known = [each for each in units if each.partition(".")[0] == part]
                problems.append(unknown("state", label, known, where))
                continue
            try:
                values[label] = number(value, units[label] or "1")
            except Invalid as error:
                problems.append(Problem(error.what, where, error.hint))
                continue
            device = system.mechanism.forces.get(part)
            if isinstance(device, Tank) and name == "mass":
                problems += _refused(device, where, fuel=values[label])
    if problems:
        raise ModelError(problems)
    return values

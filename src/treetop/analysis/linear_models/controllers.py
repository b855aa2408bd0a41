"""Laws of controllers, made linear; and the loops of continuous ones."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from treetop.analysis.linear_models.linearise import linearise, output_values
from treetop.analysis.linear_models.state_space import LinearModel
from treetop.assembly.continuous_laws import law_of
from treetop.core.compiler import interpreted
from treetop.errors import TreetopError
from treetop.system.differences import derivative
from treetop.system.plant import internal_places
from treetop.system.state import State
from treetop.system.system import System
from treetop.topology.actuators import DeviceGeometry
from treetop.topology.connections import commands_of, memory_labels
from treetop.topology.readings import sources_of

STEP = 1e-2  # part of what a law reads, or of its unit, by which that is changed at most
CLEAR = 1e-8  # part of a command that a jump must have to be one


def law_matrix(
    name: str,
    law: Callable[[np.ndarray], np.ndarray],
    at: np.ndarray,
    labels: Sequence[str],
) -> np.ndarray:
    """What a law makes, by what it is given: a row for each number that it makes."""
    still, columns = law(at), []
    for k, one in enumerate(np.eye(len(at))):
        step = STEP * max(abs(at[k]), 1.0)
        found = derivative(lambda far, one=one: law(at + far * one), step, still)  # type: ignore[misc]
        if (found.jump > CLEAR * np.maximum(np.abs(still), found.change)).any():
            what = f"the law of '{name}' jumps, or has a corner, as '{labels[k]}' changes"
            raise TreetopError(f"{what}: it has no linear model here")
        columns.append(found.value)
    return np.array(columns).reshape(len(at), len(still)).T


def continuous_loop(
    system: System, state: State, controller: str
) -> tuple[tuple[str, ...], LinearModel]:
    """The commands of a continuous controller, and its loop opened there: the system without it,
    then the controller."""
    spec: Any = system.model.controllers[controller]
    commands = commands_of(spec, system.model)
    memory = memory_labels(controller, spec)[0]
    read = tuple(source.label for source in sources_of(system.model, spec))
    places = internal_places(system)
    known = [label for label in read if label != "time"]
    values = dict(zip(known, output_values(system, state, known), strict=True))
    at = np.array(
        [state.time if label == "time" else values[label] for label in read]
        + [state.vector[places[label]] for label in memory]
    )
    n, function = len(read), law_of(spec)
    p = np.array(spec.parameters_in(DeviceGeometry(system.mechanism)), dtype=float)

    def law(arguments: np.ndarray) -> np.ndarray:
        u, rates = np.zeros(len(commands)), np.zeros(len(memory))
        with interpreted():  # laws of our own call kernels
            function(state.time, arguments[:n].copy(), arguments[n:].copy(), p, u, rates)
        return np.append(rates, u)

    J = law_matrix(controller, law, at, (*read, *memory))
    commanded = dict(zip(commands, law(at)[len(memory) :], strict=True))
    plain, there = _without(system, state, controller, commanded)
    with warnings.catch_warnings():  # has been told
        warnings.simplefilter("ignore")
        plant = linearise(plain, there, commands, known)
    seen = np.zeros((n, len(known)))
    for k, label in enumerate(read):
        if label != "time":
            seen[k, known.index(label)] = 1.0
    return commands, _in_series(plant, seen, J, memory)


def without_quanta(system: System, state: State) -> tuple[System, State]:
    """The system with sensors that do not round: seen from afar, steps are a slope of 1."""
    model = system.model.copy()
    steps = {name: each for name, each in model.sensors.items() if getattr(each, "quantum", None)}
    if not steps:
        return system, state
    for name, sensor in steps.items():
        model.sensors[name] = replace(sensor, quantum=None)  # type: ignore[type-var]
    smooth = model.build(system.formulation)
    return smooth, smooth.state_of(state)


def _in_series(
    plant: LinearModel, seen: np.ndarray, J: np.ndarray, memory: Sequence[str]
) -> LinearModel:
    """From commands through the system and the law to commands."""
    m, n = len(memory), len(seen)
    C, D = seen @ plant.C, seen @ plant.D
    A_law, B_law, C_law, D_law = J[:m, n:], J[:m, :n], J[m:, n:], J[m:, :n]
    A = np.block([[plant.A, np.zeros((len(plant.A), m))], [B_law @ C, A_law]])
    B = np.vstack([plant.B, B_law @ D])
    names = (*plant.states, *memory), plant.inputs, plant.inputs, plant.units
    return LinearModel(A, B, np.hstack([D_law @ C, C_law]), D_law @ D, *names)


def _without(
    system: System, state: State, controller: str, commands: dict[str, float]
) -> tuple[System, State]:
    """The system without a controller, whose commands are held as they are."""
    model = system.model.copy()
    del model.controllers[controller]
    plain = model.build(system.formulation)
    there = plain.state_of(state)
    places = internal_places(plain)
    for label, value in commands.items():
        there.vector[places[label]] = value
    return plain, there

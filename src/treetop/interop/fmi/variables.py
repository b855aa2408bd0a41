"""The variables of an FMU: what a host can read and set of a model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from treetop.core.formulations.joint_space.state import from_joints
from treetop.core.interface import EXTRA, WORKS
from treetop.errors import ModelError, Problem
from treetop.model.specification import path, unknown
from treetop.system.fields import AXES
from treetop.system.plant import internal_places
from treetop.system.state import State
from treetop.system.system import System
from treetop.topology.connections import command_named, commands_of, inputs_of, memory_labels
from treetop.topology.readings import blocks_of

TIME, STATE, RATE, INPUT, OUTPUT, CONSTANT, PARAMETER = range(7)  # kinds, as instance.c has them
TOLERANCES = ("rtol", "atol")  # the first numbers of `Plan.control`


class Variable(NamedTuple):
    """One number.

    Attributes
    ----------
    place : int
        Of states, rates and inputs in a state vector; of others among their kind.
    start : float
    """

    name: str
    kind: int
    place: int
    unit: str = ""
    start: float = 0.0


def variables_of(
    start: State, inputs: Sequence[str] | None, outputs: dict[str, str], tolerances: Iterable[float]
) -> list[Variable]:
    """All variables; their numbers in FMI are their places in this list."""
    system, y = start.system, start.vector
    labels = state_labels(system)
    states = [Variable(f"state.{name}", STATE, k, start=float(y[k])) for k, name in labels.items()]
    rates = [Variable(f"der({each.name})", RATE, each.place) for each in states]
    found = [Variable("time", TIME, 0, "s", start.time), *states, *rates]
    found += input_variables(start, inputs)
    found += [Variable(name, OUTPUT, k, unit) for k, (name, unit) in enumerate(outputs.items())]
    found += [
        Variable(f"solver.{name}", PARAMETER, k, start=float(value))
        for k, (name, value) in enumerate(zip(TOLERANCES, tolerances, strict=True))
    ]
    masses = ((name, body.mass) for name, body in system.mechanism.base.bodies.items())
    found += [
        Variable(f"bodies.{name}.mass", CONSTANT, k, "kg", float(mass))
        for k, (name, mass) in enumerate(masses)
    ]
    twice = [name for name, count in Counter(each.name for each in found).items() if count > 1]
    if twice:
        hint = "name each once, and no input among the outputs"
        raise ModelError([Problem("a variable of an FMU of that name is there", twice[0], hint)])
    return found


def input_variables(start: State, inputs: Sequence[str] | None) -> list[Variable]:
    """Commands of devices that no controller gives; all of these unless some are named."""
    system, model = start.system, start.system.model
    ports, places = inputs_of(model), internal_places(system)
    written = {
        command: name
        for name, controller in model.controllers.items()
        for command in commands_of(controller, model)
    }
    if inputs is None:
        inputs = [name for name in ports if name not in written and name in places]
    problems, found = [], []
    for k, given in enumerate(inputs):
        name, where = command_named(str(given), model), path("inputs", k)
        if name not in ports or name not in places:
            problems.append(unknown("command", name, ports, where))
        elif name in written:
            what = f"the controller '{written[name]}' gives '{name}'"
            problems.append(
                Problem(what, where, "take the controller out, or name another command")
            )
        else:
            value = float(start.vector[places[name]])
            found.append(Variable(name, INPUT, places[name], ports[name].unit, value))
    if problems:
        raise ModelError(problems)
    return found


def state_labels(system: System) -> dict[int, str]:
    """Numbers of a state vector that change all the time, and what they are called.

    What is held from sample to sample is left out, as are the works, on which nothing depends, and
    an origin that stays where it is.
    """
    held, first = _held(system), system.internal.start
    inside = list(system.assembly.states)
    labels = dict(enumerate(_motion_labels(system)))
    labels |= {first + k: name for k, name in enumerate(inside) if name not in held}
    carried = range(system.internal.stop, system.size - EXTRA)
    labels |= {k: f"loop_angle.{k - carried.start}" for k in carried}
    if system.tables.falling[0]:
        words = [f"origin.{each}.{axis}" for each in ("position", "velocity") for axis in AXES]
        labels |= dict(zip(range(system.size - EXTRA, system.size - WORKS), words, strict=True))
    return labels


def _motion_labels(system: System) -> list[str]:
    """Coordinates and speeds; those of bodies, in absolute formulations, by number."""
    if system.equations.from_joints is from_joints:
        return [*system.coordinate_labels, *system.speed_labels]
    return [f"motion.{k}" for k in range(system.internal.start)]


def _held(system: System) -> set[str]:
    """Internal states that do not change between instants."""
    model = system.model
    held = set(inputs_of(model))
    for name, force in system.mechanism.forces.items():
        held |= {f"{name}.{state}" for state in force.still}
    for name, block in blocks_of(model).items():
        held |= {f"{name}.{output}" for output in block.outputs}
        memory, pending = memory_labels(name, block)
        held |= {*pending, *(memory if block.every is not None else ())}
    return held

"""From a system at a state to a linear model with inputs and outputs."""

from __future__ import annotations

import warnings
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from treetop.analysis.linear_models.inputs import free_commands, inputs_named
from treetop.analysis.linear_models.plant import InputOutputPlant
from treetop.analysis.linear_models.state_space import LinearModel
from treetop.errors import ModelError, Problem, TreetopError
from treetop.model.devices.thruster import Thruster
from treetop.model.events import Event
from treetop.model.part import frames_of
from treetop.model.quantity import Invalid
from treetop.model.signals import Signal, quantity
from treetop.model.specification import path
from treetop.simulation.event_functions import signals_of
from treetop.simulation.output_index import output_index
from treetop.system.initial_assembly import coordinate_of_each_speed
from treetop.system.linearization import (
    Linear,
    independent_speeds,
    linear_along,
    require_joint_coordinates,
)
from treetop.system.perturbation import free_joints, from_mass_centre
from treetop.system.plant import Plant, continuous_states
from treetop.system.state import State
from treetop.system.steady_motion import circular, unbalanced
from treetop.system.system import System

AT_REST = 1e-6  # 1/s: part of an internal state, or of its unit, by which it may change
ROTATION = "rotation"  # of attitudes: small turns about the axes of the body


def linearise(
    system: System,
    state: State | None = None,
    inputs: Iterable[str] | str | None = None,
    outputs: Iterable[Any] | str | None = None,
) -> LinearModel:
    """The linear model of a system about a state, ``x' = A x + B w``, ``z = C x + D w``.

    Parameters
    ----------
    system : System
        In joint coordinates: built as "recursive" or "kane".
    state : State, optional
        At rest, in a steady spin or on an orbit; it must meet the constraints.  Without it, the
        start of the model.
    inputs : names, optional
        Commands of devices such as ``"wheel.torque"``, efforts along joints such as
        ``"hinge.effort"``, forces and torques at frames in their axes such as ``"bus.force.x"``.
        Without them, all commands.
    outputs : names or signals, optional
        Any quantity that an event can watch, or a state of the model.  Without them, the states.

    Returns
    -------
    LinearModel

    Raises
    ------
    ModelError
        Names what is no input or no output, and near names.
    TreetopError
        Names a force or an output that jumps, or has a corner, at the state.

    Examples
    --------
    >>> import treetop as tt
    >>> m = tt.Model("pendulum")
    >>> bob = m.add_body("bob", mass=2, centre=[0, 0, -1])
    >>> hinge = m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, bob)
    >>> weight = m.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
    >>> linear = tt.linearise(m.build(), inputs=["hinge.effort"], outputs=["hinge.angle"])
    >>> linear.A.round(6).tolist(), linear.B.round(6).tolist()
    ([[0.0, 1.0], [-9.81, 0.0]], [[0.0], [0.5]])
    """
    source = system.start() if state is None else state
    about = from_mass_centre(system, require_joint_coordinates(system, source))
    independent = independent_speeds(system, about)
    names, units = state_names(system, independent)
    entries = inputs_named(system, free_commands(system) if inputs is None else _listed(inputs))
    asked = names if outputs is None else _listed(outputs)
    seen, chosen = _outputs(system, asked, names, states_as_named(system, about, independent))
    signals = signals_of(system, seen)
    more = entries or seen
    plant = InputOutputPlant(system, about, entries, seen, signals) if more else Plant(system)
    linear = linear_along(system, about, independent, plant)
    units |= {each.label: each.unit for each in entries}
    units |= {label: signal.unit for label, signal in zip(seen, signals, strict=True)}
    labels = names, [each.label for each in entries], list(chosen)
    _require_smooth(system, linear, (*names, *labels[1]), len(names), list(seen))
    _tell_motion(system, about, linear)
    C, D = _looked_at(linear, chosen)
    rates = np.concatenate([np.zeros(len(independent)), linear.rates, linear.internal_rates])
    model = LinearModel(linear.A, linear.B, C, D, *labels, units)
    model = replace(model, rates=rates, errors=linear.errors, method=linear.method)
    return replace(model, source=(system, source))


def output_values(system: System, state: State, names: Iterable[str]) -> np.ndarray:
    """Quantities at a state, by name."""
    seen, _ = _outputs(system, list(names), [])
    plant = InputOutputPlant(system, state, [], seen, signals_of(system, seen))
    return plant.look(state.time, state.vector).outputs


def _listed(names: Any) -> list[Any]:
    return [names] if isinstance(names, (str, Signal)) else list(names)


def state_names(system: System, independent: list[int]) -> tuple[list[str], dict[str, str]]:
    """Names of the states, and their units: coordinates, speeds, internal states."""
    coordinates, speeds = coordinate_of_each_speed(system), system.speed_labels
    units = output_index(system).units
    found = {}
    for j in independent:
        label = coordinates[j]
        if label in units and label.rpartition(".")[2] != "attitude":
            found[label] = units[label]
        else:
            part = speeds[j].rpartition(".")[2]
            found[f"{label.partition('.')[0]}.{ROTATION}.{part}"] = "rad"
    found |= {speeds[j]: units[speeds[j]] for j in independent}
    found |= {label: system.assembly.states[label].unit for label in continuous_states(system)}
    return list(found), found


def states_as_named(system: System, state: State, independent: list[int]) -> set[str]:
    """Coordinates and speeds whose changes are states: those of free bodies are along other axes
    there."""
    joints = free_joints(system, state)
    free = {j for joint in joints for j in range(joint.turn.start, joint.move.stop)}
    coordinates, speeds = coordinate_of_each_speed(system), system.speed_labels
    return {label for j in independent if j not in free for label in (coordinates[j], speeds[j])}


def _outputs(
    system: System, asked: list[Any], states: list[str], as_named: Container[str] = ()
) -> tuple[dict[str, Event], dict[str, int | None]]:
    """What must be looked at, by label; and all outputs in order, each with the state that it is,
    or None."""
    seen: dict[str, Event] = {}
    chosen: dict[str, int | None] = {}
    index, problems = output_index(system), []
    for k, each in enumerate(asked):
        if isinstance(each, Signal) and not hasattr(each, "name"):
            label, signal = f"{each.kind}({', '.join(frames_of(each))})", each
        else:
            label = str(getattr(each, "name", each))
            if label in as_named and label in states:
                chosen[label] = states.index(label)
                continue
            signal = quantity(label)
            try:
                if label != "time":
                    index.output(label)
            except Invalid as error:
                if label not in states:
                    problems.append(Problem(error.what, path("outputs", k), error.hint))
                chosen[label] = states.index(label) if label in states else None
                continue
        chosen[label], seen[label] = None, signal.rises(0)
    if problems:
        raise ModelError(problems)
    return seen, chosen


def _looked_at(linear: Linear, chosen: dict[str, int | None]) -> tuple[np.ndarray, np.ndarray]:
    """The matrices of all outputs, those that are states among them."""
    C, D = np.zeros((len(chosen), len(linear.A))), np.zeros((len(chosen), linear.B.shape[1]))
    row = 0
    for k, at in enumerate(chosen.values()):
        if at is None:
            C[k], D[k] = linear.C[row], linear.D[row]
            row += 1
        else:
            C[k, at] = 1.0
    return C, D


# --- what is wrong ------------------------------------------------------------------------


def _require_smooth(
    system: System, linear: Linear, by: Sequence[str], n: int, seen: Sequence[str]
) -> None:
    """Refuse what jumps or has a corner as one of the states, the first n, or inputs changes."""
    if not linear.broken.any():
        return
    row, column = np.argwhere(linear.broken)[0]
    what = f"output '{seen[row - n]}'" if row >= n else f"the rate of '{by[row]}'"
    hint = "linearise where it is smooth, away from limits, stops and changes of direction"
    engine = system.mechanism.forces.get(by[column].partition(".")[0])
    if isinstance(engine, Thruster) and engine.rise != engine.fall:
        hint = f"its thrust rises in {engine.rise:g} s and falls in {engine.fall:g} s, and no "
        hint += "linear model does both: give rise and fall the same time for it"
    raise TreetopError(f"{what} jumps, or has a corner, as '{by[column]}' changes; {hint}")


def _tell_motion(system: System, state: State, linear: Linear) -> None:
    """Warn of a state that is no equilibrium."""
    reported = []
    off = unbalanced(system, state, linear)
    if off:
        rate = linear.rates[[linear.labels[j] for j in linear.independent].index(off)]
        unit = output_index(system).units[off]
        reported.append(f"'{off}' changes by {rate:.3g} {unit} each second")
    sizes = np.maximum(np.abs(state.vector[Plant(system).places]), 1.0)
    for label, rate, size in zip(linear.internal, linear.internal_rates, sizes, strict=True):
        if abs(rate) > AT_REST * size:
            unit = system.assembly.states[label].unit
            reported.append(f"'{label}' changes by {rate:.3g} {unit} each second")
    if not circular(system, state):
        reported.append("the orbit is not circular")
    if reported:
        what = "the linear model is about a moving point and holds for a short time"
        warnings.warn(f"the state is no equilibrium: {'; '.join(reported)}: {what}", stacklevel=3)

"""Event functions: from the names of quantities to signals that the time loop monitors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

import numpy as np

from treetop.assembly.contacts import Pairs, pair_table
from treetop.assembly.switches import switches
from treetop.assembly.turning import Turning, of_pair, of_point
from treetop.core.compiler import BOX, boxed
from treetop.core.forces.exerted import ForceHistories
from treetop.core.formulations.joint_space.state import from_joints, joints_in_motion, place_bodies
from treetop.core.integrators.event_monitor import EventMonitor, event_monitor
from treetop.core.outputs import event_functions as w
from treetop.core.outputs.forces import pack, record_nothing
from treetop.core.outputs.frame_motion import ACCELERATION, ANGULAR_ACCELERATION, POSITION
from treetop.errors import ModelError, Problem
from treetop.model.events import Event
from treetop.model.part import frames_of
from treetop.model.quantity import Invalid, Measured, number
from treetop.model.signals import (
    Clearance,
    FrameDistance,
    Grip,
    Push,
    Quantity,
    Slip,
    TurningAlong,
    UserSignal,
)
from treetop.model.specification import path
from treetop.simulation.output_index import OutputIndex, OutputRef, output_index
from treetop.system.fields import AXES
from treetop.system.system import System
from treetop.system.user_functions import signal_functions


def event_monitor_for(
    system: System, events: Mapping[str, Event], problem: Any
) -> tuple[EventMonitor | None, Any]:
    """What the time loop needs to monitor events, and forces that begin or cease to act, evaluated
    in a problem of the run's own; and what must be kept alive with it."""
    switching = switches(system.assembly, system.mechanism) if system.model is not None else {}
    if not events and not switching:
        return None, None
    n = system.equations.length(system.tables)
    watched = dict(events) | switching
    signals = signals_of(system, watched)
    table, lengths = signal_table(system, list(watched.values()), numbered(signals))
    table = table._replace(user=signal_functions(events))
    parts, recorded = evaluation_by(system, functions_of(system, signals))
    handle, alive = w.pack(
        boxed(problem), w.evaluate_signals.function, *parts[:-1], table, parts[-1]
    )
    directions = [event.direction for event in events.values()]
    coordinates = system.equations.chart.speeds(system.tables).start
    levels = np.abs(table.less)
    monitor = event_monitor(n, directions, boxed(handle), levels, lengths, coordinates)
    return monitor, (alive, recorded)


def functions_of(
    system: System, signals: Sequence[OutputRef], slopes: bool = True
) -> tuple[Any, ...]:
    """Functions by which signals of a state are evaluated, with their slopes or without.

    Without slopes, bodies are only placed and set in motion where no signal depends on forces.
    """
    record = system.assembly.outputs.record if _read_forces(system, signals) else record_nothing
    in_joint_coordinates = system.equations.from_joints is from_joints
    if in_joint_coordinates and not slopes and all(_is_of_motion(system, x) for x in signals):
        return place_bodies.function, joints_in_motion.function, record.function
    return system.derivative, system.equations.at_joints.function, record.function


def evaluation_by(system: System, functions: tuple[Any, ...]) -> tuple[tuple[Any, ...], Any]:
    """These functions with workspace for them, and what must be kept alive with it."""
    forces = system.assembly.outputs
    workspace = w.workspace_for(system.sizes, forces.sizes, system.size)
    if functions[-1] is record_nothing.function:  # it looks at no handle
        return (*functions, BOX.copy(), workspace), None
    exerted, recorded = pack(forces.rows, workspace.exerted)
    return (*functions, boxed(exerted), workspace), recorded


def signals_of(system: System, events: Mapping[str, Event]) -> list[OutputRef]:
    """What is looked at; refuses names and units that do not fit, all at once."""
    if not events:
        return []
    signals, problems, index = [], [], output_index(system)
    for name, event in events.items():
        try:
            signals.append(_output(index, event))
        except Invalid as error:
            problems.append(Problem(error.what, path("events", name, "signal"), error.hint))
    if problems:
        raise ModelError(problems)
    return signals


def numbered(signals: list[OutputRef]) -> list[OutputRef]:
    """The user functions in order."""
    numbers = iter(range(len(signals)))
    return [
        signal._replace(places=(next(numbers),)) if signal.kind == w.USER else signal
        for signal in signals
    ]


def signal_table(
    system: System, events: Sequence[Event], signals: Sequence[OutputRef]
) -> tuple[w.Signals, np.ndarray]:
    """The table of all signals, and the lengths that turn with bodies in each."""
    near = [event.signal for event in events if isinstance(event.signal, (Clearance, Push))]
    listed = [getattr(event.signal, "parameters", ()) for event in events]
    parameters = np.zeros((len(events), max([1, *map(len, listed)])))
    for row, numbers in zip(parameters, listed, strict=True):
        row[: len(numbers)] = numbers
    pairs = pair_table([(signal.a, signal.b) for signal in near], system.assembly.frames)
    frames = np.array(
        [
            signal.frame if signal.kind == w.FRAME else _frames(system, event.signal, near)
            for signal, event in zip(signals, events, strict=True)
        ],
        dtype=np.int64,
    ).reshape(-1, 2)
    index = output_index(system)
    turned = [
        _turned(index, signal, pair, pairs) for signal, pair in zip(signals, frames, strict=True)
    ]
    marked = frozenset().union(*(turning.bodies for turning, _ in turned))
    lengths = np.array([(turning.length, ends) for turning, ends in turned])
    table = w.Signals(
        kind=np.array([signal.kind for signal in signals], dtype=np.int64),
        at=np.array([0, *accumulate(len(signal.places) for signal in signals)], dtype=np.int64),
        place=np.array([k for signal in signals for k in signal.places], dtype=np.int64),
        weight=np.array([x for signal in signals for x in signal.weight], dtype=float),
        rate=np.array([index.rate(k) for signal in signals for k in signal.places], dtype=np.int64),
        axis=np.array(
            [k for signal in signals for k in signal.axes or [0] * len(signal.places)], np.int64
        ),
        less=np.array([event.value for event in events], dtype=float),
        offset=np.array([signal.offset for signal in signals], dtype=float).reshape(-1, 3),
        frames=frames,
        parameters=parameters,
        pairs=pairs,
        user=None,
        reads=_reads(system, signals),
        turning=np.array([i in marked for i in range(system.tables.tree.parent.size)], np.int64),
    )
    return table, lengths


def _turned(
    index: OutputIndex, signal: OutputRef, frames: np.ndarray, pairs: Pairs
) -> tuple[Turning, float]:
    """The bodies whose turning a signal depends on, with lengths; and how long shapes are whose
    ends may take turns to be the nearest."""
    tables, found = index.system.tables, Turning()
    if signal.kind == w.GAP:
        return of_pair(tables, pairs, int(frames[0]))
    if signal.kind in (w.DISTANCE, w.USER):
        for row in frames:
            body = int(tables.frames.body[row])
            found |= of_point(tables, body, tables.frames.p[row])
            if signal.kind == w.USER:
                found |= Turning(frozenset({body} - {0}))
        return found, 0.0
    for place in signal.places if signal.kind != w.TIME else ():
        found |= index.turning(place)
    return found, 0.0


def _reads(system: System, signals: Sequence[OutputRef]) -> np.ndarray:
    """Whether any signal reads the motion of a body; energies and momenta of the whole; outputs of
    devices; rates of speeds, reactions or anything of loops."""
    spans = {
        w.BODIES: [("position", "reaction_force")],
        w.TOTALS: [("kinetic_energy", "constraint_error")],
        w.DEVICES: [("outputs", ForceHistories._fields[0])],
        w.RATES: [
            *(("speed_rates", "position"), ("reaction_force", "kinetic_energy")),
            ("closing_coordinates", "outputs"),
        ],
    }
    reads = [any(_any_within(system, signals, span) for span in spans[k]) for k in sorted(spans)]
    reads[w.RATES] |= system.tables.loops.joint.size > 0
    return np.array(reads, np.int64)


def _any_within(system: System, signals: Sequence[OutputRef], span: tuple[str, str]) -> bool:
    """Whether any signal reads outputs from the first of one field up to that of another."""
    first, last = (output_index(system).first[name] for name in span)
    return any(first <= k < last for signal in signals for k in signal.places)


def _is_of_motion(system: System, signal: OutputRef) -> bool:
    """Whether a signal depends on places and velocities alone, and not on forces."""
    if signal.kind == w.TIME:
        return True
    if signal.kind == w.FRAME:
        k = signal.frame[1]
        return k < ANGULAR_ACCELERATION or POSITION <= k < ACCELERATION
    spans = [("joints", "speed_rates"), ("position", "acceleration")]
    spans.append(("attitude", "angular_acceleration"))
    return signal.kind in (w.SUM, w.SIZE) and all(
        any(_any_within(system, [signal._replace(places=(k,))], span) for span in spans)
        for k in signal.places
    )


def _read_forces(system: System, signals: Sequence[OutputRef]) -> bool:
    """Whether any signal reads what a force exerts."""
    first = output_index(system).first_of_forces
    return any(place >= first for signal in signals for place in signal.places)


def _frames(system: System, signal: Any, near: list[Any]) -> tuple[int, int]:
    """Rows of its frames, or the number of its pair of shapes."""
    if signal in near:
        return near.index(signal), 0
    rows = system.assembly.frames.rows
    base, on = (rows[frame] for frame in frames_of(signal)) if signal.ends else (0, 0)
    return on, base


def _output(index: OutputIndex, event: Event) -> OutputRef:
    match event.signal:
        case FrameDistance():
            found = OutputRef(w.DISTANCE, unit="m")
        case Clearance():
            found = OutputRef(w.GAP, unit="m")
        case Push():
            parts = [index.output(f"{event.signal.constraint}.holding_force.{x}") for x in AXES]
            found = OutputRef(w.PUSH, tuple(p.places[0] for p in parts), (1.0,) * 3, unit="N")
        case Slip():
            along = index.output(event.signal.speed)
            found = along._replace(weight=tuple(event.signal.direction * x for x in along.weight))
        case Grip():
            names = [f"{event.signal.joint}.reaction_force.{x}" for x in AXES]
            names.append(f"{event.signal.constraint}.holding_effort")
            places = tuple(index.output(name).places[0] for name in names)
            found = OutputRef(w.GRIP, places, (1.0,) * len(places))
        case TurningAlong(body, wheel, inertia, axis):
            names = [f"{body}.angular_acceleration.{x}" for x in AXES]
            names.append(f"{wheel}.motor_torque")
            places = tuple(index.output(name).places[0] for name in names)
            found = OutputRef(w.SUM, places, (*(inertia * x for x in axis), -1.0), unit="N*m")
        case UserSignal():
            found = OutputRef(w.USER, (0,), (0.0,))
        case Quantity("time"):
            found = OutputRef(w.TIME, unit="s")
        case _:
            found = index.output(event.signal.name)
    if found.unit and isinstance(event.value, Measured):
        number(event.value.text, found.unit)
    return found


def is_clock(event: Event) -> bool:
    """Whether it is time that passes a value."""
    return isinstance(event.signal, Quantity) and event.signal.name == "time"

"""Times at which user functions switch, found by looking at them before a run.

Steps that end there cannot step over what a function does: what begins and ceases within a step
that saw nothing of it, because everything was at rest or went on evenly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from treetop.core.constraints.user_constraint import WIDTH as SEEN
from treetop.core.devices import actuator, commands
from treetop.core.outputs.functions_of_time import (
    WIDTH,
    command_law_along,
    constraint_along,
    device_law_along,
    drive_along,
    law_along,
    motions_seen,
    quantities_read,
    rate_along,
)
from treetop.core.tables.kinds import SPLINE
from treetop.simulation.switching_times import Look, switching_times
from treetop.simulation.written_times import written_times

if TYPE_CHECKING:
    from treetop.system.evaluation import Evaluation
    from treetop.system.protocol import DynamicalSystem
    from treetop.system.state import State

STEPS_PER_RUN = 50  # of a run, that a step is at most, where something acts by functions of time

# What was found of each system, and for which span.
_FOUND: WeakKeyDictionary[DynamicalSystem, tuple[tuple[float, float], np.ndarray]] = (
    WeakKeyDictionary()
)


def found_breaks(system: DynamicalSystem, start: State, begin: float, end: float) -> np.ndarray:
    """Times between begin and end at which something in a system switches, as far as that can be
    seen at a start; for a system that comes again in a run, what was seen before."""
    if not system.timed:
        return np.zeros(0)
    known = _FOUND.get(system)
    if start.time == begin or known is None or known[0] != (begin, end):
        written = _written(system)
        found = [switching_times(look, begin, end, written) for look in _looks(system, start)]
        known = (begin, end), np.unique(np.concatenate([np.zeros(0), *found]))
        _FOUND[system] = known
    return known[1]


def _looks(system: DynamicalSystem, start: State) -> Iterator[Look]:
    """All that a system has of them."""
    return (_of_equations if system.model is None else _of_model)(system, start)


def _written(system: Any) -> np.ndarray:
    return np.zeros(0) if system.model is None else written_times(system.mechanism)


def _of_model(system: Any, start: State) -> Iterator[Look]:
    rng, problem = np.random.default_rng(1), system.problem
    tables, drives = system.tables, system.assembly.drives
    for d, sort in enumerate(drives.sorts):
        if sort != SPLINE:
            yield partial(_filled, 3, partial(drive_along, problem, d))
    for f, constraint in enumerate(drives.user):
        for _ in range(2):
            user_frames = np.zeros((SEEN * len(constraint.frames), 3))
            user_frames[:, 0] = rng.uniform(-1.0, 1.0, len(user_frames))
            yield partial(_filled, 3, partial(constraint_along, problem, f, user_frames))
    now = system.at(start)  # which must live while a kernel reads it
    forces = tables.user_forces
    for k, motion in enumerate(_motions(now, forces.frames)):
        for near in _nearby(rng, motion):
            yield partial(_filled, 6, partial(law_along, problem, k, near))
    yield from _of_devices(now, rng)
    yield from _of_controllers(now, rng)


def _of_devices(now: Evaluation, rng: np.random.Generator) -> Iterator[Look]:
    """Devices defined by users, at their states and commands."""
    users = now.system.assembly.optional.of(actuator.GROUP)
    values = now.state.vector[now.system.internal]
    for k, motion in enumerate(_motions(now, users.frames)):
        x, c = (values[slice(*at[k])] for at in (users.x, users.c))
        p = users.p[slice(*users.p_at[k : k + 2])].copy()
        width = int(users.output_at[k + 1] - users.output_at[k]) + x.size
        for near in zip(*(_nearby(rng, each) for each in (motion, x, c)), strict=True):
            yield partial(_filled, width, partial(device_law_along, users.law, k, *near, p))


def _of_controllers(now: Evaluation, rng: np.random.Generator) -> Iterator[Look]:
    """Continuous controllers, at what they read and their states."""
    laws = now.system.assembly.optional.of(commands.GROUP)
    reads, vector = laws.reads.copy(), now.state.vector
    read, values = np.zeros(len(reads)), vector[now.system.internal]
    quantities_read(now.problem, vector, now.joint_vector, reads, now.state.time, read)
    for b, at in enumerate(laws.x):
        seen, p = slice(*laws.z_at[b : b + 2]), laws.p[slice(*laws.p_at[b : b + 2])].copy()
        x = values[slice(*at)]
        width = int(laws.u_at[b + 1] - laws.u_at[b]) + x.size
        law = laws.run, b, reads[seen]
        for z, states in zip(_nearby(rng, read[seen]), _nearby(rng, x), strict=True):
            yield partial(_filled, width, partial(command_law_along, *law, z, states, p))


def _motions(now: Evaluation, pairs: np.ndarray) -> np.ndarray:
    seen = np.zeros((len(pairs), WIDTH))
    motions_seen(now.problem, now.state.vector, pairs.copy(), seen)
    return seen


def _nearby(rng: np.random.Generator, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Numbers as they are, and others like them."""
    moved = rng.uniform(-1.0, 1.0, numbers.size) * (1.0 + 0.1 * np.abs(numbers))
    return numbers.copy(), numbers + moved


def _of_equations(system: DynamicalSystem, start: State) -> Iterator[Look]:
    rng, y = np.random.default_rng(1), start.vector
    known = system.derivative, system.problem
    for moved in (np.zeros(y.size), rng.uniform(-0.1, 0.1, y.size)):
        state = y + moved * (1.0 + np.abs(y))
        yield partial(_filled, y.size, partial(rate_along, *known, state))


def _filled(width: int, fill: Callable[..., None], times: np.ndarray) -> np.ndarray:
    """A function at times; not a number where it fails, which is for the run to report if it ever
    comes there."""
    out = np.zeros((times.size, width))
    try:
        fill(times, out)
    except Exception:  # of whatever kind: it is the user's
        if times.size == 1:
            out[:] = np.nan
        else:
            out[:] = [_filled(width, fill, times[k : k + 1])[0] for k in range(times.size)]
    return out

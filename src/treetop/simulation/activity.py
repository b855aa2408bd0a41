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
from treetop.core.outputs.functions_of_time import (
    WIDTH,
    constraint_along,
    drive_along,
    law_along,
    motions_seen,
    rate_along,
)
from treetop.core.tables.kinds import SPLINE

if TYPE_CHECKING:
    from treetop.system.protocol import DynamicalSystem
    from treetop.system.state import State

POINTS = 10_000  # parts of a run at whose ends functions are looked at
STEPS_PER_RUN = 50  # of a run, that a step is at most, where something acts by functions of time
STILL = 1e-13  # change, of the range of a function, that is none
NOISE = 1e-12  # range, of the size of a function, that is none
STEEP = 8.0  # times that a function changes more than before and after, where it may jump
BENT = 10.0  # times that it is bent more than usual, where it does something short
FAINT = 1e-9  # bend, of the range of a function, that is none
STRIDES = (1, 4, 16, 64)  # points apart, by which bends are found
DIFFERENCE = (1.0, -4.0, 6.0, -4.0, 1.0)  # the fourth: small for what changes slowly
HALVINGS = 64

# What was found of each system, and for which span.
_FOUND: WeakKeyDictionary[DynamicalSystem, tuple[tuple[float, float], np.ndarray]] = (
    WeakKeyDictionary()
)

Look = Callable[[np.ndarray], np.ndarray]  # a function at times, a row for each


def found_breaks(system: DynamicalSystem, start: State, begin: float, end: float) -> np.ndarray:
    """Times between begin and end at which something in a system switches, as far as that can be
    seen at a start; for a system that comes again in a run, what was seen before."""
    if not system.timed:
        return np.zeros(0)
    known = _FOUND.get(system)
    if start.time == begin or known is None or known[0] != (begin, end):
        found = [switching_times(look, begin, end) for look in _looks(system, start)]
        known = (begin, end), np.unique(np.concatenate([np.zeros(0), *found]))
        _FOUND[system] = known
    return known[1]


# --- one function -----------------------------------------------------------------------------


def switching_times(look: Look, begin: float, end: float) -> np.ndarray:
    """Times at which a function begins or ceases to change, jumps, or does something short."""
    times = np.linspace(begin, end, POINTS + 1)
    values = look(times)
    values = np.where(np.isfinite(values), values, 0.0)
    scale = np.ptp(values, axis=0)
    varies = scale > NOISE * np.abs(values).max(axis=0)
    if not varies.any():
        return np.zeros(0)

    def scaled(at: np.ndarray) -> np.ndarray:
        found = look(at)[:, varies]
        return np.where(np.isfinite(found), found, 0.0) / scale[varies]

    values = values[:, varies] / scale[varies]
    change = np.abs(np.diff(values, axis=0)).max(axis=1)
    sharp = np.append(_edges(scaled, times, change), _jumps(scaled, times, change))
    return np.unique(np.append(sharp, _bends(times, values, sharp)))


def _edges(look: Look, times: np.ndarray, change: np.ndarray) -> np.ndarray:
    """Where a function begins to change after it was constant, or becomes so."""
    still = change <= STILL
    begins, ends = np.nonzero(still[:-1] & ~still[1:])[0], np.nonzero(~still[:-1] & still[1:])[0]
    quiet = np.append(times[begins + 1], times[ends + 1])
    other = np.append(times[begins + 2], times[ends])
    if not quiet.size:
        return quiet
    level = look(quiet)
    for _ in range(HALVINGS):
        middle = 0.5 * (quiet + other)
        same = (np.abs(look(middle) - level) <= STILL).all(axis=1)
        quiet, other = np.where(same, middle, quiet), np.where(same, other, middle)
    return np.maximum(quiet, other)


def _jumps(look: Look, times: np.ndarray, change: np.ndarray) -> np.ndarray:
    """Where it changes far more than just before and after."""
    around = np.maximum(np.append(change[1:], 0.0), np.append(0.0, change[:-1]))
    at = np.nonzero((change > STEEP * around) & (around > STILL))[0]
    low, high = times[at], times[at + 1]
    if not at.size:
        return low
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        values = look(middle)
        before, after = (np.abs(values - look(x)).max(axis=1) for x in (low, high))
        low, high = np.where(before > after, low, middle), np.where(before > after, middle, high)
    return high


def _bends(times: np.ndarray, values: np.ndarray, sharp: np.ndarray) -> np.ndarray:
    """Where it is bent most, of each stretch in which it is bent far more than usual; not because
    of what is sharp and known."""
    found = []
    for k in STRIDES:
        parts = [values[j * k : len(values) - (4 - j) * k] for j in range(5)]
        bend = np.abs(sum(w * part for w, part in zip(DIFFERENCE, parts, strict=True))).max(axis=1)
        much = np.append(0, (bend > BENT * np.median(bend) + FAINT).astype(int))
        first = np.nonzero(np.diff(np.append(much, 0)) == 1)[0]
        last = np.nonzero(np.diff(np.append(much, 0)) == -1)[0]
        peaks = [a + int(np.argmax(bend[a:b])) for a, b in zip(first, last, strict=True)]
        at = times[np.array(peaks, dtype=int) + 2 * k]
        reach = 2.01 * k * (times[1] - times[0])
        found.append(at[(np.abs(at[:, None] - sharp) > reach).all(axis=1)])
    return np.concatenate(found)


# --- those of a system ------------------------------------------------------------------------


def _looks(system: DynamicalSystem, start: State) -> Iterator[Look]:
    """All that a system has of them."""
    return (_of_equations if system.model is None else _of_model)(system, start)


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
    forces = tables.user_forces
    seen = np.zeros((len(forces.frames), WIDTH))
    now = system.at(start)  # which must live while a kernel reads it
    motions_seen(now.problem, start.vector, seen)
    for k, motion in enumerate(seen):
        for moved in (np.zeros(WIDTH), rng.uniform(-1.0, 1.0, WIDTH)):
            near = motion + moved * (1.0 + 0.1 * np.abs(motion))
            yield partial(_filled, 6, partial(law_along, problem, k, near))


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

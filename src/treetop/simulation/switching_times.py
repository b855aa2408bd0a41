"""Times at which a function of time switches, found by looking at it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

POINTS = 10_000  # parts of a run at whose ends functions are looked at
STILL = 1e-13  # change, of the range of a function, that is none
NOISE = 1e-12  # range, of the size of a function, that is none
STEEP = 8.0  # times that a function changes more than before and after, where it may jump
BENT = 10.0  # times that it is bent more than usual, where it does something short
FAINT = 1e-9  # bend, of the range of a function, that is none
STRIDES = (1, 4, 16, 64)  # points apart, by which bends are found
DIFFERENCE = (1.0, -4.0, 6.0, -4.0, 1.0)  # the fourth: small for what changes slowly
HALVINGS = 64
NARROW, CLOCK = 1e-9, 1e-14  # how near written times are looked at: of a run, and of the clock

Look = Callable[[np.ndarray], np.ndarray]  # a function at times, a row for each


def switching_times(
    look: Look, begin: float, end: float, written: Sequence[float] | np.ndarray = ()
) -> np.ndarray:
    """Times at which a function begins or ceases to change, jumps, or does something short;
    between them, however short that is, if they are among those that are written in it."""
    even, near = np.linspace(begin, end, POINTS + 1), np.asarray(written, dtype=float)
    near = near[(near > begin) & (near < end)]
    times = _refined(even, near)
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
    regular = values[np.searchsorted(times, even)]
    sharp = np.concatenate(
        [
            _edges(scaled, times, _changes(values)),
            _jumps(scaled, even, _changes(regular)),
            _jumps_near(scaled, near, begin, end),
        ]
    )
    return np.unique(np.append(sharp, _bends(even, regular, sharp)))


def _refined(even: np.ndarray, near: np.ndarray) -> np.ndarray:
    """Times, some others, and the middles between those and their neighbours."""
    times = np.union1d(even, near)
    apart = np.isin(times, near)
    middles = (0.5 * (times[1:] + times[:-1]))[apart[1:] | apart[:-1]]
    return np.union1d(times, middles)


def _changes(values: np.ndarray) -> np.ndarray:
    return np.abs(np.diff(values, axis=0)).max(axis=1)


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
    return _jumps_between(look, times[at], times[at + 1])


def _jumps_near(look: Look, near: np.ndarray, begin: float, end: float) -> np.ndarray:
    """Where it does so at given times."""
    if not near.size:
        return near
    reach = max(NARROW * (end - begin), CLOCK * max(abs(begin), abs(end)))
    values = [look(near + k * reach) for k in (-3.0, -1.0, 1.0, 3.0)]
    before, change, after = (np.abs(b - a).max(axis=1) for a, b in pairwise(values))
    at = near[change > STEEP * np.maximum(before, after) + FAINT]
    return _jumps_between(look, at - reach, at + reach)


def _jumps_between(look: Look, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """The first times after jumps, each of which lies between two times."""
    if not low.size:
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

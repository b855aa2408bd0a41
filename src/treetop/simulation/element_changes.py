"""Times at which lines of a prescribed length gain or lose an element.

Rods are cut and merged at the ends of steps.  With steps that end where the length asks for it, the
same rods are there whatever the steps are, and motions converge as tolerances are tightened.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from treetop.core.devices.boom_hinges import SHORTEST
from treetop.core.devices.deployer import ROD
from treetop.core.outputs.functions_of_time import drive_along
from treetop.system.protocol import DynamicalSystem

POINTS = 10_000  # parts of a run at whose ends lengths are looked at
BEYOND = 1e-6  # of a rod, by which the length is past the change: integrated lengths are less exact

_FOUND: WeakKeyDictionary[DynamicalSystem, tuple[tuple[float, float], np.ndarray]] = (
    WeakKeyDictionary()
)


def element_changes(system: Any, begin: float, end: float) -> np.ndarray:
    """Times between begin and end at which rods of the lines of a system are cut or merged."""
    if system.model is None:
        return np.zeros(0)
    known = _FOUND.get(system)
    if known is None or known[0] != (begin, end):
        lines = system.assembly.optional.devices.deployers
        driven = np.flatnonzero(lines.drive >= 0)
        found = [_changes(system, lines.drive[k], lines.law[k, ROD], begin, end) for k in driven]
        known = (begin, end), np.unique(np.concatenate([np.zeros(0), *found]))
        _FOUND[system] = known
    return known[1]


def _changes(system: Any, drive: int, rod: float, begin: float, end: float) -> np.ndarray:
    """Where a length passes whole numbers of rods and the shortest one that is left, growing or
    falling."""
    times, found = np.linspace(begin, end, POINTS + 1), []
    for sign in (1.0, -1.0):

        def passed(at: np.ndarray, sign: float = sign) -> np.ndarray:
            return np.floor(sign * (_length(system, drive, at) / rod - SHORTEST) - BEYOND)

        levels = passed(times)
        for k in np.flatnonzero(np.diff(levels) > 0):
            for level in np.arange(levels[k] + 1, levels[k + 1] + 1):
                if sign * level >= 1.0:
                    found.append(_first(passed, level, times[k], times[k + 1]))
    return np.array(found)


def _first(
    passed: Callable[[np.ndarray], np.ndarray], level: float, early: float, late: float
) -> float:
    """The first time at which a level is passed that is passed at the later of two times."""
    while early < (middle := 0.5 * (early + late)) < late:
        if passed(np.array([middle]))[0] >= level:
            late = middle
        else:
            early = middle
    return late


def _length(system: Any, drive: int, times: np.ndarray) -> np.ndarray:
    """The length of a line at times."""
    out = np.zeros((times.size, 3))
    drive_along(system.problem, drive, times, out)
    return out[:, 0]

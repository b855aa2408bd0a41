"""How much later an event comes when a number of the model changes.

An event is where g(t, y; p) = 0.  With g' its slope along the motion, the time of the event has the
derivative

    dt/dp = -(g_y S + g_p) / g'

which is only worth something where g' does not vanish: a signal that grazes its value may miss it.
"""

from __future__ import annotations

import numpy as np

from treetop.core.outputs.event_functions import SLOPE, VALUE, evaluate_signals
from treetop.errors import RunError
from treetop.model.events import Event
from treetop.simulation.event_functions import event_monitor_for
from treetop.simulation.sensitivities.copies import Copies
from treetop.simulation.sensitivities.parameters import CENTRAL
from treetop.simulation.sensitivities.recorder import Occurrence
from treetop.system.state import State

GRAZING = 0.1  # part of a slope, that may differ between copies
TOGETHER = 1e-6  # part of the greatest derivative, by which those of events at once may differ
SPAN = 1e-4  # part of a step, over which slopes are measured that are not known


class Crossings:
    """Times of the events of one segment.

    Parameters
    ----------
    step : float, s
        Of the method, thereabouts.
    """

    def __init__(self, step: float) -> None:
        self.step = step

    def shifts(self, occurrence: Occurrence, every: list[Copies]) -> np.ndarray:
        """How much later the events come, each for the size of a number."""
        found = [self._shifts(*each, occurrence.state, every) for each in occurrence.events.items()]
        shifts = np.array(found)
        spread = np.ptp(shifts, axis=0)
        if not (spread <= TOGETHER * np.abs(shifts).max(axis=0)).all():
            names = " and ".join(f"'{name}'" for name in occurrence.directions)
            what = f"{names} happen at once by chance, and would not for other numbers"
            raise RunError(f"sensitivities: at {occurrence.state.time:.9g} s: {what}")
        return np.asarray(shifts[0])

    def _shifts(self, name: str, event: Event, state: State, every: list[Copies]) -> np.ndarray:
        slope = self._slope(state, event)
        found = np.zeros(len(every))
        for j, copies in enumerate(every):
            copies.place(state)
            change = float(copies.weighed(copies.signals(name, _value)))
            slopes = np.array(copies.signals(name, self._slope))
            if not np.abs(slopes - slope).max() < GRAZING * abs(slope):
                what = f"the event '{name}' grazes its value"
                hint = f"a little away from '{copies.parameter.name}' it may not happen"
                raise RunError(f"sensitivities: at {state.time:.9g} s: {what} ({hint})")
            found[j] = -change / slope
        return found

    def _slope(self, state: State, event: Event) -> float:
        """The slope of a signal along the motion."""
        slope = _signal(state, event)[1]
        if np.isfinite(slope):
            return slope
        rate, span = state.system.rate(state), SPAN * self.step
        pairs = zip(*CENTRAL, strict=True)
        return sum(w / span * _value(_ahead(state, c * span, rate), event) for c, w in pairs)


def _ahead(state: State, by: float, rate: np.ndarray) -> State:
    return State(state.system, state.time + by, state.vector + by * rate)


def _value(state: State, event: Event) -> float:
    return _signal(state, event)[0]


def _signal(state: State, event: Event) -> tuple[float, float]:
    """How far a signal is from what it is to pass, and its slope; NaN where that is not known."""
    monitor, alive = event_monitor_for(state.system, {"": event}, state.system.fresh_problem())
    assert monitor is not None
    node = np.zeros_like(monitor.node[0])
    evaluate_signals(state.time, state.vector, monitor.evaluator[0], node)
    del alive  # what the monitor refers to, until here
    return float(node[VALUE, 0]), float(node[SLOPE, 0])

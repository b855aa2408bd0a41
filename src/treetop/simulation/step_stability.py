"""Whether stiffness made an explicit method fail, and which method takes it.

The greatest rate in a motion is the spectral radius of the Jacobian of the rates of the state.  It
is found by power iteration with differences of the rates, each component in the measure of its
size.
"""

from __future__ import annotations

import math

import numpy as np

from treetop.model.run.methods import METHODS
from treetop.system.protocol import DynamicalSystem
from treetop.system.state import State

SETTLING, MEASURED = 20, 10  # iterations; an even number, for pairs that oscillate
DIFFERENCE = 1e-7
STABLE, UNSTABLE = 2.78, 3.3  # rate times step: within, or beyond all of, the region of RK4
RESOLVED = 1e-13  # of the duration, below which steps do not add up
MANY_STEPS = 2e7  # that no run is expected to take
HINT = (
    "method='generalized-alpha' takes longer ones; so does 'radau', where rtol and atol are loose"
    " enough not to follow vibration that fast"
)


def greatest_rate(system: DynamicalSystem, state: State) -> float:
    """The greatest rate of small motions about a state, 1/s; NaN where that is not known."""
    y = state.vector
    size, rate = 1.0 + np.abs(y), system.at(state).rate.copy()
    v = np.random.default_rng(1).standard_normal(y.size)
    grown = 0.0
    for k in range(SETTLING + MEASURED):
        v /= np.linalg.norm(v)
        moved = State(system, state.time, y + DIFFERENCE * size * v)
        v = (system.at(moved).rate - rate) / (DIFFERENCE * size)
        length = float(np.linalg.norm(v))
        if not 0.0 < length < math.inf:
            return math.nan if length else 0.0
        grown += math.log(length) if k >= SETTLING else 0.0
    return math.exp(grown / MEASURED)


def too_long_for_rk4(system: DynamicalSystem, state: State, step: float) -> str:
    """Says that steps are too long for RK4, if they are at a state."""
    rate = greatest_rate(system, state)
    if not rate * step > UNSTABLE:
        return ""
    needed = f"which needs less than {STABLE / rate:.2g} s for what is stiff here"
    return f"steps of {step:g} s are too long for rk4, {needed} ({HINT})"


def perhaps_too_long(step: float) -> str:
    """Says that steps may be too long, where a run has become infinite on its way."""
    return f"perhaps steps of {step:g} s are too long for rk4 and what is stiff here ({HINT})"


def no_step_short_enough(
    system: DynamicalSystem, reached: State, method: str, duration: float
) -> str:
    """Says that an explicit method has no step that stiffness would allow, if that is so."""
    rate = greatest_rate(system, reached) if METHODS[method].explicit else 0.0
    if not rate * RESOLVED * duration > STABLE:
        return ""
    return f"{_needed(method, rate)}, too short to add up ({HINT})"


def out_of_time(system: DynamicalSystem, reached: State, method: str, duration: float) -> str:
    """Says that an explicit method has to take more steps than the time that a run was allowed is
    for, because of stiffness, if that is so."""
    rate = greatest_rate(system, reached) if METHODS[method].explicit else 0.0
    if not rate * duration > STABLE * MANY_STEPS:
        return ""
    return f"the wall time that the run was allowed is over: {_needed(method, rate)} ({HINT})"


def _needed(method: str, rate: float) -> str:
    return f"{method} needs steps of less than {STABLE / rate:.2g} s for what is stiff here"

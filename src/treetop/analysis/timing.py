"""How long an evaluation takes."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from time import perf_counter

import numpy as np

from treetop.core.compiler import entry
from treetop.core.interface import DERIVATIVE_TYPE, PROBLEM
from treetop.system.state import State

BATCH = 5e-3  # s: long against a call from Python, short against what else the machine may do
ROUNDS = 9


def evaluation_times(states: Sequence[State]) -> list[float]:
    """Seconds that the equations of each state's system take, called as in a run.

    The median of batches that take turns, so that a machine which slows down is fair to all.
    """
    counts = [_enough(state) for state in states]
    rounds = [
        [_elapsed(state, count) / count for state, count in zip(states, counts, strict=True)]
        for _ in range(ROUNDS)
    ]
    return [median(times) for times in zip(*rounds, strict=True)]


def _enough(state: State) -> int:
    """So many evaluations that they last."""
    _elapsed(state, 1)  # compiles, if nobody has yet
    count = 1
    while _elapsed(state, count) < BATCH:
        count *= 2
    return count


def _elapsed(state: State, count: int) -> float:
    system, y = state.system, state.vector
    began = perf_counter()
    repeated(count, system.derivative, state.time, y, np.zeros_like(y), system.problem)
    return perf_counter() - began


@entry(None, 0, DERIVATIVE_TYPE, 0.0, np.zeros(0), np.zeros(0), PROBLEM)
def repeated(count, derivative, t, y, rate, problem):
    for _ in range(count):
        derivative(t, y, rate, problem)

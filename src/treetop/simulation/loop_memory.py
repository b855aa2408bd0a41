"""What the compiled time loop remembers in arrays of numbers, by name."""

from __future__ import annotations

from typing import NamedTuple

from treetop.core.integrators.loop import Loop


class LoopClock(NamedTuple):
    """Where the loop stands."""

    time: float  # reached, s
    next_step: float  # to try, s
    error: float  # of the last step, in units of the tolerance


class LoopCounts(NamedTuple):
    """What the loop has done so far."""

    steps: int
    rejected_steps: int
    evaluations: int
    samples: int
    relaxed_steps: int  # beyond the tolerance, next to singular positions


def clock_of(loop: Loop) -> LoopClock:
    return LoopClock(*loop.clock.tolist())


def counts_of(loop: Loop) -> LoopCounts:
    return LoopCounts(*loop.counts.tolist())


def begin_with(loop: Loop, step: float) -> None:
    """Let a loop whose first rate is known begin with a step of that length."""
    loop.counts[LoopCounts._fields.index("evaluations")] = 1
    loop.clock[LoopClock._fields.index("next_step")] = step

"""The arrays of the time loop by name."""

import numpy as np

from treetop.core.integrators.loop import loop_from
from treetop.simulation.loop_memory import LoopClock, LoopCounts, begin_with, clock_of, counts_of


def test_names_are_those_of_the_loop():
    loop = loop_from(2.0, np.zeros(3))
    assert clock_of(loop) == LoopClock(time=2.0, next_step=0.0, error=1.0)
    assert counts_of(loop) == LoopCounts(0, 0, 0, 0, 0)
    begin_with(loop, 0.5)
    assert clock_of(loop).next_step == 0.5
    assert counts_of(loop).evaluations == 1

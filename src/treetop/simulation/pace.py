"""Whether a run is on its way to an end that a user would wait for."""

from __future__ import annotations

import math
import warnings

from treetop.simulation.hybrid import HybridSimulation
from treetop.simulation.loop_memory import clock_of, counts_of
from treetop.simulation.step_stability import MANY_STEPS

STRIDE = 100_000  # steps over which the pace is measured
STEADY = "radau", "generalized-alpha"  # methods whose steps stiffness does not hold short
STACK_LEVEL = 5  # of warnings: the call of `treetop.simulate`


class Pace:
    """Warns once, while a run goes on, if its steps are far too short for its duration."""

    def __init__(self, hybrid: HybridSimulation) -> None:
        self.time, self.steps, self.warned = hybrid.begin, 0, False

    def look(self, hybrid: HybridSimulation) -> None:
        """Compare the time that is left with the steps of late."""
        if self.warned:
            return
        time = clock_of(hybrid.segments[-1].loop).time
        steps = sum(counts_of(segment.loop).steps for segment in hybrid.segments)
        if steps - self.steps < STRIDE:
            return
        step = (time - self.time) / (steps - self.steps)
        left = (hybrid.end - time) / step if step > 0.0 else math.inf
        self.time, self.steps = time, steps
        if left > MANY_STEPS:
            self.warned = True
            what = f"at {time:.6g} s, after {steps} steps: steps are {step:.2g} s long"
            others = [f"'{name}'" for name in STEADY if name != hybrid.segments[-1].method]
            hint = (
                f"something very stiff or fast holds them short; method={' or '.join(others)}"
                " may take far fewer, and limit= ends a run by the clock"
            )
            text = f"{what}, some {left:.0e} are left to {hybrid.end:.6g} s; {hint}"
            warnings.warn(text, stacklevel=STACK_LEVEL)

"""How long a first step may be.

E. Hairer, S. P. Nørsett, G. Wanner, *Solving Ordinary Differential Equations I*, 2nd edition
(1993), section II.4.
"""

from treetop.core.compiler import kernel
from treetop.core.integrators.error_norm import size_of
from treetop.core.integrators.loop import START
from treetop.core.integrators.time_loop import just_after


@kernel
def fitting_step(order, derivative, problem, plan, loop):
    """A first step that is about right, from the sizes of the state, its rate and their change."""
    y, rate = loop.y, loop.rate
    size, speed = size_of(y, plan, y, y), size_of(rate, plan, y, y)
    span = plan.breaks[-1] - loop.clock[0]
    guess = min(1e-6 if size < 1e-5 or speed < 1e-5 else 0.01 * size / speed, span)
    for i in range(y.size):
        loop.y_new[i] = y[i] + guess * rate[i]
    derivative(just_after(loop.clock[0]), loop.y_new, loop.stages[START], problem)
    loop.counts[2] += 1
    changed = loop.stages[START]
    for i in range(y.size):
        changed[i] -= rate[i]
    change = size_of(changed, plan, y, y) / guess
    largest = max(speed, change)
    step = max(1e-6, 1e-3 * guess) if largest <= 1e-15 else (0.01 / largest) ** (1.0 / order)
    return min(100.0 * guess, step, span)

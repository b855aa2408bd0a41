"""How long a first step may be.

E. Hairer, S. P. Nørsett, G. Wanner, *Solving Ordinary Differential Equations I*, 2nd edition
(1993), section II.4.
"""

import math

from treetop._kernel import kernel
from treetop.integrate.march import START, just_after


@kernel
def fitting_step(order, derivative, problem, laws, plan, loop):
    """A first step that is about right, from the sizes of the state, its rate and their change."""
    y, rate, n = loop.y, loop.rate, plan.controlled[0]
    rtol, atol = plan.control[0], plan.control[1]
    size, speed = 0.0, 0.0
    for i in range(n):
        scale = atol + rtol * abs(y[i])
        size += (y[i] / scale) ** 2
        speed += (rate[i] / scale) ** 2
    size, speed = math.sqrt(size / n), math.sqrt(speed / n)
    span = plan.breaks[-1] - loop.clock[0]
    guess = min(1e-6 if size < 1e-5 or speed < 1e-5 else 0.01 * size / speed, span)
    for i in range(y.size):
        loop.y_new[i] = y[i] + guess * rate[i]
    derivative(just_after(loop.clock[0]), loop.y_new, loop.stages[START], problem, laws)
    loop.counts[2] += 1
    change = 0.0
    for i in range(n):
        scale = atol + rtol * abs(y[i])
        change += ((loop.stages[START, i] - rate[i]) / scale) ** 2
    change = math.sqrt(change / n) / guess
    largest = max(speed, change)
    step = max(1e-6, 1e-3 * guess) if largest <= 1e-15 else (0.01 / largest) ** (1.0 / order)
    return min(100.0 * guess, step, span)

"""Sizes in units of the tolerance.

The component that is worst counts: what moves is then followed as closely among many bodies at
rest as alone, where a mean would allow it the more, the more there are.
"""

import math

from treetop.core.compiler import kernel, where


@kernel
def allowed(plan, y, other, i):
    """The error that may be made in component i from one state to the other."""
    return plan.control[1] + plan.control[0] * max(abs(y[i]), abs(other[i]))


@kernel
def worse(size, largest):
    """The greater of two sizes; without bound if the first is not a number."""
    return where(size <= largest, largest, where(math.isfinite(size), size, math.inf))


@kernel
def size_of(change, plan, y, other):
    """The size of a change, from one state to another."""
    largest = 0.0
    for i in range(plan.controlled[0]):
        largest = worse(abs(change[i]) / allowed(plan, y, other, i), largest)
    return largest


@kernel
def distance(plan, y, other):
    """The size of the change from one state to another."""
    largest = 0.0
    for i in range(plan.controlled[0]):
        largest = worse(abs(other[i] - y[i]) / allowed(plan, y, other, i), largest)
    return largest

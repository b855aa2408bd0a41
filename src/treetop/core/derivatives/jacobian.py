"""Derivatives of a state's rate along directions in which the state changes.

Directions are rows, each with a number for every number of the state vector.
"""

import numpy as np

from treetop.core.compiler import Bundle, entry, inlined
from treetop.core.compiler.kernel_duals import (
    DUAL_VECTOR,
    DUALS,
    WIDTH,
    as_dual,
    as_duals,
    as_handle,
    tangent,
    with_tangent,
)
from treetop.core.interface import DERIVATIVE_TYPE, PROBLEM

_VECTOR, _MATRIX = np.zeros(0), np.zeros((0, 0))
ALONG = (
    *(0, DUALS.type_of(DERIVATIVE_TYPE)),
    *(0.0, _VECTOR, _MATRIX, _MATRIX),  # time, state, directions, derivatives
    *(DUAL_VECTOR, DUAL_VECTOR, Bundle.handle),
)
SIDES = (0, DERIVATIVE_TYPE, 0.0, _VECTOR, _MATRIX, _MATRIX, _MATRIX, PROBLEM)


@entry(*ALONG)
def along(derivative, t, state, directions, derivatives, y_rows, f_rows, handle):
    """Write the derivative of the rate along each direction; `derivative` is that of a formulation,
    for duals, `y_rows` and `f_rows` are workspace for duals of the state and of its rate."""
    y, f, problem = as_duals(y_rows), as_duals(f_rows), as_handle(handle)
    for first in range(0, directions.shape[0], WIDTH):
        count = min(WIDTH, directions.shape[0] - first)
        let_change(y, state, directions[first : first + count])
        derivative(as_dual(t), y, f, problem)
        write_tangents(f, derivatives[first : first + count])
    return 0


@inlined
def let_change(y, state, directions):
    """Duals of a state that changes along a few directions."""
    for i in range(state.size):
        x = as_dual(state[i])
        for k in range(directions.shape[0]):
            x = with_tangent(x, k, directions[k, i])
        y[i] = x


@inlined
def write_tangents(f, derivatives):
    for i in range(f.size):
        x = f[i]
        for k in range(derivatives.shape[0]):
            derivatives[k, i] = tangent(x, k)


@entry(*SIDES)
def sides(derivative, t, state, steps, ahead, behind, problem):
    """Write the rates of the state moved by each of the steps, ahead and behind."""
    for k in range(steps.shape[0]):
        for i in range(state.size):
            steps[k, i] += state[i]
        derivative(t, steps[k], ahead[k], problem)
        for i in range(state.size):
            steps[k, i] = 2.0 * state[i] - steps[k, i]
        derivative(t, steps[k], behind[k], problem)
    return 0

"""Derivatives of a state's rate along directions in which the state changes.

    y duals of the state    f duals of its rate
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
from treetop.core.interface import DERIVATIVE_TYPE

JACOBIAN = (
    *(0, DUALS.type_of(DERIVATIVE_TYPE)),
    *(0.0, np.zeros(0), np.zeros((0, 0)), np.zeros((0, 0))),  # t, state, directions, derivatives
    *(DUAL_VECTOR, DUAL_VECTOR, Bundle.handle),  # duals of the state and its rate, problem
)


@entry(*JACOBIAN)
def differentiate(derivative, t, state, directions, derivatives, y_rows, f_rows, handle):
    """Write the derivative of the rate along each direction, in rows: `derivative` is that of a
    formulation, for duals."""
    y, f, problem = as_duals(y_rows), as_duals(f_rows), as_handle(handle)
    for first in range(0, directions.shape[0], WIDTH):
        seed(y, state, directions, first)
        derivative(as_dual(t), y, f, problem)
        collect(f, derivatives, first)
    return 0


@inlined
def seed(y, state, directions, first):
    """Let a state change along some of the directions."""
    count = min(WIDTH, directions.shape[0] - first)
    for i in range(state.size):
        x = as_dual(state[i])
        for k in range(count):
            x = with_tangent(x, k, directions[first + k, i])
        y[i] = x


@inlined
def collect(f, derivatives, first):
    count = min(WIDTH, derivatives.shape[0] - first)
    for i in range(f.size):
        x = f[i]
        for k in range(count):
            derivatives[first + k, i] = tangent(x, k)

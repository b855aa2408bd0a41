"""Derivatives of a state's rate along directions in which the state changes.

Directions are rows, each with a number for every number of the state vector.
"""

from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import BOX, Bundle, entry, inlined
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
from treetop.core.derivatives.interface import JACOBIAN
from treetop.core.interface import DERIVATIVE_TYPE, PROBLEM, WORKS

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
    look_along(derivative, t, state, directions, derivatives, y, f, problem)
    return 0


@inlined
def look_along(derivative, t, state, directions, derivatives, y, f, problem):
    for first in range(0, directions.shape[0], WIDTH):
        count = min(WIDTH, directions.shape[0] - first)
        let_change(y, state, directions[first : first + count])
        derivative(as_dual(t), y, f, problem)
        write_tangents(f, derivatives[first : first + count])


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


class DualJacobian(NamedTuple):
    """What the whole Jacobian is found by."""

    derivative: Any  # for duals
    problem: np.ndarray  # (1,)  the handle of a problem in duals
    y: np.ndarray  # (ny,)  workspace, in numbers that duals consist of
    f: np.ndarray


_ROWS = DUAL_VECTOR
bundle = Bundle(DualJacobian(DUALS.type_of(DERIVATIVE_TYPE), BOX, _ROWS, _ROWS))
unpack_room = bundle.unpack


@entry(*JACOBIAN)
def write(t, y, J, handle):
    """Write ``∂y'/∂y``; nothing depends on works."""
    (room,) = unpack_room(handle)
    x, f, problem = as_duals(room.y), as_duals(room.f), as_handle(room.problem[0])
    for i in range(y.size):
        x[i] = as_dual(y[i])
        J[i, y.size - WORKS :] = 0.0
    for first in range(0, y.size - WORKS, WIDTH):
        last = min(first + WIDTH, y.size - WORKS)
        for k in range(first, last):
            x[k] = with_tangent(as_dual(y[k]), k - first, 1.0)
        room.derivative(as_dual(t), x, f, problem)
        for k in range(first, last):
            x[k] = as_dual(y[k])
            for i in range(y.size):
                J[i, k] = tangent(f[i], k - first)
    return 0


@entry(*JACOBIAN)
def replace(t, y, directions, handle):
    """Write the derivatives of the rate along directions in their place."""
    (room,) = unpack_room(handle)
    x, f, problem = as_duals(room.y), as_duals(room.f), as_handle(room.problem[0])
    look_along(room.derivative, t, y, directions, directions, x, f, problem)
    return 0

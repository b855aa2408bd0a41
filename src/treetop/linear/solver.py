"""The solution of constrained systems as functions with an address.

Kernels that call them this way need not be compiled together with them.
"""

from typing import Any, NamedTuple

import numpy as np

from treetop._kernel import entry, function_like
from treetop.linear import constrained

_VECTOR, _MATRIX, _ROOM = np.zeros(0), np.zeros((0, 0)), constrained.room(0, 0)
_FACTOR = (0, _MATRIX, _MATRIX, 0, _ROOM)
_FACTOR_CONSTRAINTS = (0, _MATRIX, 0, _ROOM)
_SOLUTION = (0.0, _VECTOR, _VECTOR, _ROOM, _VECTOR)
_NEAREST = (0.0, _VECTOR, _ROOM, _VECTOR)
_MULTIPLIERS = (0, _VECTOR, _ROOM, _VECTOR)
_UNDETERMINED = (0, 0, _ROOM, _VECTOR)


class Solver(NamedTuple):
    """What `treetop.linear.constrained` offers."""

    factor: Any
    factor_constraints: Any
    solution: Any
    nearest: Any
    multipliers: Any


# A sample, for bundles.
SOLVER = Solver(
    function_like(*_FACTOR),
    function_like(*_FACTOR_CONSTRAINTS),
    function_like(*_SOLUTION),
    function_like(*_NEAREST),
    function_like(*_MULTIPLIERS),
)


def solver() -> Solver:
    return Solver(
        factor.function,
        factor_constraints.function,
        solution.function,
        nearest.function,
        multipliers.function,
    )


@entry(*_FACTOR)
def factor(M, A, rank_wanted, room):
    return constrained.factor(M, A, rank_wanted, room)


@entry(*_FACTOR_CONSTRAINTS)
def factor_constraints(A, rank_wanted, room):
    return constrained.factor_constraints(A, rank_wanted, room)


@entry(*_SOLUTION)
def solution(Q, b, room, x):
    return constrained.solution(Q, b, room, x)


@entry(*_NEAREST)
def nearest(b, room, x):
    return constrained.nearest(b, room, x)


@entry(*_MULTIPLIERS)
def multipliers(f, room, found):
    constrained.multipliers(f, room, found)
    return 0


@entry(*_UNDETERMINED)
def undetermined(k, room, x):
    constrained.undetermined(k, room, x)
    return 0

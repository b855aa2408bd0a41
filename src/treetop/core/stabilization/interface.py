"""A formulation within a way to keep its constraints: its functions, for kernels to call."""

from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import BOX, boxed
from treetop.core.interface import (
    CARRIED_TYPE,
    DERIVATIVE_TYPE,
    DISPLACED_TYPE,
    ROWS_TYPE,
    SETTLE_TYPE,
)


class Inner(NamedTuple):
    """What `Formulation` and its `Chart` offer, with the problem that they are called for."""

    derivative: Any
    settle: Any
    rows: Any
    displaced: Any
    carried: Any
    problem: np.ndarray  # (1,)


INNER = Inner(DERIVATIVE_TYPE, SETTLE_TYPE, ROWS_TYPE, DISPLACED_TYPE, CARRIED_TYPE, BOX)


class Kept(NamedTuple):
    """What a run integrates."""

    derivative: Any
    settle: Any
    problem: Any  # a handle
    alive: Any  # what must be kept as long as that is in use


def inner_of(equations, problem) -> Inner:
    chart = equations.chart
    return Inner(
        equations.derivative.function,
        equations.settle.function,
        chart.rows.function,
        chart.displaced.function,
        chart.carried.function,
        boxed(problem),
    )

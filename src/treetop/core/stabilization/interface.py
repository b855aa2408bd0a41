"""A formulation within a way to keep its constraints: its functions, for kernels to call."""

from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import BOX, boxed
from treetop.core.interface import (
    CARRIED_TYPE,
    DERIVATIVE_TYPE,
    DISPLACED_TYPE,
    PROJECT_TYPE,
    ROWS_TYPE,
)


class Underlying(NamedTuple):
    """What `Formulation` and its `Chart` offer, with the problem that they are called for."""

    derivative: Any
    project: Any
    rows: Any
    displaced: Any
    carried: Any
    problem: np.ndarray  # (1,)


UNDERLYING = Underlying(DERIVATIVE_TYPE, PROJECT_TYPE, ROWS_TYPE, DISPLACED_TYPE, CARRIED_TYPE, BOX)


class Stabilized(NamedTuple):
    """What a run integrates."""

    derivative: Any
    project: Any
    problem: Any  # a handle
    alive: Any  # what must be kept as long as that is in use


def underlying(equations, problem) -> Underlying:
    chart = equations.chart
    return Underlying(
        equations.derivative.function,
        equations.project.function,
        chart.rows.function,
        chart.displaced.function,
        chart.carried.function,
        boxed(problem),
    )

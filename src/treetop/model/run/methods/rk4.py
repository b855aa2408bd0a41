"""Options of the classical Runge-Kutta method."""

from __future__ import annotations

from typing import ClassVar

from treetop.model.run.methods.base import (
    ATOL,
    RTOL,
    AbsoluteTolerance,
    Method,
    RelativeTolerance,
    Step,
)
from treetop.model.specification import spec


@spec
class Rk4(Method):
    """The classical Runge-Kutta method of order 4, explicit with a fixed step.

    Parameters
    ----------
    step : number, s
    rtol, atol : float
        How closely events are located; they do not change the steps.
    """

    kind: ClassVar[str] = "rk4"
    fixed: ClassVar[bool] = True

    step: Step = None
    rtol: RelativeTolerance = RTOL
    atol: AbsoluteTolerance = ATOL

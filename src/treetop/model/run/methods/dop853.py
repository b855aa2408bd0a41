"""Options of the explicit Runge-Kutta method of order 8."""

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
class Dop853(Method):
    """Runge-Kutta of order 8 by Dormand and Prince, explicit with adaptive steps: the default.

    Parameters
    ----------
    rtol, atol : float
        Relative and absolute error allowed in a step.
    max_step : number, s, optional
        The largest step allowed: by default a fiftieth of the duration where something acts by a
        function of time, else any.
    """

    kind: ClassVar[str] = "dop853"

    rtol: RelativeTolerance = RTOL
    atol: AbsoluteTolerance = ATOL
    max_step: Step = None

"""Options of the classical Runge-Kutta method."""

from __future__ import annotations

from typing import ClassVar

from treetop.model.run.methods import base
from treetop.model.specification import spec


@spec
class Rk4(base.Method):
    """The classical Runge-Kutta method of order 4, explicit with a fixed step.

    Parameters
    ----------
    step : number, s
    rtol, atol : float
        How closely events are located; they do not change the steps.
    """

    kind: ClassVar[str] = "rk4"
    fixed: ClassVar[bool] = True
    one_step: ClassVar[bool] = True

    step: base.Step = None
    rtol: base.RelativeTolerance = base.RTOL
    atol: base.AbsoluteTolerance = base.ATOL

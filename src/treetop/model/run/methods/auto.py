"""Options of the choice between an explicit and an implicit method."""

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
class Auto(Method):
    """`Dop853` as long as it suits, and `Radau` where the system is stiff.

    Parameters
    ----------
    rtol, atol : float
        Relative and absolute error allowed in a step.
    max_step : number, s, optional
        The largest step allowed: by default a fiftieth of the duration where something acts by a
        function of time, else any.
    """

    kind: ClassVar[str] = "auto"

    rtol: RelativeTolerance = RTOL
    atol: AbsoluteTolerance = ATOL
    max_step: Step = None

"""Options of the explicit Runge-Kutta method of order 8."""

from __future__ import annotations

from typing import ClassVar

from treetop.model.run.methods.base import AdaptiveMethod
from treetop.model.specification import spec


@spec
class Dop853(AdaptiveMethod):
    """Runge-Kutta of order 8 by Dormand and Prince, explicit with adaptive steps: the default.

    Its options are those of `AdaptiveMethod`: ``rtol``, ``atol`` and ``max_step``.
    """

    kind: ClassVar[str] = "dop853"
    explicit: ClassVar[bool] = True
    one_step: ClassVar[bool] = True
    alternative: ClassVar[str] = "radau"

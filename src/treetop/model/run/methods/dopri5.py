"""Options of the explicit Runge-Kutta method of order 5."""

from __future__ import annotations

from typing import ClassVar

from treetop.model.run.methods.base import AdaptiveMethod
from treetop.model.specification import spec


@spec
class Dopri5(AdaptiveMethod):
    """Runge-Kutta of order 5 by Dormand and Prince, explicit with adaptive steps: where samples of
    controllers hold steps short.

    Its options are those of `AdaptiveMethod`: ``rtol``, ``atol`` and ``max_step``.
    """

    kind: ClassVar[str] = "dopri5"
    explicit: ClassVar[bool] = True
    one_step: ClassVar[bool] = True
    alternative: ClassVar[str] = "radau"

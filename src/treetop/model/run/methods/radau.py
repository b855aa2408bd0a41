"""Options of the implicit Runge-Kutta method of order 5."""

from __future__ import annotations

from typing import ClassVar

from treetop.model.run.methods.base import AdaptiveMethod
from treetop.model.specification import spec


@spec
class Radau(AdaptiveMethod):
    """Radau IIA of order 5, implicit with adaptive steps: for stiff systems.

    Its options are those of `AdaptiveMethod`: ``rtol``, ``atol`` and ``max_step``.
    """

    kind: ClassVar[str] = "radau"
    one_step: ClassVar[bool] = True
    differentiates: ClassVar[bool] = True
    alternative: ClassVar[str] = "dop853"

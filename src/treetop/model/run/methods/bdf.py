"""Options of backward differentiation."""

from __future__ import annotations

from typing import ClassVar

from treetop.model.run.methods.base import AdaptiveMethod
from treetop.model.specification import spec


@spec
class Bdf(AdaptiveMethod):
    """Backward differentiation of orders 1 to 5, implicit with adaptive steps: for stiff systems.

    Its options are those of `AdaptiveMethod`: ``rtol``, ``atol`` and ``max_step``.
    """

    kind: ClassVar[str] = "bdf"
    differentiates: ClassVar[bool] = True

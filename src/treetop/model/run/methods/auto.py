"""Options of the choice between an explicit and an implicit method."""

from __future__ import annotations

from typing import ClassVar

from treetop.model.run.methods.base import AdaptiveMethod
from treetop.model.specification import spec


@spec
class Auto(AdaptiveMethod):
    """`Dop853` as long as it suits, and `Radau` where the system is stiff.

    Its options are those of `AdaptiveMethod`: ``rtol``, ``atol`` and ``max_step``.
    """

    kind: ClassVar[str] = "auto"

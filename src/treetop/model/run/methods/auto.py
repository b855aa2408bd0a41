"""Options of the choice between explicit methods and an implicit one."""

from __future__ import annotations

from typing import ClassVar

from treetop.model.run.methods.base import AdaptiveMethod
from treetop.model.specification import spec


@spec
class Auto(AdaptiveMethod):
    """`Dop853` as long as it suits, `Radau` where the system is stiff, and `Dopri5` where sampled
    controllers hold the steps short.

    Its options are those of `AdaptiveMethod`: ``rtol``, ``atol`` and ``max_step``.
    """

    kind: ClassVar[str] = "auto"
    one_step: ClassVar[bool] = True

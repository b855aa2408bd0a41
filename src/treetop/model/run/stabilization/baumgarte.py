"""Stabilization by Baumgarte."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator

from treetop.model.quantity import Invalid, numbers, optional
from treetop.model.run.stabilization.base import Stabilization
from treetop.model.specification import spec

GAIN = 10.0  # 1/s, α and β where none are given
LARGEST_PER_STEP = 0.5  # α times the step, by default: explicit methods fail from 2 or so on


def _gains(value: Any) -> tuple[float, ...]:
    gains = numbers(value, 3, "s^-1")
    for index, (name, gain) in enumerate(zip("αβσ", gains, strict=True)):
        if not gain > 0:
            what = f"with {name} = {gain:g} 1/s errors of the constraints would not decay"
            raise Invalid(what, "give more than 0", (index,))
    return gains


@spec
class Baumgarte(Stabilization):
    """Errors of the constraints are driven back: ``g'' + 2 α g' + β² g = 0``, and of velocity
    constraints ``v' + σ v = 0``.

    Parameters
    ----------
    gains : three numbers, 1/s, optional
        α, β and σ. Default: 10, 10 and 20, or with steps above 0.05 s such that α times the step
        is one half.
    """

    kind: ClassVar[str] = "baumgarte"

    gains: Annotated[Any, optional(PlainValidator(_gains))] = None

    def gains_for(self, step: float | None) -> tuple[float, float, float]:
        """The gains, or by default critical damping, no faster than steps of that length can
        follow."""
        if self.gains is not None:
            return self.gains
        alpha = GAIN if step is None else min(GAIN, LARGEST_PER_STEP / step)
        return alpha, alpha, 2.0 * alpha

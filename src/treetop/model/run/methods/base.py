"""What all methods of integration have: a word, tolerances and a bound on the step."""

from __future__ import annotations

import sys
from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator

from treetop.model.quantity import Invalid, number, optional, scalar
from treetop.model.specification import spec

FINEST = 100 * sys.float_info.epsilon  # the least relative tolerance that rounding lets through


def _relative_tolerance(value: Any) -> float:
    result = number(value, "1")
    if not FINEST <= result < 1:
        reach = f"double precision reaches {FINEST:.1e}" if result < 1 else "give less than 1"
        hint = f"{reach}; 1e-6 to 1e-12 are usual"
        raise Invalid(f"{result:g} is not a relative tolerance", hint)
    return result


RelativeTolerance = Annotated[Any, PlainValidator(_relative_tolerance)]
AbsoluteTolerance = Annotated[Any, scalar("1", above=0)]
Step = Annotated[Any, optional(scalar("s", above=0))]

RTOL, ATOL = 1e-9, 1e-12


class Method:
    """A method of integration with its options; see `METHODS`."""

    kind: ClassVar[str]
    fixed: ClassVar[bool] = False  # whether its step is given and never changes
    explicit: ClassVar[bool] = False  # with adaptive steps, which stability may hold short
    one_step: ClassVar[bool] = False  # needs of the steps before nothing but where they end
    differentiates: ClassVar[bool] = False  # by matrices, exact where they can be
    alternative: ClassVar[str] = ""  # with which "auto" goes on where this method is unsuited

    rtol: Any
    atol: Any

    @property
    def step_bound(self) -> float | None:
        """The fixed step, or the largest one allowed, s; None where any will do."""
        name = "step" if self.fixed else "max_step"
        value: float | None = getattr(self, name)
        return value


@spec
class AdaptiveMethod(Method):
    """A method that finds its steps.

    Parameters
    ----------
    rtol, atol : float
        Relative and absolute error allowed in a step.
    max_step : number, s, optional
        The largest step allowed: by default a fiftieth of the duration where something acts by a
        function of time, else any.
    """

    rtol: RelativeTolerance = RTOL
    atol: AbsoluteTolerance = ATOL
    max_step: Step = None

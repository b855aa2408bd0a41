"""Options of the generalised-α method."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from treetop.model.quantity import scalar
from treetop.model.run.methods.base import (
    ATOL,
    RTOL,
    AbsoluteTolerance,
    Method,
    RelativeTolerance,
    Step,
)
from treetop.model.specification import spec

SpectralRadius = Annotated[Any, scalar("1", at_least=0, at_most=1)]
Index = Literal[2, 3]


@spec
class GeneralizedAlpha(Method):
    """The generalised-α method on the Lie group, implicit of order 2 with a fixed step.

    Parameters
    ----------
    step : number, s
    rho_inf : float from 0 to 1
        Spectral radius at infinite frequency: the part that one step leaves of an oscillation far
        faster than the steps, from 0, nothing, to 1, all of it.
    index : 2 or 3
        Which constraints the steps meet: positions and velocities (stabilised index 2), or
        positions alone.
    rtol, atol : float
        To which the equations of a step are solved.
    """

    kind: ClassVar[str] = "generalized-alpha"
    fixed: ClassVar[bool] = True
    differentiates: ClassVar[bool] = True

    step: Step = None
    rho_inf: SpectralRadius = 0.8
    index: Index = 2
    rtol: RelativeTolerance = RTOL
    atol: AbsoluteTolerance = ATOL

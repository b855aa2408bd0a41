"""Options of the method of Newmark."""

from __future__ import annotations

from typing import ClassVar

from treetop.model.run.methods.generalized_alpha import GeneralizedAlpha
from treetop.model.specification import spec


@spec
class Newmark(GeneralizedAlpha):
    """The method of Newmark: `GeneralizedAlpha` with other weights, of order 1 if `rho_inf` is
    below 1.

    Parameters
    ----------
    step, rho_inf, index, rtol, atol
        As of `GeneralizedAlpha`.
    """

    kind: ClassVar[str] = "newmark"

"""Options of the method of Hilber, Hughes and Taylor."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator

from treetop.model.quantity import Invalid, scalar
from treetop.model.run.methods.generalized_alpha import GeneralizedAlpha
from treetop.model.specification import spec

LEAST = 0.5  # spectral radius below which the method is unstable
_read: Any = scalar("1", at_least=0, at_most=1).func


def _spectral_radius(value: Any) -> float:
    result: float = _read(value)
    if result < LEAST:
        raise Invalid(f"hht with {result:g} is not stable", f"give {LEAST:g} to 1")
    return result


@spec
class Hht(GeneralizedAlpha):
    """The method of Hilber, Hughes and Taylor: `GeneralizedAlpha` with other weights.

    Parameters
    ----------
    step, index, rtol, atol
        As of `GeneralizedAlpha`.
    rho_inf : float from 0.5 to 1
    """

    kind: ClassVar[str] = "hht"

    rho_inf: Annotated[Any, PlainValidator(_spectral_radius)] = 0.8

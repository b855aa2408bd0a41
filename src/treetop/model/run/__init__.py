"""How a model is run: duration, samples, method of integration, stabilization of constraints."""

from treetop.model.run.methods import (
    Auto,
    Bdf,
    Dop853,
    GeneralizedAlpha,
    Hht,
    Method,
    Newmark,
    Radau,
    Rk4,
)
from treetop.model.run.settings import RunSettings
from treetop.model.run.stabilization import (
    Baumgarte,
    CoordinatePartitioning,
    NullSpace,
    Projection,
    Stabilization,
)

__all__ = [
    "Auto",
    "Baumgarte",
    "Bdf",
    "CoordinatePartitioning",
    "Dop853",
    "GeneralizedAlpha",
    "Hht",
    "Method",
    "Newmark",
    "NullSpace",
    "Projection",
    "Radau",
    "Rk4",
    "RunSettings",
    "Stabilization",
]

"""The planet that a model moves about, as far as its orbits need to know."""

from __future__ import annotations

from typing import Any, NamedTuple

from treetop.model.environment.planet import Planet, mu_of
from treetop.model.forces.kinds import CentralGravity


class CentralBody(NamedTuple):
    """What orbits are about; None for what the model does not say."""

    mu: float  # m³/s²
    radius: float | None  # m, of the equator
    epoch: Any  # Epoch or None
    environment: Planet | None


def central_body(model: Any) -> CentralBody | None:
    """The planet of a model or mechanism: its environment's, or that of its central gravity."""
    whole = getattr(model, "model", model)
    environment, epoch = whole.environment, whole.epoch
    if environment is not None:
        return CentralBody(mu_of(environment), environment.radius, epoch, environment)
    mu = sum(force.mu for force in model.forces.values() if isinstance(force, CentralGravity))
    return CentralBody(mu, None, epoch, None) if mu > 0.0 else None

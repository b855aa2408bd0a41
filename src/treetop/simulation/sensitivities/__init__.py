"""Derivatives of a run by numbers of its model: what a result has beside its histories."""

from treetop.simulation.sensitivities.coverage import require_differentiable
from treetop.simulation.sensitivities.recorder import Recorder
from treetop.simulation.sensitivities.sensitivities import add_sensitivities

__all__ = ["Recorder", "add_sensitivities", "require_differentiable"]

"""Linear models of systems with inputs and outputs."""

from treetop.analysis.linear_models.linearise import linearise
from treetop.analysis.linear_models.loop import Loop
from treetop.analysis.linear_models.margins import Margins
from treetop.analysis.linear_models.state_space import LinearModel

__all__ = ["LinearModel", "Loop", "Margins", "linearise"]

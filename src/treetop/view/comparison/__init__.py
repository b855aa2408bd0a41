"""Figures of how well numbers agree: formulations with each other, cases with their references."""

from treetop.view.comparison.comparison import comparison_figure
from treetop.view.comparison.validation import validation_figure

__all__ = ["comparison_figure", "validation_figure"]

"""Figures of quantities over time; matplotlib is imported only when one is drawn."""

from treetop.view.plots.plotting import plot

__all__ = ["plot"]

"""A run on one page, to be opened offline: the model, its motion, audits, events, how to repeat."""

from treetop.view.report.page import page, report

__all__ = ["page", "report"]

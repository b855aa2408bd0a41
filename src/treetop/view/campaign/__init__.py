"""The report of a campaign."""

from treetop.view.campaign.page import report

__all__ = ["report"]

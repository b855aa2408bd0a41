"""A run as a page in which its bodies move: one HTML file that needs nothing else."""

from treetop.view.playback.page import page, write_page
from treetop.view.playback.show import view

__all__ = ["page", "view", "write_page"]

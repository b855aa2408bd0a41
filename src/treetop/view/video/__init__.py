"""Runs as films and animated images."""

from treetop.view.video.video import write_video

__all__ = ["write_video"]

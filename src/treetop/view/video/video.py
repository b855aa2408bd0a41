"""A run as a film or an animated image: frames at equal times, from the playback page."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from treetop.errors import TreetopError
from treetop.files.whole import require_writable, write_whole
from treetop.results import Run
from treetop.view.playback.page import page
from treetop.view.video.encoding import animated, film
from treetop.view.video.frames import browser_path, frame, opened

SUFFIXES = (".webm", ".gif", ".png", ".webp")
LONGEST = 5000  # frames
SIZES = (64, 4096)  # pixels, the least and the greatest


def write_video(
    run: Run,
    out: str | os.PathLike[str],
    seconds: float = 10.0,
    rate: float = 25.0,
    size: tuple[int, int] = (1280, 720),
    progress: Callable[[int, int], None] | None = None,
) -> str:
    """Write a film (.webm) or an animated image (.gif, .png, .webp); returns a few words on it.

    See `Run.video`; `progress` is called with the number of frames that are done, and of all.
    """
    suffix = Path(out).suffix.lower()
    if suffix not in SUFFIXES:
        raise TreetopError(f"{out}: a video is of the kind {', '.join(SUFFIXES)}; end its name so")
    size = _even(size)
    count = _count(seconds, rate)
    require_writable(out)
    browser_path()
    times = np.linspace(*_span(run), count)
    with opened(page(run), size) as sheet:
        frames = _frames(sheet, times, progress)
        if suffix == ".webm":
            content = film(sheet, frames, size, rate)
        else:
            content = animated(frames, rate, suffix)
    write_whole(out, content)
    return f"{count} frames of {size[0]} x {size[1]}, {len(content) / 1e6:.1f} MB"


def _frames(
    sheet: Any, times: np.ndarray, progress: Callable[[int, int], None] | None
) -> Iterator[bytes]:
    for k, time in enumerate(times, start=1):
        yield frame(sheet, float(time))
        if progress:
            progress(k, len(times))


def _span(run: Run) -> tuple[float, float]:
    times = run.data["time"].values
    if not len(times):
        raise TreetopError("a run without samples cannot be drawn")
    return float(times[0]), float(times[-1])


def _even(size: tuple[int, int]) -> tuple[int, int]:
    """A size whose numbers are even, as films need."""
    least, greatest = SIZES
    if len(size) != 2 or not all(least <= pixels <= greatest for pixels in size):
        raise TreetopError(f"size {size}: give width and height from {least} to {greatest} pixels")
    return int(size[0]) // 2 * 2, int(size[1]) // 2 * 2


def _count(seconds: float, rate: float) -> int:
    """How many frames there are."""
    for name, value in (("seconds", seconds), ("rate", rate)):
        if not (np.isfinite(value) and value > 0):
            raise TreetopError(f"{name} {value}: give more than 0")
    count = max(2, round(seconds * rate))
    if count > LONGEST:
        raise TreetopError(f"{count} frames are more than {LONGEST}: give fewer seconds, or a rate")
    return count

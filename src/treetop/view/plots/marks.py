"""Stages shaded and events marked, their names in lanes above the panels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from treetop.view.figures import FAINT, INK, SHADES
from treetop.view.text import short
from treetop.view.timeline import Span, stage_spans

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from treetop.results import Run

LANES = 3
SIZE = 7.5  # points
LANE = 11.0  # points
LETTER = 0.62  # of the size, about as wide as letters are
MAX_EVENT_LINES = 200  # lines of events; more would cover the panel


class Label(NamedTuple):
    """A name at a time, in a lane above the panel."""

    text: str
    time: float
    lane: int
    align: str = "center"


def mark_stages_and_events(
    figure: Figure, top: Sequence[Axes], every: Sequence[Axes], run: Run
) -> None:
    """Shade and mark all panels; names stand above those of the first row."""
    spans = stage_spans(run)
    times = [event.time for event in run.events]
    for axes in every:
        for k, span in enumerate(spans):
            axes.axvspan(span.begin, span.end, color=SHADES[k % 2], lw=0, zorder=-2)
        for time in times[:MAX_EVENT_LINES]:
            axes.axvline(time, color=FAINT, lw=0.8, ls=(0, (1.5, 2)), zorder=-1)
    if not spans and not times:
        return
    figure.draw_without_rendering()  # so that the panels have their places
    begin, end = every[0].get_xlim()
    for axes in top:
        points = axes.get_position().width * figure.get_figwidth() * 72
        letter = SIZE * LETTER * (end - begin) / points
        stages = stage_labels(spans, letter, (begin, end))
        events = event_labels(_first_of_each(run), letter, (begin, end))
        above = 1 + max((label.lane for label in stages), default=-1)
        _write(axes, stages, 0, weight="bold", color=INK)
        _write(axes, events, above, color=FAINT)


def _first_of_each(run: Run) -> list[tuple[str, float]]:
    """An event that comes again and again is named once."""
    seen: dict[str, float] = {}
    for event in run.events:
        seen.setdefault(event.event, event.time)
    return list(seen.items())


def stage_labels(spans: Iterable[Span], letter: float, limits: tuple[float, float]) -> list[Label]:
    """Names of stages, over their middles; `letter` is the time that one covers.

    Each has the lowest lane where it touches no other; those without room are left out.
    """
    lanes, found = _Lanes(), []
    for span in spans:
        text = short(span.name, 24)
        half = letter * (len(text) + 1) / 2
        middle = min(max((span.begin + span.end) / 2, limits[0] + half), limits[1] - half)
        lane = lanes.taken(middle - half, middle + half)
        found += [] if lane is None else [Label(text, middle, lane)]
    return found


def event_labels(
    named: Iterable[tuple[str, float]], letter: float, limits: tuple[float, float]
) -> list[Label]:
    """Names of events, with a mark over their time, in lanes as those of stages."""
    lanes, found = _Lanes(), []
    for name, time in sorted(named, key=lambda item: item[1]):
        text = short(name, 24)
        width = letter * (len(text) + 3)
        if time + width <= limits[1] or time - width < limits[0]:
            span, label = (time, time + width), (f"▾ {text}", time - letter / 2, "left")
        else:
            span, label = (time - width, time), (f"{text} ▾", time + letter / 2, "right")
        lane = lanes.taken(*span)
        found += [] if lane is None else [Label(label[0], label[1], lane, label[2])]
    return found


class _Lanes:
    """How far each lane is taken."""

    def __init__(self) -> None:
        self.ends = [-math.inf] * LANES

    def taken(self, begin: float, end: float) -> int | None:
        """The lowest lane that is free from `begin` on, which it is up to `end` no longer."""
        lane = next((k for k in range(LANES) if self.ends[k] <= begin), None)
        if lane is not None:
            self.ends[lane] = end
        return lane


def _write(axes: Axes, names: Iterable[Label], above: int, **look: Any) -> None:
    for label in names:
        axes.annotate(
            label.text,
            (label.time, 1.0),
            (0, 2 + LANE * (label.lane + above)),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            ha=label.align,
            va="bottom",
            fontsize=SIZE,
            annotation_clip=False,
            **look,
        )

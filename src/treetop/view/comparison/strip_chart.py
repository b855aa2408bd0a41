"""Differences in units of what is allowed: a row for each quantity, a dot for each difference."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from treetop.view.figures import FAINT, INK, LINES, PAPER, new_figure, style
from treetop.view.plots.ticks import power_of_ten_ticks
from treetop.view.text import short

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH, ROW, MARGIN = 9.0, 0.225, 1.25  # in
AXIS_MIN, AXIS_MAX = 1e-6, 1e2  # of the axis, in units of what is allowed
GOOD, BAD = LINES[0], "#c8383f"
LONG = 46  # signs of a label


class Strip(NamedTuple):
    """A row: its name, differences in units of what is allowed, and a remark at its end."""

    name: str
    shares: tuple[float, ...]  # not finite for what could not be computed
    remark: str = ""


class Group(NamedTuple):
    """Rows with a title."""

    title: str
    strips: tuple[Strip, ...]


def strips_figure(title: str, groups: Sequence[Group], axis: str) -> Figure:
    """All rows on one logarithmic axis; what is right of 1 is more than allowed."""
    groups = [group for group in groups if group.strips]
    count = sum(len(group.strips) for group in groups)
    with style():
        figure = new_figure(WIDTH, MARGIN + ROW * (count + 1.5 * len(groups)))
        sizes = [len(group.strips) for group in groups]
        grid = figure.add_gridspec(len(groups), 1, height_ratios=sizes)
        first: Axes | None = None
        for k, group in enumerate(groups):
            axes = figure.add_subplot(grid[k], sharex=first)
            first = first or axes
            _draw(axes, group)
            last = k == len(groups) - 1
            axes.tick_params(labelbottom=last)
            axes.set_xlabel(axis if last else "")
        figure.suptitle(short(title, 90), x=0.01, ha="left", color=INK, fontsize=11, weight="bold")
    return figure


def _draw(axes: Axes, group: Group) -> None:
    strips = group.strips
    axes.set_xscale("log")
    axes.set_xlim(AXIS_MIN / 2, AXIS_MAX * 2)
    axes.set_ylim(len(strips) - 0.4, -0.6)
    axes.axvspan(1.0, AXIS_MAX * 2, color=BAD, alpha=0.07, lw=0)
    axes.axvline(1.0, color=BAD, lw=1.0)
    for y, strip in enumerate(strips):
        places = [_place(share) for share in strip.shares]
        look = BAD if any(not share <= 1 for share in strip.shares) else GOOD
        if places:
            axes.plot([AXIS_MIN / 2, max(places)], [y, y], color=look, lw=3.2, alpha=0.22, zorder=2)
        for share, place in zip(strip.shares, places, strict=True):
            fine = share <= 1
            axes.plot(
                place,
                y,
                marker="o" if math.isfinite(share) else "X",
                color=GOOD if fine else BAD,
                markeredgecolor=PAPER,
                markeredgewidth=0.5,
                markersize=5.0,
                zorder=3,
            )
        axes.annotate(
            strip.remark,
            (1.0, y),
            (6, 0),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            va="center",
            fontsize=7,
            color=FAINT,
            annotation_clip=False,
        )
    axes.set_yticks(range(len(strips)), [short(strip.name, LONG) for strip in strips])
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", visible=False)
    axes.set_title(group.title, loc="left", fontsize=9, color=FAINT)
    power_of_ten_ticks(axes.xaxis)


def _place(share: float) -> float:
    """Where on the axis: at its ends what is beyond them, or no number."""
    return min(max(share, AXIS_MIN), AXIS_MAX) if math.isfinite(share) else AXIS_MAX

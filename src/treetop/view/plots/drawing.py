"""Panels on paper: lines, units at the axes, stages shaded and named, events marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from treetop.view.figures import AXES, INK, LINES, new_figure, style
from treetop.view.plots.marks import mark_stages_and_events
from treetop.view.plots.panels import Line, Panel
from treetop.view.plots.ticks import power_ticks
from treetop.view.text import short

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from treetop.results import Run

WIDTH, WIDE = 8.0, 11.0  # in
PALETTES = {"lines": LINES, "axes": AXES, "runs": LINES}
NEGLIGIBLE_CURVE = 1e-14  # what is smaller throughout is nothing, and drawn as such
MANY = 600  # samples of a line that is drawn thinner
DASHES = ("-", (0, (4, 1.6)), (0, (1.2, 1.2)), (0, (5, 1.5, 1.2, 1.5)))  # of runs


def drawn(
    rows: Sequence[Sequence[Panel]],
    title: str,
    run: Run | None,
    shared_legend: bool = False,
    seen: bool = False,
) -> Figure:
    """A figure of the panels over a common time; `run` gives the stages and events, if they are
    drawn."""
    widest = max(map(len, rows))
    with style():
        height = 3.6 if len(rows) == 1 else 1.0 + 2.1 * len(rows)
        figure = new_figure(WIDTH if widest == 1 else WIDE, height, seen)
        grid = figure.add_gridspec(len(rows), widest)
        table: list[list[Axes]] = []
        for r, row in enumerate(rows):
            shared = table[0][0] if table else None
            table.append([figure.add_subplot(grid[r, c], sharex=shared) for c in range(len(row))])
            for c, (axes, panel) in enumerate(zip(table[-1], row, strict=True)):
                covered = r + 1 < len(rows) and c < len(rows[r + 1])
                _draw(axes, panel, own_legend=not shared_legend)
                axes.tick_params(labelbottom=not covered)
                axes.set_xlabel("" if covered else "time [s]")
        every = [axes for row in table for axes in row]
        figure.align_ylabels(every)
        if shared_legend:
            figure.legend(handles=every[0].lines, loc="outside upper right", ncols=4)
        figure.suptitle(short(title, 90), x=0.01, ha="left", color=INK, fontsize=11, weight="bold")
        if run is not None:
            mark_stages_and_events(figure, table[0], every, run)
    return figure


def _draw(axes: Axes, panel: Panel, own_legend: bool) -> None:
    for line in panel.lines:
        axes.plot(line.time, line.values, **_look(line))
    axes.set_ylabel(panel.label)
    axes.margins(x=0.0, y=0.08)
    power_ticks(axes.yaxis)
    size = max((np.abs(line.values).max(initial=0.0) for line in panel.lines), default=0.0)
    if size < NEGLIGIBLE_CURVE:
        span = NEGLIGIBLE_CURVE if size else 1.0
        axes.set_ylim(-span, span)
    if own_legend and len(panel.lines) > 1:
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), borderaxespad=0.4)


def _look(line: Line) -> dict[str, Any]:
    """Colour says what it is; a run that covers another is thinner and dashed."""
    palette, label = PALETTES[line.palette], short(line.label)
    width = 1.5 if len(line.time) <= MANY else 1.1
    look: dict[str, Any] = {
        "color": palette[line.colour % len(palette)],
        "label": f"\u200b{label}" if label.startswith("_") else label,  # else no legend has it
        "marker": "o" if len(line.time) == 1 else "",
        "linewidth": width,
    }
    if line.palette == "runs":
        look |= {"linestyle": DASHES[line.colour % len(DASHES)]}
        look |= {"linewidth": width + 1.1 if line.colour == 0 else width}
    return look

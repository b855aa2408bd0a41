"""Figures of a campaign: histograms, scatter, envelopes, convergence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from treetop.view.figures import FAINT, LINES, new_figure, style
from treetop.view.text import short, with_unit

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from treetop.campaigns.results import CampaignResults

MAX_BINS = 60
MAX_POINTS = 3000  # of a scatter; more are thinned
COLUMNS = 3


def histograms(results: CampaignResults) -> Figure:
    """How the numbers are distributed, with what is required of them."""
    figure, axes = _grid(len(results.numbers))
    with style():
        for axis, name in zip(axes, results.numbers, strict=True):
            values = results.values(name)
            there = values[np.isfinite(values)]
            axis.hist(there, bins=_bins(there), color=LINES[0], alpha=0.75)
            required = results.plan.require.get(name)
            if required is not None:
                axis.axvline(required.limit, color=LINES[6])
                axis.set_title(f"{required.data} is required", fontsize=8, color=LINES[6])
            axis.set_xlabel(with_unit(name, results.units[name]))
            axis.set_ylabel("runs")
    return figure


def scatter(results: CampaignResults, name: str, parameters: list[str]) -> Figure:
    """A number over the parameters that it goes with most."""
    figure, axes = _grid(len(parameters))
    values = results.values(name)
    there = np.flatnonzero(np.isfinite(values))
    there = there[:: max(1, -(-len(there) // MAX_POINTS))]
    with style():
        for axis, parameter in zip(axes, parameters, strict=True):
            given = results.parameter(parameter)[there]
            axis.plot(
                given, values[there], ".", color=LINES[0], markersize=3, alpha=0.6, rasterized=True
            )
            required = results.plan.require.get(name)
            if required is not None:
                axis.axhline(required.limit, color=LINES[6])
            axis.set_xlabel(short(parameter))
            axis.set_ylabel(with_unit(name, results.units[name]))
    return figure


def envelope(results: CampaignResults, name: str) -> Figure:
    """What a quantity is within over time."""
    found = results.envelope(name)
    with style():
        figure = new_figure(8.0, 2.8)
        axis = figure.add_subplot()
        fill: dict[str, Any] = {"color": LINES[0], "linewidth": 0}
        axis.fill_between(found.times, found.least, found.most, alpha=0.18, label="all", **fill)
        axis.fill_between(found.times, found.low, found.high, alpha=0.35, label="90 %", **fill)
        axis.plot(found.times, found.median, color=LINES[0], label="median")
        axis.set_xlabel("time [s]")
        axis.set_ylabel(with_unit(name, results.units[name]))
        axis.legend(ncols=3, loc="best")
    return figure


def settling(results: CampaignResults) -> Figure:
    """Means of numbers as runs are added, with twice their standard error."""
    figure, axes = _grid(len(results.numbers))
    with style():
        for axis, name in zip(axes, results.numbers, strict=True):
            found = results.convergence(name)
            low, high = (found.mean + side * found.standard_error for side in (-2, 2))
            axis.fill_between(found.runs, low, high, color=LINES[0], alpha=0.25, linewidth=0)
            axis.plot(found.runs, found.mean, color=LINES[0])
            axis.set_xscale("log")
            axis.xaxis.set_major_formatter("{x:g}")
            axis.set_xlabel("runs")
            axis.set_ylabel(with_unit(f"mean {name}", results.units[name]))
    return figure


def _grid(count: int) -> tuple[Figure, list[Any]]:
    """A figure with so many panels, beside and below each other."""
    columns = min(COLUMNS, count)
    rows = -(-count // columns)
    with style(**{"axes.edgecolor": FAINT}):
        figure = new_figure(2.9 * columns if columns > 1 else 4.5, 2.4 * rows)
        return figure, [figure.add_subplot(rows, columns, k + 1) for k in range(count)]


def _bins(values: np.ndarray) -> int:
    """As many bins as there is something to see in."""
    return int(np.clip(np.sqrt(len(values)), 5, MAX_BINS))

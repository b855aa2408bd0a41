"""Figures of quantities over time, of one run or of several."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from treetop.errors import TreetopError
from treetop.results import Run
from treetop.view.figures import require_figure_file, save
from treetop.view.plots.drawing import drawn
from treetop.view.plots.names import chosen
from treetop.view.plots.panels import compared_rows, in_degrees, rows_of
from treetop.view.timeline import stage_spans

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MAX_RUNS = 8  # runs that can be distinguished by colour


def plot(
    runs: Run | Sequence[Run],
    *quantities: str,
    out: str | os.PathLike[str] | None = None,
    difference: bool = False,
    labels: Sequence[str] | None = None,
    degrees: bool = False,
) -> Figure:
    """Draw quantities of a run over time, or of several runs for comparison.

    Parameters
    ----------
    runs : Run or sequence of Run
    *quantities : str
        Names as in ``run[name]``, components of them (``"bus.position.x"``), bodies and joints
        (``"boom"``: all of it), patterns (``"*.angle"``); none: the coordinates.
    out : path, optional
        Save the figure there, in a folder that exists: .png, .pdf or .svg.
    difference : bool
        Draw what each further run differs by from the first, at the times that both have.
    labels : sequence of str, optional
        What the runs are called; by default by what they differ in.
    degrees : bool
        Draw angles and their rates in degrees.

    Returns
    -------
    matplotlib.figure.Figure

    Examples
    --------
    >>> run.plot("boom.slide", out="slide.png")                  # doctest: +SKIP
    >>> tt.plot([fine, coarse], "boom", difference=True)         # doctest: +SKIP
    """
    runs = [runs] if isinstance(runs, Run) else list(runs)
    if out is not None:
        require_figure_file(out)
    _require_drawable(runs, difference)
    names = chosen(runs, quantities)
    titles = list(labels) if labels is not None else _distinguished(runs)
    if len(titles) != len(runs):
        raise TreetopError(f"{len(runs)} runs need as many labels, not {len(titles)}")
    if len(runs) == 1:
        rows, title = rows_of(runs[0], names), runs[0].data.attrs["title"]
    else:
        rows, title = compared_rows(runs, titles, names, difference), _common_title(runs)
        title += f": difference from {titles[0]}" if difference else ""
    rows = in_degrees(rows) if degrees else rows
    same_stages = all(stage_spans(run) == stage_spans(runs[0]) for run in runs[1:])
    annotated_by = runs[0] if same_stages else None
    figure = drawn(rows, title, annotated_by, shared_legend=len(runs) > 1, seen=out is None)
    if out is not None:
        save(figure, out)
    return figure


def _require_drawable(runs: Sequence[Run], difference: bool) -> None:
    if not runs or len(runs) > MAX_RUNS:
        raise TreetopError(f"{len(runs)} runs cannot be drawn together: give 1 to {MAX_RUNS}")
    if difference and len(runs) < 2:
        raise TreetopError("a difference needs two runs or more")
    if not all(len(run.time) for run in runs):
        raise TreetopError("a run without samples cannot be drawn")


def _common_title(runs: Sequence[Run]) -> str:
    return ", ".join(dict.fromkeys(run.data.attrs["title"] for run in runs))


def _distinguished(runs: Sequence[Run]) -> list[str]:
    """Labels by what the runs differ in; their numbers where that does not distinguish them."""
    described = [
        {
            "title": run.data.attrs["title"],
            "formulation": run.data.attrs["formulation"],
            "method": run.settings.method.kind,
            "rtol": f"rtol {run.settings.method.rtol:g}",
            "step": f"step {run.settings.method.step_bound or 0:g} s",
        }
        for run in runs
    ]
    different = [key for key in described[0] if len({each[key] for each in described}) > 1]
    labels = [", ".join(each[key] for key in different) for each in described]
    return labels if len(set(labels)) == len(runs) else [f"run {k + 1}" for k in range(len(runs))]

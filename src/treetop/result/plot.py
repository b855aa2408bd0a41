"""Plots of quantities over time; matplotlib is imported only when one is drawn."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from treetop.errors import TreetopError
from treetop.files import writing
from treetop.result.lookup import quantity_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from treetop.result.run import Run

MANY = 12  # panels are too many for a figure that nobody asked for


def plot(run: Run, quantities: tuple[str, ...], out: str | os.PathLike | None) -> Figure:
    """Draw one panel per quantity, one line per component, over a common time axis."""
    import matplotlib.pyplot as plt

    quantities = quantities or _coordinates(run)
    figure, panels = plt.subplots(
        len(quantities),
        figsize=(8, 1 + 2.2 * len(quantities)),
        sharex=True,
        squeeze=False,
        layout="constrained",
    )
    for panel, quantity in zip(panels[:, 0], quantities, strict=True):
        history = run[quantity]
        lines = panel.plot(history.time.values, history.values)
        if history.ndim == 2:
            panel.legend(lines, history[history.dims[1]].values)
        unit = history.attrs.get("units", "")
        panel.set_ylabel(f"{quantity} [{unit}]" if unit else quantity)
        panel.grid(alpha=0.3)
    panels[-1, 0].set_xlabel("time [s]")
    panels[0, 0].set_title(run.data.attrs["title"])
    if out is not None:
        with writing(out):
            figure.savefig(out)
        plt.close(figure)
    return figure


def _coordinates(run: Run) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(map(quantity_of, run.data.coordinate.values)))
    if 0 < len(names) <= MANY:
        return names
    some = ", ".join([*names[:3], *run.quantities[:3]])
    raise TreetopError(f"plot what? Name quantities of the run, such as {some}")

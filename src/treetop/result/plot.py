"""Plots of quantities over time; matplotlib is imported only when one is drawn."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from treetop.result.run import Run


def plot(run: Run, quantities: tuple[str, ...], out: str | os.PathLike | None) -> Figure:
    """Draw one panel per quantity, one line per component, over a common time axis."""
    import matplotlib.pyplot as plt

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
        figure.savefig(out)
        plt.close(figure)
    return figure

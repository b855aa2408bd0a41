"""What all scripts of the examples' pages share: figures drawn without a window, the same each
time to the byte."""

from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "figures"


def pyplot() -> Any:
    """Matplotlib, imported only by a script that draws."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    plt.rcParams["svg.hashsalt"] = "treetop"
    return plt


def mark_events(axes: Any, run: Any) -> None:
    """A line across all axes where something happens."""
    for event in run.events:
        for ax in axes:
            ax.axvline(event.time, color="0.8", linewidth=0.8)


def save(figure: Any, name: str) -> None:
    """Write a figure of that name, and be done with it."""
    import matplotlib.pyplot as plt

    figure.savefig(FOLDER / f"{name}.svg", metadata={"Date": None})
    plt.close(figure)

"""Figures as such: how they look, where they go."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from treetop.errors import TreetopError
from treetop.files.whole import require_writable, write_whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SUFFIXES = (".png", ".pdf", ".svg")
INK, FAINT, PAPER = "#1f2328", "#6e7781", "#ffffff"
LINES = (
    "#2b6cb0", "#d9622b", "#2f8f4e", "#8a4fa3", "#b8860b", "#1b9aaa", "#c2334d", "#6b7280",
)  # fmt: skip
AXES = ("#6b7280", "#c8383f", "#2f8f4e", "#2b6cb0")  # w, x, y, z
SHADES = ("#f6f8fa", "#e6edf5")  # of stages, by turns
STYLE: dict[str, Any] = {
    "text.parse_math": False,  # names are text, whatever signs they have
    "font.family": "DejaVu Sans",
    "font.size": 9.0,
    "axes.titlesize": 11.0,
    "axes.labelsize": 9.0,
    "xtick.labelsize": 8.0,
    "ytick.labelsize": 8.0,
    "legend.fontsize": 8.0,
    "legend.frameon": False,
    "legend.handlelength": 1.6,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": FAINT,
    "axes.linewidth": 0.8,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": FAINT,
    "grid.alpha": 0.22,
    "grid.linewidth": 0.6,
    "lines.linewidth": 1.5,
    "figure.facecolor": PAPER,
    "axes.facecolor": "none",
    "savefig.dpi": 160,
    "svg.hashsalt": "treetop",  # the same figure is the same file
    "pdf.fonttype": 42,
}
_DATES = {".png": {}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}


@contextmanager
def style(**more: Any) -> Iterator[None]:
    """Draw in the manner of Treetop's figures."""
    import matplotlib

    with matplotlib.rc_context(STYLE | more), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        yield


def new_figure(width: float, height: float, seen: bool = False) -> Figure:
    """An empty figure, in inches; one that is to be seen belongs to pyplot."""
    if not seen:
        from matplotlib.figure import Figure

        return Figure(figsize=(width, height), layout="constrained")
    import matplotlib.pyplot as plt

    try:
        figure = plt.figure(figsize=(width, height), layout="constrained")
    except ImportError:  # the display that is asked for is not to be had
        plt.switch_backend("agg")
        figure = plt.figure(figsize=(width, height), layout="constrained")
    if "inline" in plt.get_backend():
        plt.close(figure)  # a notebook shows what is returned, and would show it twice
    return figure


def has_window(figure: Figure) -> bool:
    """Whether the figure can be shown in a window."""
    return bool(getattr(figure.canvas, "required_interactive_framework", None))


def require_figure_file(out: str | os.PathLike[str]) -> None:
    """Raise unless a figure can be written at `out`: better before it is drawn than after."""
    if Path(out).suffix.lower() not in SUFFIXES:
        kinds = f"{', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"
        raise TreetopError(f"{out}: figures are written as {kinds}; end the name with one of these")
    require_writable(out)


def save(figure: Figure, out: str | os.PathLike[str]) -> None:
    """Write a figure, whole or not at all; the suffix gives the format."""
    require_figure_file(out)
    suffix, content = Path(out).suffix.lower(), BytesIO()
    with style():
        figure.savefig(content, format=suffix[1:], metadata=_DATES[suffix])
    write_whole(out, content.getbuffer())

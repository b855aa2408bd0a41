"""The drawing of a tree in a file."""

from __future__ import annotations

import os
from pathlib import Path as File
from typing import TYPE_CHECKING, Any

from treetop.files.whole import write_whole
from treetop.view.diagram.layout import BADGE, SMALL, Badge, Box, Path, Words, drawing
from treetop.view.diagram.looks import LOOKS, NUMBER
from treetop.view.diagram.svg import svg
from treetop.view.diagram.tree import Tree
from treetop.view.figures import require_figure_file, save, style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PER_INCH = 100.0  # px
POINT = 72.0 / PER_INCH  # px in points


def save_diagram(tree: Tree, out: str | os.PathLike[str]) -> None:
    """Write the drawing of a tree; the suffix gives the format: .svg, .pdf or .png."""
    require_figure_file(out)
    if File(out).suffix.lower() == ".svg":
        write_whole(out, svg(tree).encode())
    else:
        save(figure_of(tree), out)


def figure_of(tree: Tree) -> Figure:
    """The drawing as a figure of matplotlib."""
    from matplotlib.figure import Figure

    found = drawing(tree)
    with style():
        figure = Figure(figsize=(found.width / PER_INCH, found.height / PER_INCH))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, found.width), ylim=(found.height, 0))
        axes.axis("off")
        for order, mark in enumerate(found.marks):
            _paint(axes, mark, order)
    return figure


def _paint(axes: Axes, mark: Box | Path | Badge | Words, order: int) -> None:
    from matplotlib import patches, path

    look = LOOKS[mark.look]
    dashes = (0, tuple(d / max(look.width, 1) for d in look.dash)) if look.dash else "-"
    pen: dict[str, Any] = {"lw": look.width * POINT, "ls": dashes, "ec": look.line, "fc": look.fill}
    match mark:
        case Box():
            box = patches.FancyBboxPatch(
                (mark.x, mark.y),
                mark.width,
                mark.height,
                boxstyle="round,pad=0,rounding_size=7",
                zorder=order,
                **pen,
            )
            axes.add_patch(box)
        case Path():
            steps = [path.Path.MOVETO]
            steps += [path.Path.CURVE4 if mark.curved else path.Path.LINETO] * (
                len(mark.points) - 1
            )
            axes.add_patch(patches.PathPatch(path.Path(mark.points, steps), zorder=order, **pen))
        case Badge():
            place, size = (mark.x, mark.y), SMALL * POINT
            axes.add_patch(patches.Circle(place, BADGE, fc=look.line, ec="none", zorder=order))
            centred: dict[str, Any] = {"ha": "center", "va": "center_baseline", "zorder": order}
            axes.text(*place, mark.text, color=NUMBER, fontsize=size, **centred)
        case Words():
            weight, align = "bold" if look.bold else "normal", "center" if mark.middle else "left"
            font: dict[str, Any] = {
                "fontsize": mark.size * POINT,
                "weight": weight,
                "color": look.fill,
            }
            axes.text(mark.x, mark.y, mark.text, ha=align, va="baseline", zorder=order, **font)

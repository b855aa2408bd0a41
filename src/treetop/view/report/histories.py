"""Histories of the coordinates, their bounds, and the loads in joints."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from treetop.view.bounds import bounds
from treetop.view.plots.drawing import drawn
from treetop.view.plots.names import coordinates
from treetop.view.plots.panels import in_rows, panels_of
from treetop.view.report.html import ROUNDING, Number, figure, heading, paragraph, section, table
from treetop.view.report.inline import inline
from treetop.view.report.pointing import attitudes_table
from treetop.view.text import pretty_unit

if TYPE_CHECKING:
    from treetop.results import Run

PANELS = 18
MAX_ROWS = 60  # rows of a table
NOTHING = 1e-9  # of the greatest reaction, or coordinate: what is less is rounding


def histories_section(run: Run) -> str:
    """What moved, and what joints had to carry."""
    if not len(run.time):
        return section("histories", "Histories", paragraph("There are no samples to show."))
    outputs = run.data.output.values if run.symbolic and "output" in run.data.coords else ()
    moved, still = _moved(run, coordinates(run))
    panels = panels_of(run, [*moved, *map(str, outputs)])
    parts = []
    if panels:
        caption = "Coordinates of the joints along time"
        picture = inline(drawn(in_rows(panels[:PANELS]), "", run), "histories", caption)
        caption += "; stages are shaded, dotted lines are events." if run.events else "."
        parts.append(figure(picture, caption))
    if len(panels) > PANELS:
        more = "More coordinates than fit here are in the result: treetop plot draws them."
        parts.append(paragraph(more, "note"))
    if still:
        parts.append(paragraph(f"Within rounding, and not drawn: {', '.join(still)}.", "note"))
    return section(
        "histories", "Histories", *parts, _bounds(run), attitudes_table(run), _loads(run)
    )


def _moved(run: Run, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Coordinates to be drawn; and those that are but rounding beside others of their unit, which
    would fill a plot of their own with noise."""
    sizes: dict[str, tuple[str, float]] = {}
    for name in names:
        found = run[name]
        sizes[name] = (str(found.attrs.get("units")), float(np.abs(found.values).max(initial=0.0)))
    greatest = defaultdict[str, float](float)
    for unit, size in sizes.values():
        greatest[unit] = max(greatest[unit], size)
    still = [name for name, (unit, size) in sizes.items() if 0 < size < NOTHING * greatest[unit]]
    return [name for name in names if name not in still], still


def _bounds(run: Run) -> str:
    rows = []
    for name, (unit, *numbers) in bounds(run, MAX_ROWS).items():
        least = ROUNDING * max(1.0, *map(abs, numbers))
        rows.append((name, pretty_unit(unit), *(Number(x, least=least) for x in numbers)))
    heads = ("coordinate", "unit", "start", "end", "least", "greatest")
    return heading("Coordinates") + table("bounds", heads, rows) if rows else ""


def _loads(run: Run) -> str:
    """The greatest reaction in each joint, and when."""
    if "reaction_force" not in run.data or not run.data.sizes.get("joint"):
        return ""
    names = ("reaction_force", "reaction_torque")
    sizes = [np.linalg.norm(run.data[name].values, axis=-1) for name in names]
    nothing = NOTHING * max(size.max(initial=0.0) for size in sizes)
    rows = []
    for k, joint in enumerate(run.data.joint.values[:MAX_ROWS]):
        at = [int(np.argmax(size[:, k])) for size in sizes]
        peaks = [float(size[i, k]) for size, i in zip(sizes, at, strict=True)]
        if max(peaks) <= nothing:
            continue  # one that holds nothing, such as a free one
        times = (float(run.time[i]) for i in at)
        pairs = (
            (Number(peak, least=nothing), Number(t)) for peak, t in zip(peaks, times, strict=True)
        )
        rows.append((str(joint), *(x for pair in pairs for x in pair)))
    heads = ("joint", "force [N]", "force at [s]", "torque [N m]", "torque at [s]")
    return heading("Greatest reactions in the joints") + table("loads", heads, rows) if rows else ""

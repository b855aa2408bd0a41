"""Histories of the coordinates, their bounds, and the loads in joints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from treetop.view.bounds import bounds
from treetop.view.plots.drawing import drawn
from treetop.view.plots.names import coordinates
from treetop.view.plots.panels import MANY, rows_of
from treetop.view.report.html import Number, figure, heading, paragraph, section, table
from treetop.view.report.inline import inline
from treetop.view.words import pretty_unit

if TYPE_CHECKING:
    from treetop.result import Run

MOST = 60  # rows of a table


def histories_section(run: Run) -> str:
    """What moved, and what joints had to carry."""
    if not len(run.time):
        return section("histories", "Histories", paragraph("There are no samples to show."))
    names = coordinates(run)
    shown = names[:MANY]
    parts = []
    if shown:
        picture = inline(drawn(rows_of(run, shown), "", run), "coordinates along time")
        caption = "Coordinates of the joints along time"
        caption += "; stages are shaded, dotted lines are events." if run.events else "."
        parts.append(figure(picture, caption))
    if len(names) > len(shown):
        count = len(names) - len(shown)
        more = f"{count} more coordinates are in the result: treetop plot draws them."
        parts.append(paragraph(more, "note"))
    return section("histories", "Histories", *parts, _bounds(run), _loads(run))


def _bounds(run: Run) -> str:
    found = bounds(run, MOST)
    rows = [
        (
            name,
            pretty_unit(b.unit),
            Number(b.start),
            Number(b.end),
            Number(b.least),
            Number(b.greatest),
        )
        for name, b in found.items()
    ]
    heads = ("coordinate", "unit", "start", "end", "least", "greatest")
    return heading("Coordinates") + table("bounds", heads, rows) if rows else ""


def _loads(run: Run) -> str:
    """The greatest reaction in each joint, and when."""
    if "reaction_force" not in run.data or not run.data.sizes.get("joint"):
        return ""
    rows = []
    sizes = [
        np.linalg.norm(run.data[name].values, axis=-1)
        for name in ("reaction_force", "reaction_torque")
    ]
    for k, joint in enumerate(run.data.joint.values[:MOST]):
        at = [int(np.argmax(size[:, k])) for size in sizes]
        if not any(size[i, k] for size, i in zip(sizes, at, strict=True)):
            continue  # one that holds nothing, such as a free one
        numbers = [
            Number(float(x))
            for size, i in zip(sizes, at, strict=True)
            for x in (size[i, k], run.time[i])
        ]
        rows.append((str(joint), *numbers))
    heads = ("joint", "force [N]", "at [s]", "torque [N m]", "at [s]")
    return heading("Greatest reactions in the joints") + table("loads", heads, rows) if rows else ""

"""What must be kept, as numbers and as figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from treetop.result.audit import LIMIT
from treetop.view.figures import LINES, new_figure, style
from treetop.view.plots.drawing import WIDTH, drawn
from treetop.view.plots.marks import mark_stages_and_events
from treetop.view.plots.panels import Line, Panel, vector_panel
from treetop.view.plots.ticks import power_of_ten_ticks
from treetop.view.report.html import Markup, Number, figure, paragraph, section, table
from treetop.view.report.inline import inline
from treetop.view.words import pretty_unit

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from treetop.result import Run

LEAST = 1e-18  # relative: what is less is drawn there
ABOUT = (
    "The greatest departure of each quantity from what it should be, and that relative to a scale "
    "which it could have reached with the energy at hand."
)
ENERGIES = ("kinetic_energy", "potential_energy", "work")


def audit_section(run: Run) -> str:
    """The audit as a table, departures along time, energies and momenta themselves."""
    if not len(run.time):
        return section("audit", "Audit", paragraph("There are no samples to audit."))
    drifts = run.audit().drifts
    rows = [
        (d.name, Number(d.drift, 4), pretty_unit(d.unit), *_compared(d.scale, d.relative))
        for d in drifts
    ]
    heads = ("kept", "greatest departure", "unit", "scale", "relative", "")
    drawn_by = {
        "departures": (departures_figure, _DEPARTURES),
        "energy": (energy_figure, _ENERGY),
        "momentum": (momentum_figure, _MOMENTUM),
    }
    pictures = [
        figure(inline(found, key, caption), caption)
        for key, (draw, caption) in drawn_by.items()
        if (found := draw(run)) is not None
    ]
    return section(
        "audit", "Audit", table("audit-table", heads, rows), paragraph(ABOUT, "note"), *pictures
    )


_DEPARTURES = (
    "Departures from what must be kept, relative to their scales, along time; above the dashed "
    "line the audit fails."
)
_ENERGY = "Energy: kinetic, potential, what other forces have done, and the sum that must be kept."
_MOMENTUM = "Momentum of the whole, linear and angular about the inertial origin."


def _compared(scale: float, relative: float) -> tuple[Number, Number, Markup]:
    look, verdict = ("good", "kept") if relative <= LIMIT else ("bad", "not kept")
    mark = Markup(f'<span class="{look}">{verdict}</span>')
    return Number(scale, 4), Number(relative, 4), mark


def departures_figure(run: Run) -> Figure:
    """Relative departures on a logarithmic axis."""
    with style():
        found = new_figure(WIDTH, 3.4)
        axes = found.add_subplot()
        for k, each in enumerate(run.departures()):
            relative = np.divide(each.values, each.scale) if each.values.any() else each.values
            look = {"marker": "o"} if len(run.time) == 1 else {}
            axes.semilogy(
                run.time,
                np.maximum(relative, LEAST),
                color=LINES[k % len(LINES)],
                label=each.name,
                **look,
            )
        axes.axhline(LIMIT, color="#c8383f", lw=1.0, ls=(0, (4, 3)))
        low, high = axes.get_ylim()
        axes.set(
            xlabel="time [s]",
            ylabel="relative departure",
            ylim=(max(low, LEAST), max(high, 10 * LIMIT)),
        )
        axes.margins(x=0.0)
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), borderaxespad=0.4)
        mark_stages_and_events(found, [axes], [axes], run)
        power_of_ten_ticks(axes.yaxis)
    return found


def energy_figure(run: Run) -> Figure | None:
    """The parts of the energy, and their sum."""
    if "work" not in run.data:
        return None
    kinetic, potential, work = (run.data[name].values for name in ENERGIES)
    named = {"kinetic": kinetic, "potential": potential, "work of others": work}
    named["kept: T + V − W"] = kinetic + potential - work
    lines = tuple(
        Line(name, run.time, values, k, "runs") for k, (name, values) in enumerate(named.items())
    )
    return drawn([[Panel("energy", "J", lines)]], "", run)


def momentum_figure(run: Run) -> Figure | None:
    """Linear and angular momentum, by component."""
    if "linear_momentum" not in run.data:
        return None
    names = {"linear_momentum": "linear momentum", "angular_momentum": "angular momentum"}
    return drawn([[vector_panel(label, run[name])] for name, label in names.items()], "", run)

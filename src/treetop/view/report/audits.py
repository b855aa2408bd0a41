"""The audit, as numbers and as figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from treetop.results.audit import LIMIT
from treetop.view.figures import AXES, LINES, new_figure, style
from treetop.view.plots.drawing import WIDTH, drawn
from treetop.view.plots.marks import mark_stages_and_events
from treetop.view.plots.panels import Line, Panel, vector_panel
from treetop.view.plots.ticks import power_of_ten_ticks
from treetop.view.report.html import Markup, Number, figure, paragraph, section, table
from treetop.view.report.inline import inline
from treetop.view.text import pretty_unit

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from treetop.results import Run

NEGLIGIBLE_MOMENTUM = 1e-11  # of the greatest momentum that could be
LEAST = 1e-18  # relative: what is less is drawn there
ABOUT = (
    "The maximum drift of each quantity, absolute and relative to a scale: the value that the "
    "quantity could have reached with the energy of the run."
)


def audit_section(run: Run) -> str:
    """The audit as a table, drift over time, energies and momenta."""
    if not len(run.time):
        return section("audit", "Audit", paragraph("There are no samples to audit."))
    drifts = run.audit().drifts
    rows = [
        (d.name, Number(d.drift, 4), pretty_unit(d.unit), *_compared(d.scale, d.relative))
        for d in drifts
    ]
    heads = ("conserved", "maximum drift", "unit", "scale", "relative", "")
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
    "The maximum drift up to each time, relative to its scale; above the dashed line the audit "
    "fails."
)
_ENERGY = (
    "Energy: kinetic, potential, work of other forces, and the balance that must be conserved. "
    "Where nothing ties the bodies to the ground, energy is about their mass centre, without the "
    "orbit."
)
_MOMENTUM = "Momentum of the whole, linear and angular about the inertial origin."


def _compared(scale: float, relative: float) -> tuple[Number, Number, Markup]:
    look, verdict = ("good", "conserved") if relative <= LIMIT else ("bad", "not conserved")
    mark = Markup(f'<span class="{look}">{verdict}</span>')
    return Number(scale, 4), Number(relative, 4), mark


def departures_figure(run: Run) -> Figure:
    """The maximum relative drift so far, on a logarithmic axis."""
    with style():
        found = new_figure(WIDTH, 3.4)
        axes = found.add_subplot()
        look: dict[str, Any] = {"marker": "o"} if len(run.time) == 1 else {}
        for k, each in enumerate(run.departures()):
            greatest = np.maximum.accumulate(each.values)
            relative = greatest / each.scale if greatest.any() else greatest
            colour = LINES[k % len(LINES)]
            axes.semilogy(
                run.time, np.maximum(relative, LEAST), color=colour, label=each.name, **look
            )
        axes.axhline(LIMIT, color=AXES[1], lw=1.0, ls=(0, (4, 3)))
        high = max(axes.get_ylim()[1], 10 * LIMIT)
        axes.set(xlabel="time [s]", ylabel="relative departure", ylim=(LEAST, high))
        axes.margins(x=0.0)
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), borderaxespad=0.4)
        mark_stages_and_events(found, [axes], [axes], run)
        power_of_ten_ticks(axes.yaxis)
    return found


def energy_figure(run: Run) -> Figure | None:
    """The parts of the energy and their sum; of what floats, about the mass centre, too."""
    if "work" not in run.data:
        return None
    names = ("kinetic_energy", "potential_energy", "work")
    kinetic, potential, work = (run.data[name].values for name in names)
    parts = {"kinetic": kinetic, "potential": potential, "work of others": work}
    panels = [_panel(run, "energy", parts | {"balance: T + V − W": kinetic + potential - work})]
    if "energy about the mass centre" in run.audit():
        inner, work = (run.data[f"{name}_about_centre"].values for name in ("energy", "work"))
        parts = {
            "kinetic and elastic": inner,
            "work of others": work,
            "balance: E − W": inner - work,
        }
        panels.append(_panel(run, "about the mass centre", parts))
    return drawn([[panel] for panel in panels], "", run)


def _panel(run: Run, name: str, parts: dict[str, np.ndarray]) -> Panel:
    lines = (Line(label, run.time, v, k, "runs") for k, (label, v) in enumerate(parts.items()))
    return Panel(name, "J", tuple(lines))


def momentum_figure(run: Run) -> Figure | None:
    """Linear and angular momentum, by component; what is rounding beside what they could have
    reached is nothing."""
    if "linear_momentum" not in run.data:
        return None
    scales = {each.name: each.scale for each in run.departures()}
    panels = []
    for name in ("linear momentum", "angular momentum"):
        found = run[name.replace(" ", "_")]
        seen = np.abs(found.values) > NEGLIGIBLE_MOMENTUM * scales.get(name, 0.0)
        panels.append([vector_panel(name, found.copy(data=np.where(seen, found.values, 0.0)))])
    return drawn(panels, "", run)

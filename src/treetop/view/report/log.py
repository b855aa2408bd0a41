"""The event log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from treetop.view.report.html import Number, paragraph, section, table
from treetop.view.text import number
from treetop.view.timeline import event_words

if TYPE_CHECKING:
    from treetop.results import Run
    from treetop.results.events import EventRecord

MANY = 200  # of more events the first and the last are shown
NOTHING = 1e-9  # of the greatest impulse: what is less is rounding
UNITS = {"force": "N·s", "torque": "N·m·s", "effort": ""}


def log_section(run: Run) -> str:
    """Every event with its time, what followed, the impulses that it took and the energy lost."""
    if not run.events:
        return section("log", "Event log", paragraph("No event was monitored, or none occurred."))
    events, left_out = run.events, ""
    if len(events) > MANY:
        left_out = f"{len(events) - MANY} events in the middle of the run are left out here."
        events = [*events[: MANY // 2], *events[-MANY // 2 :]]
    rows = [_row(event) for event in events]
    heads = ("time [s]", "event", "in stage", "effect", "energy lost [J]", "impulses")
    lost = sum(e.energy_lost for e in run.events)
    foot: tuple[Any, ...] = ("", "all", "", "", Number(lost), "")
    return section(
        "log",
        "Event log",
        table("log-table", heads, rows, foot),
        paragraph(left_out, "note") if left_out else "",
    )


def _row(event: EventRecord) -> tuple[Any, ...]:
    what = event_words(event._replace(energy_lost=0.0))  # which has a column of its own
    lost, took = Number(event.energy_lost), impulses(event.impulses)
    return Number(event.time, 9), event.event, event.stage, what, lost, took


def impulses(found: dict[str, Any]) -> str:
    """How large the impulse of each joint or constraint was that exerted one."""
    sizes = {name: _sizes(what) for name, what in found.items()}
    least = NOTHING * max(
        (size for by_part in sizes.values() for size in by_part.values()), default=0.0
    )
    words = {
        name: [
            f"{part} {number(size)} {UNITS.get(part, '')}".strip()
            for part, size in by_part.items()
            if size > least
        ]
        for name, by_part in sizes.items()
    }
    return "; ".join(f"{name}: {', '.join(parts)}" for name, parts in words.items() if parts)


def _sizes(what: dict[str, Any]) -> dict[str, float]:
    return {part: float(np.linalg.norm(np.asarray(v, dtype=float))) for part, v in what.items()}

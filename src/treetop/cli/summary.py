"""Summary of a run: as text for people, as a dictionary for programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from treetop.view.bounds import bounds
from treetop.view.timeline import event_words

if TYPE_CHECKING:
    from treetop.results import Audit, Run

MANY = 24  # coordinates, or events, that are still worth listing


def summary(run: Run) -> dict[str, Any]:
    """Outcome, motion, events, audit and solver statistics of a run."""
    return {
        "model": run.model.name,
        "outcome": run.outcome,
        "time": float(run.time[-1]),
        "samples": len(run.time),
        "motion": {name: each._asdict() for name, each in bounds(run, MANY).items()},
        "events": [event._asdict() for event in run.events],
        "audit": drifts(run.audit()),
        "statistics": run.statistics,
    }


def drifts(audit: Audit) -> dict[str, Any]:
    """What an audit found, by name."""
    return {d.name: asdict(d) | {"relative": d.relative} for d in audit.drifts}


def text(run: Run) -> str:
    """The summary as text."""
    lines = [f"{run.model.name}: {run.outcome.replace('_', ' ')} at {run.time[-1]:g} s", ""]
    motion, statistics = bounds(run, MANY), run.statistics
    if motion:
        lines.append(f"{'':30} {'start':>14} {'end':>14} {'least':>14} {'greatest':>14}")
    for name, (unit, *numbers) in motion.items():
        label = f"{name} [{unit}]"
        lines.append(f"{label:30} " + " ".join(f"{number:14.7g}" for number in numbers))
    lines += ["", *_events(run)] if run.events else []
    counts = [
        f"{statistics[name]} {name.replace('_', ' ')}"
        for name in statistics
        if isinstance(statistics[name], int)
    ]
    time_loop = f"{statistics.get('wall_time', 0.0):.2f} s in the time loop"
    return "\n".join([*lines, "", str(run.audit()), "", f"{', '.join(counts)}; {time_loop}"])


def _events(run: Run) -> list[str]:
    """The event log; of very many events the first and the last."""
    lines = [f"at {each.time:.9g} s {each.event}: {event_words(each)}" for each in run.events]
    if len(lines) > MANY:
        lines[MANY // 2 : -MANY // 2] = [f"... {len(lines) - MANY} more ..."]
    return lines

"""What happened in a run: as text for people, as a dictionary for programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from treetop.model import SpringDamper

if TYPE_CHECKING:
    import xarray as xr

    from treetop.result import Run

MANY = 24  # coordinates that are still worth listing


def summary(run: Run) -> dict[str, Any]:
    """How a run ended, how things moved, what was kept, what it cost."""
    return {
        "model": run.model.name,
        "outcome": run.outcome,
        "time": float(run.time[-1]),
        "samples": len(run.time),
        "motion": _motion(run),
        "events": [event._asdict() for event in run.events],
        "audit": {d.name: asdict(d) | {"relative": d.relative} for d in run.audit().drifts},
        "statistics": run.statistics,
    }


def report(run: Run) -> str:
    """The same as text."""
    lines = [f"{run.model.name}: {run.outcome.replace('_', ' ')} at {run.time[-1]:g} s", ""]
    motion, statistics = _motion(run), run.statistics
    if motion:
        lines.append(f"{'':30} {'start':>14} {'end':>14} {'least':>14} {'greatest':>14}")
    for name, moved in motion.items():
        numbers = (moved[key] for key in ("start", "end", "least", "greatest"))
        label = f"{name} [{moved['unit']}]"
        lines.append(f"{label:30} " + " ".join(f"{number:14.7g}" for number in numbers))
    lines += ["", *_events(run)] if run.events else []
    counts = [
        f"{statistics[name]} {name.replace('_', ' ')}" for name in statistics if name != "wall_time"
    ]
    time_loop = f"{statistics['wall_time']:.2f} s in the time loop"
    return "\n".join([*lines, "", str(run.audit()), "", f"{', '.join(counts)}; {time_loop}"])


def _events(run: Run) -> list[str]:
    """What happened; of very many events the first and the last."""
    lines = []
    for event in run.events:
        what = event.note or ("rose" if event.way > 0 else "fell")
        what += f", stage '{event.next_stage}' begins" if event.next_stage else ""
        what += f", {event.energy_lost:.6g} J lost" if event.energy_lost else ""
        lines.append(f"at {event.time:.9g} s {event.event}: {what}")
    if len(lines) > MANY:
        lines[MANY // 2 : -MANY // 2] = [f"... {len(lines) - MANY} more ..."]
    return lines


def _motion(run: Run) -> dict[str, dict[str, Any]]:
    """Start, end and bounds of the coordinates, if they are few, and of the springs' stretches."""
    labels = run.data.coordinate.values if run.data.sizes["coordinate"] <= MANY else ()
    histories = {str(label): run[label] for label in labels}
    for name, force in run.model.forces.items():
        if isinstance(force, SpringDamper):
            length = run.distance(force.a, force.b)
            histories[f"{name} stretch"] = (length - force.length).assign_attrs(units="m")
    return {name: _bounds(history) for name, history in histories.items()}


def _bounds(history: xr.DataArray) -> dict[str, Any]:
    values = history.values
    return {
        "unit": history.attrs["units"],
        "start": float(values[0]),
        "end": float(values[-1]),
        "least": float(values.min()),
        "greatest": float(values.max()),
    }

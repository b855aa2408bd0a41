"""What happened in a run: as a dictionary for programs, as text for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from treetop.model import SpringDamper

if TYPE_CHECKING:
    import xarray as xr

    from treetop.result import Run

MANY = 24  # coordinates that are still worth listing


def summary(run: Run) -> dict[str, Any]:
    """How a run ended, how quantities moved, what was kept, what it cost."""
    return {
        "model": run.model.name,
        "outcome": run.outcome,
        "time": float(run.time[-1]) if len(run.time) else None,
        "samples": len(run.time),
        "motion": {name: _motion(history) for name, history in _histories(run).items()},
        "audit": {
            d.name: {"drift": d.drift, "unit": d.unit, "relative": d.relative}
            for d in run.audit().drifts
        },
        "statistics": run.statistics,
    }


def report(answer: dict[str, Any]) -> str:
    """A summary as text."""
    lines = [f"{answer['model']}: {answer['outcome']} at {answer['time']:g} s", ""]
    lines += [f"{'':34} {'start':>14} {'end':>14} {'least':>14} {'greatest':>14}"]
    for name, motion in answer["motion"].items():
        numbers = (motion[key] for key in ("start", "end", "least", "greatest"))
        label = f"{name} [{motion['unit']}]"
        lines.append(f"{label:34} " + " ".join(f"{number:14.7g}" for number in numbers))
    lines += ["", f"{'kept':34} {'drift':>14} {'':6} {'relative':>14}"]
    for name, kept in answer["audit"].items():
        lines.append(f"{name:34} {kept['drift']:14.3e} {kept['unit']:6} {kept['relative']:14.3e}")
    counts = ", ".join(
        f"{value:.6g} {name.replace('_', ' ')}" for name, value in answer["statistics"].items()
    )
    lines += ["", f"{counts}", f"wall time {answer['wall_time']:.2f} s in all"]
    lines += [f"result in {answer['result']} ({answer['samples']} samples)"]
    return "\n".join(lines)


def _histories(run: Run) -> dict[str, xr.DataArray]:
    """The coordinates, if they are few, and the stretch of each spring between frames."""
    labels = run.data.coordinate.values if run.data.sizes["coordinate"] <= MANY else ()
    histories = {str(label): run[label] for label in labels}
    for name, force in run.model.forces.items():
        if isinstance(force, SpringDamper):
            length = run.distance(force.a, force.b)
            histories[f"{name} stretch"] = (length - force.length).assign_attrs(units="m")
    return histories if len(run.time) else {}


def _motion(history: xr.DataArray) -> dict[str, Any]:
    values = history.values
    return {
        "unit": history.attrs["units"],
        "start": float(values[0]),
        "end": float(values[-1]),
        "least": float(values.min()),
        "greatest": float(values.max()),
    }

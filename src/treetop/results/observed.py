"""What is kept of a run: numbers and histories of its quantities, and derivatives of numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from treetop.errors import RunError, TreetopError
from treetop.model.campaign.kept import Kept
from treetop.model.signals import Clearance, FrameDistance, Quantity
from treetop.results import Run
from treetop.results.lookup import values_at
from treetop.system.quantities import no_quantity

AXES = ("x", "y", "z")
NEAR = 1e-9  # part of the spacing within which a sample is at a time


def unit_of(kept: Kept, run: Run) -> str:
    """The SI unit of what is kept; empty for plain numbers."""
    if kept.signal is None or kept.signal == Quantity("time"):
        return "s"
    if not isinstance(kept.signal, Quantity):
        return "m"
    unit = str(run[_place(run, kept.signal.name)[0]].attrs.get("units", ""))
    return "" if unit == "1" else unit


def number_of(kept: Kept, run: Run) -> float:
    """The number that is kept of a run; NaN if its event did not happen."""
    times = [record.time for record in run.events if record.event == kept.event]
    if kept.event and not times:
        return np.nan
    if kept.kind == "event":
        return times[0]
    values = series(kept.signal, run)
    if kept.kind == "at":
        return float(values[_sample_at(run, times[0])])
    if kept.kind == "last":
        return float(values[-1])
    counted = values[run.time >= times[0]] if kept.event else values
    if not len(counted):
        return np.nan
    return float(counted.max() if kept.kind == "most" else counted.min())


def number_and_gradient(kept: Kept, run: Run, names: list[str]) -> tuple[float, np.ndarray]:
    """The number that is kept of a run, and its derivatives by numbers of the model."""
    if kept.kind == "event":
        if not any(record.event == kept.event for record in run.events):
            raise RunError(f"'{kept.event}' did not happen before {run.time[-1]:.9g} s", run)
        first = [run.event_sensitivity(kept.event, to=name).values[0] for name in names]
        return number_of(kept, run), np.array(first)
    if kept.kind not in ("last", "most", "least") or kept.event:
        hint = "give tt.last, tt.most or tt.least without 'after', or tt.event_time"
        raise TreetopError(f"{kept.words} has no derivatives ({hint})")
    values = series(kept.signal, run)
    last, most, least = len(values) - 1, int(np.argmax(values)), int(np.argmin(values))
    k = {"last": last, "most": most, "least": least}[kept.kind]
    _require_fixed(kept, run, float(run.time[k]), names)
    slopes = [_slopes(kept.signal, run, name)[k] for name in names]
    return float(values[k]), np.array(slopes)


def _require_fixed(kept: Kept, run: Run, time: float, names: list[str]) -> None:
    """Refuse a sample at an event whose time the numbers change: derivatives are at fixed times."""
    for event in {record.event for record in run.events if _near(record.time, time)}:
        for name in names:
            shifts = run.event_sensitivity(event, to=name)
            if shifts.values[_near(shifts["event_time"].values, time)].any():
                what = f"{kept.words} is found at the event '{event}', whose time '{name}' changes"
                raise TreetopError(f"{what} (take the value at a fixed time)")


def _near(times: Any, time: float) -> Any:
    """Whether times are at one: a sample is taken just before what happens, another after."""
    return np.abs(times - time) <= 4.0 * np.spacing(abs(time))


def _sample_at(run: Run, time: float) -> int:
    """The first sample after what happens at a time, or the last before where the run ends."""
    k = int(np.searchsorted(run.time, time))
    return min(k, len(run.time) - 1)


def _slopes(signal: Any, run: Run, name: str) -> np.ndarray:
    """Derivatives of a signal by a number, at the samples of a run."""
    if not isinstance(signal, Quantity) or signal.name == "time":
        raise TreetopError(f"{signal!r} has no derivatives (take a quantity of the run)")
    whole, part = _place(run, signal.name)
    slopes = run.sensitivity(whole, to=name).values
    if part == "norm":
        values = run[whole].values
        sizes, along = np.linalg.norm(values, axis=-1), np.sum(values * slopes, axis=-1)
        return np.divide(along, sizes, out=np.zeros_like(along), where=sizes > 0.0)
    return slopes[..., AXES.index(part)] if part else slopes


def history_of(kept: Kept, run: Run, times: np.ndarray) -> np.ndarray:
    """The values of a quantity at times; NaN where the run has no sample, as after its end."""
    values, found = series(kept.signal, run), np.full(len(times), np.nan)
    near = NEAR * (np.diff(times).min() if len(times) > 1 else 1.0)
    places = np.minimum(np.searchsorted(run.time, times - near), len(run.time) - 1)
    there = np.abs(run.time[places] - times) <= near
    found[there] = values[places[there]]
    return found


def history_times(kept: Kept, samples: np.ndarray) -> np.ndarray:
    """The times of a history, some of those at which runs are sampled."""
    if kept.every is None:
        return samples
    wanted = samples[0] + kept.every * np.arange(int((samples[-1] - samples[0]) / kept.every + 1.5))
    wanted = wanted[wanted <= samples[-1] + NEAR * kept.every]
    places = np.minimum(np.searchsorted(samples, wanted - NEAR * kept.every), len(samples) - 1)
    if (np.abs(samples[places] - wanted) > NEAR * kept.every).any():
        what = f"a history every {kept.every:g} s has times at which runs are not sampled"
        raise TreetopError(f"{what} (give a multiple of 'run: every')")
    return samples[places]


def series(signal: Any, run: Run) -> np.ndarray:
    """The values of a signal at the samples of a run."""
    if isinstance(signal, FrameDistance):
        return run.distance(signal.a, signal.b).values
    if isinstance(signal, Clearance):
        return run.clearance(signal.a, signal.b).values
    if signal.name == "time":
        return run.time
    whole, part = _place(run, signal.name)
    values = values_at(run.seen, run.places[whole])
    if part == "norm":
        return np.linalg.norm(values, axis=-1)
    if part:
        return values[..., AXES.index(part)]
    if values.ndim > 1:
        what = f"'{signal.name}' is a vector"
        raise TreetopError(f"{what} (keep {signal.name}.x or {signal.name}.norm)")
    return values


def _place(run: Run, name: str) -> tuple[str, str]:
    """The quantity that a name stands for, and which part of it is meant."""
    if name in run.places:
        return name, ""
    base, _, part = name.rpartition(".")
    if (
        part in (*AXES, "norm")
        and base in run.places
        and values_at(run.seen, run.places[base]).ndim == 2
    ):
        return base, part
    raise TreetopError(str(no_quantity(name, run.quantities, "in this run").args[0]))

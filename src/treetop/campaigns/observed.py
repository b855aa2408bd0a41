"""What is kept of a run: numbers and histories of its quantities."""

from __future__ import annotations

from typing import Any

import numpy as np

from treetop.errors import TreetopError
from treetop.model.campaign.kept import Kept
from treetop.model.signals import Clearance, FrameDistance, Quantity
from treetop.results import Run
from treetop.system.quantities import no_quantity

AXES = ("x", "y", "z")
NEAR = 1e-9  # part of the spacing within which a sample is at a time


def unit_of(kept: Kept, run: Run) -> str:
    """The SI unit of what is kept; empty for plain numbers."""
    if kept.signal is None or kept.signal == Quantity("time"):
        return "s"
    if not isinstance(kept.signal, Quantity):
        return "m"
    unit = str(_history(run, kept.signal.name)[0].attrs.get("units", ""))
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
        (found,) = np.nonzero(run.time == times[0])
        return float(values[found[0]]) if len(found) else np.nan
    if kept.kind == "last":
        return float(values[-1])
    counted = values[run.time >= times[0]] if kept.event else values
    if not len(counted):
        return np.nan
    return float(counted.max() if kept.kind == "most" else counted.min())


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
    found, part = _history(run, signal.name)
    values = found.values
    if part == "norm":
        return np.linalg.norm(values, axis=-1)
    if part:
        return values[..., AXES.index(part)]
    if values.ndim > 1:
        what = f"'{signal.name}' is a vector"
        raise TreetopError(f"{what} (keep {signal.name}.x or {signal.name}.norm)")
    return values


def _history(run: Run, name: str) -> tuple[Any, str]:
    """The history that a name stands for, and which part of it is meant."""
    if name in run.quantities:
        return run[name], ""
    base, _, part = name.rpartition(".")
    if base in run.quantities and part in (*AXES, "norm") and run[base].values.ndim == 2:
        return run[base], part
    raise TreetopError(str(no_quantity(name, run.quantities, "in this run").args[0]))

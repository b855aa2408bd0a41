"""Peaks, shares and sums of histories, from the samples that a result holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from treetop.results import Run

AT_LIMIT = 1e-9  # relative: how near counts as being at a limit


def known(run: Run, name: str) -> np.ndarray | None:
    """The history of a number, if the result has it."""
    return np.asarray(run[name].values) if name in run.quantities else None


def peak(run: Run, name: str) -> float | None:
    """The greatest size of a number, or of a vector."""
    values = known(run, name)
    if values is None:
        return None
    sizes = np.abs(values) if values.ndim == 1 else np.linalg.norm(values, axis=-1)
    return float(sizes.max(initial=0.0))


def share(run: Run, when: np.ndarray) -> float:
    """The part of the run's time in which something is so, by straight lines between samples."""
    span = float(run.time[-1] - run.time[0])
    return float(np.trapezoid(when.astype(float), run.time)) / span if span > 0 else float(when[-1])


def share_at_limit(run: Run, name: str, limit: float | None) -> float | None:
    """The part of the run's time in which a number is at its limit, if it has one."""
    values = known(run, name)
    if values is None or limit is None or not np.isfinite(limit):
        return None
    return share(run, np.abs(values) >= limit * (1 - AT_LIMIT))


def total(run: Run, name: str) -> float | None:
    """The integral of a number over the run."""
    values = known(run, name)
    return None if values is None else float(np.trapezoid(values, run.time))


def pulses(on: np.ndarray) -> int:
    """How many times something begins."""
    return int(np.count_nonzero(np.diff(on.astype(int), prepend=0) > 0))

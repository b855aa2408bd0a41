"""Times at which samples are taken."""

from __future__ import annotations

from typing import Any

import numpy as np

from treetop.errors import ModelError, Problem
from treetop.model.quantity import Invalid, each, elements, number
from treetop.model.run import RunSettings
from treetop.model.specification import path
from treetop.system.state import State

SAMPLES = 500  # when the user does not say where
LARGEST = 1e9  # numbers in the samples of a state: 8 GB


def times_of(times: Any, where: str) -> np.ndarray:
    """Times in s, each of which may carry a unit."""
    items = times if isinstance(times, (list, tuple)) else np.asarray(times)
    try:
        return np.array(each(elements(items), lambda item: number(item, "s")))
    except Invalid as error:
        raise ModelError([Problem(error.what, path(where, *error.at), error.hint)]) from None


def sample_times(start: State, settings: RunSettings) -> np.ndarray:
    """Where samples are to be taken, s."""
    begin, duration = start.time, settings.duration
    end = begin + duration
    if settings.at is not None:
        times = np.array(settings.at)
        inside = times.size > 0 and begin <= times[0] and times[-1] <= end
        if not inside or not (np.diff(times) > 0).all():
            hint = f"give increasing times from {begin:g} to {end:g} s"
            raise ModelError([Problem("these times do not fit", "run.at", hint)])
        return times
    every = settings.every or duration / SAMPLES or duration
    if duration / every * start.vector.size > LARGEST:
        what = f"{duration / every:.3g} samples do not fit in memory"
        raise ModelError([Problem(what, "run.every", "sample less often")])
    count = int(np.floor(duration / every * (1.0 + 1e-12)))
    times = begin + every * np.arange(count + 1)
    return np.append(times[times < end - 1e-9 * every], end)

"""The log of a run: what happened, when, and what it took."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np


class EventRecord(NamedTuple):
    """An event of a run, in its log.

    Attributes
    ----------
    time : float, s
    event : str
    direction : int
        1 if its signal rose, -1 if it fell.
    stage : str
        The stage in which it happened.
    next_stage : str
        The one that followed, if another did.
    note : str
        What happened, in words.
    energy_lost : float, J
        By the impulse that it took.
    impulses : dict
        Of each joint and constraint that exerted one: force (N s) and torque (N m s), or effort.
    """

    time: float
    event: str
    direction: int
    stage: str
    next_stage: str = ""
    note: str = ""
    energy_lost: float = 0.0
    impulses: dict[str, Any] = {}  # noqa: RUF012


def record_from(entry: Mapping[str, Any]) -> EventRecord:
    """An entry as results hold it; older ones name the direction ``way``."""
    values = dict(entry)
    if "way" in values:
        values["direction"] = values.pop("way")
    return EventRecord(**values)


def require_fitting(told: EventRecord) -> None:
    """Raise a `ValueError` or `TypeError` for what no run has in its log."""
    words = told.event, told.stage, told.next_stage, told.note
    if not all(isinstance(word, str) for word in words) or not math.isfinite(told.time):
        raise ValueError("it does not say what happened when")
    loads = [value for load in dict(**told.impulses).values() for value in dict(**load).values()]
    for value in (told.direction, told.energy_lost, *loads):
        np.asarray(value, dtype=float)

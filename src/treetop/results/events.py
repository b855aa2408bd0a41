"""The event log of a run."""

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
        The effect, in words.
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


def require_fitting(record: EventRecord) -> None:
    """Raise a `ValueError` or `TypeError` for what no run has in its log."""
    words = record.event, record.stage, record.next_stage, record.note
    if not all(isinstance(word, str) for word in words) or not math.isfinite(record.time):
        raise ValueError("it does not say what happened when")
    loads = [value for load in dict(**record.impulses).values() for value in dict(**load).values()]
    for value in (record.direction, record.energy_lost, *loads):
        np.asarray(value, dtype=float)

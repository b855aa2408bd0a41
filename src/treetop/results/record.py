"""Label the arrays of a run: names, units, model, versions and settings."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np

from treetop.results.columns import Columns
from treetop.results.lookup import INNER
from treetop.results.read import FORMAT
from treetop.results.run import Run
from treetop.system.fields import FIELDS
from treetop.topology.nodes import Role

if TYPE_CHECKING:
    from treetop.model.run import RunSettings
    from treetop.system.state import State
    from treetop.system.system import System
    from treetop.topology.mechanism import Mechanism

_INTERNAL = (Role.MASS, Role.BASE)  # frames of flexible bodies that nothing can be fixed to
PACKAGES = ("treetop", "numba", "numpy", "scipy", "xarray")


def record(
    system: System,
    histories: Mapping[str, np.ndarray],
    statistics: Mapping[str, Any],
    settings: RunSettings,
    outcome: str,
    start: State,
    labels: Mapping[str, Any] | None = None,
    log: Iterable[Any] = (),
    end: State | None = None,
) -> Run:
    """Pack what a simulation computed into a `Run`.

    Samples from the first one that is not finite on are left out, so a result never holds NaN.

    Parameters
    ----------
    system : System
        What was simulated.
    histories : mapping
        ``"time"`` and names of `treetop.system.fields.FIELDS`: arrays, time first.
    statistics : mapping
        Counts of steps and evaluations, wall time in s.
    settings : RunSettings
        With the start, enough to run again.
    outcome : str
        How the run ended: ``"finished"`` if it reached its end.
    start : State
        Where it began.
    labels : mapping
        The names along each dimension; by default those of the system.
    log : iterable of named tuples
        The events.
    end : State
        Where it ended; kept with the result if the structure is that of the start.
    """
    good = slice(_finite_samples(histories.values()))
    along = {name: np.asarray(histories[name])[good] for name in FIELDS if name in histories}
    times = {"time": np.asarray(histories["time"])[good]}
    attrs = _made_by(system) | {
        "outcome": outcome,
        "start_time": start.time,
        "end_time": end.time if end else start.time,
        "settings": as_json(settings.as_dict()),
        "statistics": as_json(statistics),
        "events": json.dumps([entry._asdict() for entry in log]),
    }
    named = _cut(labels or system.labels, good)
    run = Run(Columns(along | times, named, attrs, _ends(start, end)), system=system)
    run.__dict__["end"] = end
    return run


def _ends(start: State, end: State | None) -> dict[str, np.ndarray]:
    """State vectors at the start and at the end."""
    states = {"start": start}
    if end is not None and end.system is start.system and np.isfinite(end.vector).all():
        states["end"] = end
    return {name: state.vector for name, state in states.items()}


def _made_by(system: System) -> dict[str, Any]:
    """When and from what a result is made, and which names are of what lies within beams, lines and
    flexible bodies."""
    mechanism = getattr(system, "mechanism", None)
    inner = sorted(_internal(mechanism)) if mechanism is not None else []
    within = {INNER: json.dumps(inner)} if inner else {}
    return within | {
        "format": FORMAT,
        "title": system.title,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "model": system.description,
        "formulation": system.formulation,
        "versions": versions(),
        "machine": machine(),
    }


def _internal(mechanism: Mechanism) -> set[str]:
    """Names that no user gave and nothing is asked of by; a user may have joints of such names."""
    frames = {name for name, body in mechanism.bodies.items() if body.role in _INTERNAL}
    return (frames - set(mechanism.joints)) | mechanism.inner | mechanism.paid_out


def _cut(labels: Mapping[str, Any], good: slice) -> dict[str, Any]:
    """The labels, those along time for good samples only."""
    along_time = {"stage"} & labels.keys()
    return dict(labels) | {name: ("time", labels[name][1][good]) for name in along_time}


def _finite_samples(histories: Iterable[np.ndarray]) -> int:
    """How many leading samples are finite in all histories."""
    finite = [np.isfinite(h) for h in histories]
    if all(each.all() for each in finite):
        return len(finite[0])
    good = np.logical_and.reduce([each.reshape(len(each), -1).all(axis=1) for each in finite])
    return int(np.argmin(good))


@cache
def versions() -> str:
    return as_json({name: version(name) for name in PACKAGES})


@cache
def machine() -> str:
    """The sort of machine, as far as results may depend on it."""
    kind = f"{platform.system()} {platform.machine()}"
    return f"{kind}, {os.cpu_count()} cores, Python {platform.python_version()}"


def as_json(values: Mapping[str, Any]) -> str:
    return json.dumps(dict(values), default=lambda value: np.asarray(value).tolist())

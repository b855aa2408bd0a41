"""How the run was made, and how it ended."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from treetop.checks.summary import spin_warnings, warnings
from treetop.core.integrators.outcome import Outcome
from treetop.results.audit import LIMIT
from treetop.view.report.html import Number, facts, heading, listed, section
from treetop.view.report.quantities import in_words
from treetop.view.report.reproduce import model_again
from treetop.view.text import number

if TYPE_CHECKING:
    from treetop.model import Model
    from treetop.results import Run

UNITS = {"wall_time": " [s]", "work_range": " [J]"}  # of statistics
SECONDS = ("duration", "every", "step")


def run_section(run: Run) -> str:
    """Settings, statistics, warnings and versions."""
    return section(
        "run",
        "The run",
        heading("Settings"),
        facts("settings", _settings(run)),
        heading("Solver statistics"),
        facts("statistics", _statistics(run)),
        heading("Software and machine"),
        facts("versions", _versions(run)),
        heading("Warnings"),
        listed("warnings", warnings_of(run), "warnings") or "<p>None.</p>",
    )


def ending(run: Run) -> str:
    """How the run ended, in words."""
    name = run.outcome.upper()
    text = Outcome[name].text if name in Outcome.__members__ else run.outcome
    when = f" at {number(run.time[-1], 9)} s" if len(run.time) else " before the first sample"
    return f"{text.partition(';')[0].partition(':')[0]}{when}"


def good(run: Run) -> bool:
    """Whether the run reached its end, or an event that was to stop it."""
    return run.outcome in ("finished", "event")


def warnings_of(run: Run) -> list[str]:
    """What a reader should know before trusting the numbers."""
    found = []
    if not good(run):
        name = run.outcome.upper()
        text = Outcome[name].text if name in Outcome.__members__ else run.outcome
        found.append(f"the run did not reach its end: {text}; what was computed is shown")
    for drift in run.audit().drifts:
        if not drift.relative <= LIMIT:
            how = f"{number(drift.relative, 3)} relative, more than {number(LIMIT)}"
            found.append(f"the audit fails in {drift.name}: {how}")
    if not run.symbolic:
        found += warnings(_as_run(run))
        found += spin_warnings(run.model, _greatest_rates(run)) if len(run.time) else []
    return found


def _as_run(run: Run) -> Model:
    """The model with what the run adds to it: how long it is, and a start for every joint."""
    model = model_again(run)
    model.start = {name: {} for name in model.joints} | model.start
    return model


def _greatest_rates(run: Run) -> dict[str, float]:
    rates = np.linalg.norm(run.data.angular_velocity.values, axis=-1).max(axis=0)
    return {str(name): float(rate) for name, rate in zip(run.data.body.values, rates, strict=True)}


def _settings(run: Run) -> list[tuple[str, Any]]:
    pairs: list[tuple[str, Any]] = [("formulation", run.data.attrs["formulation"])]
    for name, value in _flat(run.settings.as_dict()):
        label = f"{name.replace('_', ' ')}{' [s]' if name in SECONDS else ''}"
        if name == "at":
            value = f"{len(value)} chosen times"
        shown = Number(value, 9) if isinstance(value, int | float) else in_words(value)
        pairs.append((label, shown))
    return pairs


def _flat(settings: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """What settings say, options of method and stabilization beside their words."""
    for name, value in settings.items():
        if isinstance(value, dict):
            yield name, value["kind"]
            yield from _flat({key: part for key, part in value.items() if key != "kind"})
        elif value is not None and value != ():
            yield name, value


def _statistics(run: Run) -> list[tuple[str, Any]]:
    pairs = [
        (f"{name.replace('_', ' ')}{UNITS.get(name, '')}", Number(value))
        if isinstance(value, int | float)
        else (f"{name.replace('_', ' ')}{UNITS.get(name, '')}", in_words(value))
        for name, value in run.statistics.items()
    ]
    return [*pairs, ("samples", Number(len(run.time)))]


def _versions(run: Run) -> list[tuple[str, str]]:
    versions: dict[str, str] = json.loads(run.data.attrs.get("versions", "{}"))
    machine = run.data.attrs.get("machine")
    found = [("computed", when(run)), *versions.items()]
    return [*found, ("machine", str(machine))] if machine else found


def when(run: Run) -> str:
    """Date and time of the run, to the minute."""
    made = run.data.attrs.get("created", "")
    return f"{made[:10]} {made[11:16]} UTC" if made else "unknown"

"""When the Sun is hidden behind the planet."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from treetop.model.environment.planet import ENVIRONMENT
from treetop.view.flight.crossings import negative

if TYPE_CHECKING:
    from treetop.results import Run

Span = tuple[float, float]


class Eclipse(NamedTuple):
    """From when to when the Sun is hidden in part, and wholly, s; an eclipse in which a run begins
    or ends is cut there."""

    penumbra: Span
    umbra: Span | None


def eclipses(run: Run) -> list[Eclipse]:
    """The eclipses of a run, if its environment has a shadow."""
    if not len(run.time):
        return []
    dim, dark = (_spans(run, f"{ENVIRONMENT}.{name}") for name in ("penumbra_angle", "umbra_angle"))
    return [Eclipse(span, _within(span, dark)) for span in dim]


def _spans(run: Run, name: str) -> list[Span]:
    if name not in run.quantities:
        return []
    return negative(run.time, np.asarray(run[name].values))


def _within(outer: Span, spans: list[Span]) -> Span | None:
    return next((span for span in spans if outer[0] <= sum(span) / 2 <= outer[1]), None)

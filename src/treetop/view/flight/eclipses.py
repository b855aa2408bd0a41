"""When the Sun is hidden behind the planet, or behind its companion."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from treetop.model.environment.planet import ENVIRONMENT
from treetop.view.flight.crossings import negative

if TYPE_CHECKING:
    from treetop.results import Run

Span = tuple[float, float]
DARK = 1e-3  # part of the Sun's disc: where more is seen, an eclipse is annular and not total


class Eclipse(NamedTuple):
    """From when to when the Sun is hidden in part, and wholly, s, and by what; an eclipse in which
    a run begins or ends is cut there."""

    penumbra: Span
    umbra: Span | None
    by: str


def eclipses(run: Run) -> list[Eclipse]:
    """The eclipses of a run in order, if its environment has shadows."""
    planet = run.model.environment
    if not len(run.time) or planet is None:
        return []
    found = _by(run, planet.name or "planet")
    if planet.companion and planet.companion_shadow:
        body = planet.companion.body
        for each in _by(run, body.title(), f"{body}_"):
            umbra = each.umbra if each.umbra and _is_dark(run, each.umbra) else None
            found.append(each._replace(umbra=umbra))
    return sorted(found)


def _by(run: Run, name: str, prefix: str = "") -> list[Eclipse]:
    words = (f"{ENVIRONMENT}.{prefix}{shadow}_angle" for shadow in ("penumbra", "umbra"))
    dim, dark = (_spans(run, each) for each in words)
    return [Eclipse(span, _within(span, dark), name) for span in dim]


def _is_dark(run: Run, span: Span) -> bool:
    """Whether a sample within a span sees nothing of the Sun: the Moon may look smaller than it."""
    within = (run.time >= span[0]) & (run.time <= span[1])
    return bool((run[f"{ENVIRONMENT}.sunlight"].values[within] < DARK).any())


def _spans(run: Run, name: str) -> list[Span]:
    if name not in run.quantities:
        return []
    return negative(run.time, np.asarray(run[name].values))


def _within(outer: Span, spans: list[Span]) -> Span | None:
    return next((span for span in spans if outer[0] <= sum(span) / 2 <= outer[1]), None)

"""The stages and events of a run along its time."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from treetop.results import Run
    from treetop.results.events import EventRecord


class Span(NamedTuple):
    """A stage from when to when, s."""

    name: str
    begin: float
    end: float


def stage_spans(run: Run) -> list[Span]:
    """The stages that a run went through, in order; none if its structure never changes."""
    if "stage" not in run.data.coords or not len(run.time):
        return []
    names = [str(name) for name in run.data.stage.values]
    first = [k for k in range(len(names)) if k == 0 or names[k] != names[k - 1]]
    begins = [float(run.time[k]) for k in first]
    ends = [*begins[1:], float(run.time[-1])]
    return [Span(names[k], *span) for k, *span in zip(first, begins, ends, strict=True)]


def event_words(event: EventRecord) -> str:
    """The effect of an event, in words."""
    what = event.note or ("rose" if event.direction > 0 else "fell")
    what += f", stage '{event.next_stage}' begins" if event.next_stage else ""
    return what + (f", {event.energy_lost:.6g} J lost" if event.energy_lost else "")

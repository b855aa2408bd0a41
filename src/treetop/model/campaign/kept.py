"""What is kept of each run of a campaign."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from reprlib import repr as short
from typing import Annotated, Any

from pydantic import PlainValidator

from treetop.model.events import signal_text
from treetop.model.part import Part
from treetop.model.quantity import Invalid, optional, scalar
from treetop.model.shapes import Point, Shape
from treetop.model.signals import Quantity, Signal, UserSignal, signal_of
from treetop.model.specification import required, spec, unknown

__all__ = ["Kept", "at_event", "event_time", "history", "last", "least", "most"]

KINDS = {
    "last": ("last",),
    "most": ("most", "after"),
    "least": ("least", "after"),
    "at": ("at", "of"),
    "event": ("event",),
    "history": ("history", "every"),
}
"""Keys of each kind in files; the first names it."""


def _signal(value: Any) -> Signal | None:
    if value is None:
        return None
    found = getattr(value, "norm", value)  # of a vector, its size
    signal = signal_of(found)
    if isinstance(signal, UserSignal):
        hint = "keep a quantity of results, a distance or a clearance"
        raise Invalid("a user-defined signal is not recorded, and cannot be kept", hint)
    return signal


@spec
class Kept:
    """One thing that is kept of each run.

    Attributes
    ----------
    kind : "last", "most", "least", "at", "event" or "history"
    signal : Signal or None
        The quantity; None for the time of an event.
    event : str
        At which, or after which.
    every : number or None, s
        Spacing of a history.
    """

    kind: str
    signal: Annotated[Any, PlainValidator(_signal)] = None
    event: str = ""
    every: Annotated[Any, optional(scalar("s", above=0))] = None

    def __post_init__(self) -> None:
        if self.signal is None and self.kind != "event":
            raise Invalid("no quantity is given", "give one such as boom.slide")
        if not self.event and self.kind in ("at", "event"):
            raise Invalid("no event is given", "give the name of one")

    @property
    def number(self) -> bool:
        """Whether it is one number for each run."""
        return self.kind != "history"

    @property
    def data(self) -> dict[str, Any]:
        """Plain values, of which `kept_of` makes it again."""
        signal = None if self.signal is None else _signal_data(self.signal)
        kinds: dict[str, dict[str, Any]] = {
            "last": {"last": signal},
            "most": {"most": signal, "after": self.event},
            "least": {"least": signal, "after": self.event},
            "at": {"at": self.event, "of": signal},
            "event": {"event": self.event},
            "history": {"history": signal, "every": self.every},
        }
        found = kinds[self.kind]
        return {key: value for key, value in found.items() if value not in ("", None)}

    @property
    def words(self) -> str:
        """In one line."""
        what = signal_text(self.signal) if self.signal is not None else "time"
        after = f" after {self.event}" if self.event else ""
        if self.kind == "history" and self.every:
            return f"history of {what} every {self.every:g} s"
        return {
            "last": f"last {what}",
            "most": f"most {what}{after}",
            "least": f"least {what}{after}",
            "at": f"{what} at {self.event}",
            "event": f"time of {self.event}",
            "history": f"history of {what}",
        }[self.kind]


def _signal_data(signal: Signal) -> Any:
    """A signal as files have it."""
    return signal.name if isinstance(signal, Quantity) else _plain(signal)


def _plain(part: Any) -> Any:
    if isinstance(part, Point):
        return part.at
    if not isinstance(part, (Part, Shape)):
        return list(part) if isinstance(part, tuple) else part
    given = {each.name: _plain(getattr(part, each.name)) for each in fields(part)}  # type: ignore[arg-type]
    return {"kind": part.kind, **given}


def kept_of(value: Any) -> Kept:
    """What is kept, as it is or as files have it."""
    if isinstance(value, Kept):
        return value
    hint = "give one such as {last: boom.slide} or {most: boom.reaction_force.norm}"
    required(Mapping, value, "does not say what is kept", hint)  # type: ignore[type-abstract]
    kinds = [kind for kind in KINDS if kind in value]
    if len(kinds) != 1:
        raise Invalid(f"{short(dict(value))} is not one thing", f"give one of {', '.join(KINDS)}")
    (kind,) = kinds
    for key in value:
        if key not in KINDS[kind]:
            wrong = unknown("key", key, KINDS[kind], "")
            raise Invalid(wrong.what, wrong.hint, (key,))
    if kind == "event":
        return event_time(value["event"])
    if kind == "at":
        return at_event(value["at"], value.get("of"))
    made: Any = {"last": last, "most": most, "least": least, "history": history}[kind]
    return made(value[kind], **{key: value[key] for key in KINDS[kind][1:] if key in value})


def last(quantity: Any) -> Kept:
    """Keep of each run the value of a quantity at its end: ``tt.last("boom.slide")``."""
    return Kept("last", quantity)


def most(quantity: Any, after: str = "") -> Kept:
    """Keep of each run the greatest value of a quantity, among the samples and the events of the
    run: ``tt.most(tt.reaction("boom").force)``, of a vector its size.

    Parameters
    ----------
    quantity : str or Signal
        The name of a quantity of results, or one such as ``tt.distance("bus", "tug")``.
    after : str
        The name of an event: what is before it does not count.
    """
    return Kept("most", quantity, after)


def least(quantity: Any, after: str = "") -> Kept:
    """Keep of each run the least value of a quantity, among the samples and the events of the run:
    ``tt.least(tt.clearance("bus", tt.Sphere("tug", 2)), after="release")``; see `most`."""
    return Kept("least", quantity, after)


def at_event(event: str, quantity: Any) -> Kept:
    """Keep of each run the value of a quantity when an event first happens, before the event
    changes anything: ``tt.at_event("release", "tug.speed")``."""
    return Kept("at", quantity, event)


def event_time(event: str) -> Kept:
    """Keep of each run when an event first happens: ``tt.event_time("latched")``."""
    return Kept("event", None, event)


def history(quantity: Any, every: Any = None) -> Kept:
    """Keep of each run a quantity over time, at the samples of the run or at fewer:
    ``tt.history("boom.slide", every="10 s")``."""
    return Kept("history", quantity, "", every)

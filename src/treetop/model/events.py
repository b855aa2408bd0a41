"""Events: what happens when a signal passes a value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, fields
from reprlib import repr as short
from typing import Annotated, Any, Literal

from pydantic import PlainValidator

from treetop.errors import ModelError, Problem
from treetop.model.quantity import Invalid, number, optional
from treetop.model.signals import Signal, signal_of
from treetop.model.specification import made_from, spec

__all__ = ["Event", "event_with", "names"]

_Value = Annotated[Any, optional(PlainValidator(lambda value: number(value)))]


def names(value: Any) -> tuple[str, ...]:
    """One name or several."""
    items = [value] if isinstance(value, str) else value
    if isinstance(items, (list, tuple)) and all(isinstance(item, str) for item in items):
        return tuple(items)
    raise Invalid(f"{short(value)} is not a list of names", "give names, such as [spring, motor]")


def _function(value: Any) -> Callable[..., Any] | None:
    if value is None or callable(value):
        return value
    raise Invalid(f"{short(value)} is not a function", "give a function of the state, in Python")


def _max_count(value: Any) -> int | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and value > 0):
        return value
    raise Invalid(f"{short(value)} is not a number of times", "give 1 or more, or leave it out")


def _commands(value: Any) -> dict[str, float]:
    """Values of commands, by name."""
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        hint = "give commands with values, such as {wheel.torque: 0.1 N*m}"
        raise Invalid(f"{short(value)} is not a mapping of commands", hint)
    found = {}
    for name, quantity in value.items():
        try:
            found[name] = number(quantity)
        except Invalid as error:
            raise error.inside(name) from None
    return found


Names = Annotated[Any, PlainValidator(names)]


@spec
class Event:
    """A signal passes a value.

    Attributes
    ----------
    signal : Signal, or the name of a quantity
        Such as ``tt.reaction("nose").force.x`` or ``"nose.reaction_force.x"``.
    rises, falls, crosses : number
        The value, one of the three: passed upward, downward, or either way.
    do : "record" or "stop"
        What to do besides keeping the event in the log of the run, with a sample of the motion.
    on, off : names of forces
        That begin to act, or no longer do.
    set : mapping of commands to values
        That devices are given, such as ``{"wheel.torque": "0.1 N*m"}``.
    call : function, optional
        ``call(state)`` is called between two steps; it may return another state of the same system
        to go on from, with the time unchanged.  Not kept in files.
    max_count : int, optional
        How many times it is reported; then it is not looked at any more.
    """

    signal: Annotated[Any, PlainValidator(signal_of)]
    rises: _Value = None
    falls: _Value = None
    crosses: _Value = None
    do: Literal["record", "stop"] = "record"
    on: Names = ()
    off: Names = ()
    set: Annotated[Any, PlainValidator(_commands)] = field(default_factory=dict, hash=False)
    call: Annotated[Any, PlainValidator(_function)] = None
    max_count: Annotated[Any, PlainValidator(_max_count)] = None

    def __post_init__(self) -> None:
        levels = [each for each in (self.rises, self.falls, self.crosses) if each is not None]
        if len(levels) != 1:
            what = f"{len(levels) or 'none'} of rises, falls and crosses are given"
            raise Invalid(what, "give one of the three")

    @property
    def direction(self) -> int:
        """1 upward, -1 downward, 0 either way."""
        return 1 if self.rises is not None else -1 if self.falls is not None else 0

    @property
    def value(self) -> float:
        """The value that is passed."""
        return next(v for v in (self.rises, self.falls, self.crosses) if v is not None)

    @property
    def changes(self) -> bool:
        """Whether it changes anything by itself."""
        return bool(self.on or self.off or self.set or self.call)

    @property
    def text(self) -> str:
        """In words."""
        words = {1: "rises above", -1: "falls below", 0: "crosses"}
        return f"{signal_text(self.signal)} {words[self.direction]} {self.value:g}"


def signal_text(signal: Signal) -> str:
    """A signal in words."""
    name = getattr(signal, "name", None) or getattr(signal, "function_name", None)
    return name or f"{signal.kind} of {signal.a} and {signal.b}"  # type: ignore[attr-defined]


def event_with(event: Any, more: Mapping[str, Any], where: str) -> Event:
    """An event with other fields besides its own."""
    if not isinstance(event, Event):
        hint = "give one such as tt.coordinate('hinge.angle').rises(1)"
        raise ModelError([Problem(f"{short(event)} is not an event", where, hint)])
    values = {item.name: getattr(event, item.name) for item in fields(event)}
    return made_from(Event, values | dict(more), where)

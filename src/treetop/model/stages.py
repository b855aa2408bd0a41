"""Stages: which joints, constraints and forces act, until which event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from reprlib import repr as short
from typing import Annotated, Any

from pydantic import PlainValidator

from treetop.model.body import Name
from treetop.model.events import Names
from treetop.model.quantity import Invalid, optional, scalar
from treetop.model.specification import spec

__all__ = ["Stage"]

_DIRECTIONS = [f"{part}.{axis}" for part in ("force", "torque") for axis in "xyz"]


def _until(value: Any) -> dict[str, str]:
    """Events, each with the stage that follows; the next one, '', if it is not named."""
    if value is None:
        return {}
    if isinstance(value, str):
        return {value: ""}
    if isinstance(value, Mapping) and value:
        pairs = {str(event): stage for event, stage in value.items()}
        if all(isinstance(stage, str) and stage for stage in pairs.values()):
            return pairs
    hint = "give the name of an event, or {event: stage, ...}"
    raise Invalid(f"{short(value)} does not say until when", hint)


@spec
class Stage:
    """A part of a run with a structure of its own, given by what changes when it begins.

    Attributes
    ----------
    name : str
    release : names
        Joints and constraints that let go; ``"nose.force.x"`` or ``"nose.torque.z"`` releases one
        direction of a joint, in the axes of its inboard frame.  Forces along coordinates of a
        joint that is released no longer act.
    engage : names
        Joints, directions and constraints released before that hold again.
    lock : names
        Joints, or single coordinates such as ``"boom.slide"``, that stay as they are found.
    unlock : names
        Those that were locked move again.
    on, off : names
        Forces that begin to act, or no longer do.
    until : event, or mapping of events to stages
        What ends the stage; the next one of the model follows, or the one that is named.
    restitution : number from 0 to 1
        How much of the velocity with which joints and constraints close is given back when they are
        engaged or locked.
    capture : number, m/s or rad/s
        They hold if what is given back is slower than this; if it is not, bodies rebound and the
        stage before goes on.
    """

    name: Name
    release: Names = ()
    engage: Names = ()
    lock: Names = ()
    unlock: Names = ()
    on: Names = ()
    off: Names = ()
    until: Annotated[Any, PlainValidator(_until)] = field(default_factory=dict, hash=False)
    restitution: Annotated[Any, scalar("1", at_least=0, at_most=1)] = 0.0
    capture: Annotated[Any, optional(scalar("m/s", "rad/s", above=0))] = None

    @property
    def text(self) -> str:
        """In words."""
        words = ("release", "engage", "lock", "unlock", "on", "off")
        parts = [
            f"{word} {', '.join(getattr(self, word))}" for word in words if getattr(self, word)
        ]
        ends = [f"{event}, then {then}" if then else event for event, then in self.until.items()]
        parts += [f"until {' or '.join(ends)}"] if ends else []
        return "; ".join(parts) or "nothing changes"


def direction_of(name: str) -> tuple[str, str]:
    """A joint, and the direction of it that is meant, or none: all of it."""
    joint, _, direction = name.partition(".")
    if direction and direction not in _DIRECTIONS:
        raise Invalid(f"'{direction}' is no direction of a joint", f"give {', '.join(_DIRECTIONS)}")
    return joint, direction

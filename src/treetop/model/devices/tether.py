"""Tethers without mass, and the reels that pay them out."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from pydantic import StrictBool

from treetop.model.body import Reference
from treetop.model.devices.base import Device
from treetop.model.part import Port
from treetop.model.quantity import Invalid, optional, scalar
from treetop.model.specification import spec

__all__ = ["Tether"]

LAW = ("tension", "tension_by_length", "tension_by_square", "tension_by_rate")
REEL = ("rate", "speed", "target")
ELASTIC = ("stiffness", "damping", *REEL)


@spec
class Tether(Device):
    """A tether without mass from the frame ``a`` to the frame ``b``, with a reel: it pulls, or is
    slack.

    With a natural ``length`` it is elastic: while it is stretched by s its tension is ``stiffness``
    s + ``damping`` s', and never a push. Its reel changes the length by ``rate``, 1/s, times the
    length, paying out if that is positive and drawing in if it is negative, up to ``speed``. It
    draws near to a ``target`` at ``rate`` times what is left. ``speed`` alone pays out uniformly.
    Its command ``length_rate``, m/s, adds to that; without rate and speed only the command moves
    the reel.

    Without ``length`` the line runs under a tension law: ``tension``, and what is given per unit of
    the distance of its ends, of its square and of its rate. Its command ``added_tension``, N, adds
    to that. While it is off a reel holds its line, and a line under a tension law is slack.

    See Also
    --------
    SpringDamper : with ``tension_only`` a tether that no reel moves, whose energy is a potential.
    Distance : a line that does not stretch, whose length may follow a function of time.
    """

    kind: ClassVar[str] = "tether"
    ends: ClassVar[tuple[str, ...]] = ("a", "b")
    acts_on: ClassVar[str] = ""
    line: ClassVar[bool] = True

    a: Reference
    b: Reference
    length: Annotated[Any, optional(scalar("m", above=0))] = None
    stiffness: Annotated[Any, optional(scalar("N/m", above=0))] = None
    damping: Annotated[Any, scalar("N*s/m", at_least=0)] = 0.0
    rate: Annotated[Any, optional(scalar("1/s"))] = None
    speed: Annotated[Any, optional(scalar("m/s", above=0))] = None
    target: Annotated[Any, optional(scalar("m", above=0))] = None
    tension: Annotated[Any, scalar("N")] = 0.0
    tension_by_length: Annotated[Any, scalar("N/m")] = 0.0
    tension_by_square: Annotated[Any, scalar("N/m^2")] = 0.0
    tension_by_rate: Annotated[Any, scalar("N*s/m")] = 0.0
    powered: StrictBool = True

    def __post_init__(self) -> None:
        others = LAW if self.elastic else ELASTIC
        for name in others:
            if getattr(self, name):
                what = f"'{name}' goes with a line that " + (
                    "runs under a tension law" if self.elastic else "has a natural length"
                )
                hint = "leave it out, or leave out 'length'" if self.elastic else "give 'length'"
                raise Invalid(what, hint, (name,))
        if self.elastic and self.stiffness is None:
            what = "an elastic tether has no stiffness"
            raise Invalid(what, "give 'stiffness'; one that does not stretch is a Distance")
        if not self.elastic and not any(getattr(self, name) for name in LAW):
            what = "neither a natural length nor a tension is given"
            raise Invalid(what, "give 'length' and 'stiffness', or a tension law", ("length",))
        self._check_reel()

    def _check_reel(self) -> None:
        if self.rate == 0.0:
            raise Invalid("a rate of zero moves nothing", "leave it out", ("rate",))
        if self.target is None:
            return
        if self.rate is None:
            what = "a reel that comes to a target slows down before it"
            raise Invalid(what, "give 'rate', by which it does", ("target",))
        if (self.target - self.length) * self.rate < 0.0:
            way = "outward" if self.rate > 0.0 else "inward"
            what = f"a target of {self.target:g} m is not {way} of {self.length:g} m"
            raise Invalid(what, "give a rate of the other sign", ("rate",))

    @property
    def elastic(self) -> bool:
        """Whether it has a natural length."""
        return self.length is not None

    @property
    def reel(self) -> tuple[float, ...]:
        """Size of the rate, greatest speed, target, and direction; infinite where not given."""
        if self.rate is None and self.speed is None:
            return 0.0, 0.0, math.inf, 1.0
        rate = math.inf if self.rate is None else abs(self.rate)
        speed, target = (math.inf if x is None else x for x in (self.speed, self.target))
        return rate, speed, target, math.copysign(1.0, self.rate or 1.0)

    @property
    def law(self) -> tuple[float, ...]:
        """Constants of its tension law."""
        return tuple(float(getattr(self, name)) for name in LAW)

    @property
    def command(self) -> str:
        """The name of its command."""
        return "length_rate" if self.elastic else "added_tension"

    @property
    def paired(self) -> bool:
        return True

    @property
    def states(self) -> dict[str, Port]:
        return {"length": Port(float(self.length), "m")} if self.elastic else {}

    @property
    def inputs(self) -> dict[str, Port]:
        return {self.command: Port(0.0, "m/s" if self.elastic else "N")}

    @property
    def outputs(self) -> dict[str, str]:
        both = {"tension": "N", "distance": "m"}
        return both | ({"stretch": "m"} if self.elastic else {})

    def switched_off(self) -> Tether:
        return replace(self, powered=False)

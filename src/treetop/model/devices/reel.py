"""Reels: lines that are wound on a drum with inertia, motor and brake."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Any, ClassVar

from treetop.model.devices.deployer import Deployer
from treetop.model.part import Port
from treetop.model.quantity import Invalid, scalar
from treetop.model.specification import spec

__all__ = ["Reel"]

RUNNING = ("torque", "friction")  # of reels whose length is not given


@spec
class Reel(Deployer):
    """A `Deployer` whose line is wound on a reel of ``radius``, m, with ``inertia``, kg m².

    The reel turns with the line, and what is wound on it moves along: nothing is jerked into motion
    as it leaves. Without ``length`` the reel turns as tension and torques make it: the command
    ``torque``, N m, of its motor, positive where it pays out; the command ``friction``, N m, which
    opposes its turning, and holds it but for a creep well below ``creep``, rad/s, of speed; and the
    brake of a `Deployer`, a tension that is held whichever way it turns. With ``length``, what the
    motor has to do for it is an output.

    The momentum of the reel about its axis is balanced, as by a second drum that turns against it:
    it does not turn the body. Its kinetic energy does not count among that of the bodies, and what
    it gives to the line counts as work.
    """

    kind: ClassVar[str] = "reel"

    radius: Annotated[Any, scalar("m", above=0)] = field(kw_only=True)
    inertia: Annotated[Any, scalar("kg*m^2", at_least=0)] = 0.0
    torque: Annotated[Any, scalar("N*m")] = 0.0
    friction: Annotated[Any, scalar("N*m", at_least=0)] = 0.0
    creep: Annotated[Any, scalar("rad/s", above=0)] = 0.01

    def __post_init__(self) -> None:
        super().__post_init__()
        for given in RUNNING:
            if self.length is not None and getattr(self, given):
                what = f"'{given}' goes with a reel that turns by itself"
                raise Invalid(what, "leave it out, or leave out 'length'", (given,))

    @property
    def inputs(self) -> dict[str, Port]:
        if self.length is not None:
            return {}
        torque, friction = Port(float(self.torque), "N*m"), Port(float(self.friction), "N*m")
        return super().inputs | {"torque": torque, "friction": friction}

    @property
    def outputs(self) -> dict[str, str]:
        drum = {"speed": "rad/s", "motor_torque": "N*m"}
        known = super().outputs
        return {name: known[name] for name in known if name not in self.flow} | drum | self.flow

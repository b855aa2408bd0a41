"""What every device declares."""

from __future__ import annotations

from typing import ClassVar

from treetop.model.body import Reference
from treetop.model.forces.base import Force
from treetop.model.part import Port
from treetop.model.specification import spec


class Device(Force):
    """What every device declares.

    Attributes
    ----------
    inputs : dict of Port
        The commands that it takes, by name; they are held until another is given.
    outputs : dict of str
        What it reports of itself, with units.
    lit : bool
        Whether light of the environment warms it.
    in_field : bool
        Whether it needs the magnetic field of the environment.
    """

    ends: ClassVar[tuple[str, ...]] = ("at",)
    acts_on: ClassVar[str] = "at"
    in_field: ClassVar[bool] = False

    @property
    def inputs(self) -> dict[str, Port]:
        return {}

    @property
    def outputs(self) -> dict[str, str]:
        return {}

    @property
    def lit(self) -> bool:
        return False

    def released(self) -> Device:
        """What is left of it while a joint that it drives is released."""
        return self

    def switched_off(self) -> Device:
        """What is left of it while it is off: it takes no commands."""
        raise NotImplementedError


@spec
class UncommandedDevice(Device):
    """A device at a frame that takes no commands, on or off."""

    at: Reference

    def switched_off(self) -> Device:
        return self

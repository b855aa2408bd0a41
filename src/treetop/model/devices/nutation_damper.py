"""Dampers of nutation."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from treetop.model.body import Reference
from treetop.model.devices.base import Device
from treetop.model.forces.base import Momenta
from treetop.model.forces.kinds import JointSpring
from treetop.model.joints import Axis
from treetop.model.quantity import scalar
from treetop.model.specification import spec

__all__ = ["NutationDamper"]


@spec
class NutationDamper(Device):
    """A ``mass`` on a spring and a damper that slides along ``axis`` through the frame ``at``.

    It is a body and a joint of the device's name; the body that carries it is described without
    it.
    """

    kind: ClassVar[str] = "nutation-damper"

    at: Reference
    axis: Axis
    mass: Annotated[Any, scalar("kg", above=0)]
    stiffness: Annotated[Any, scalar("N/m", at_least=0)] = 0.0
    damping: Annotated[Any, scalar("N*s/m", at_least=0)] = 0.0

    @property
    def leaves_alone(self) -> Momenta:
        return Momenta(linear=True, angular=True)

    def along(self, joint: str) -> JointSpring:
        """What acts along its joint."""
        return JointSpring(joint, stiffness=float(self.stiffness), damping=float(self.damping))

    def switched_off(self) -> NutationDamper:
        return self

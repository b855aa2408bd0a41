"""Nutation dampers."""

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
    """A ``mass`` that slides along ``axis`` through the frame ``at``, in the axes of that frame, on
    a spring of ``stiffness`` and a damper of ``damping``.

    The mass is a body of its own on a prismatic joint, both with the name of the device, so that
    ``slide`` of that joint is its way from the frame, where it rests. It does not belong to the
    body that carries it.
    """

    kind: ClassVar[str] = "nutation-damper"

    at: Reference
    axis: Axis
    mass: Annotated[Any, scalar("kg", above=0)]
    stiffness: Annotated[Any, scalar("N/m", at_least=0)]
    damping: Annotated[Any, scalar("N*s/m", at_least=0)]

    @property
    def leaves_alone(self) -> Momenta:
        return Momenta(linear=True, angular=True)

    def spring(self, joint: str) -> JointSpring:
        """Its spring and damper, given the name of the joint."""
        return JointSpring(joint, self.stiffness, damping=self.damping)

    def switched_off(self) -> NutationDamper:
        return self

"""Momentum that a body carries."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from treetop.model.devices.base import UncommandedDevice
from treetop.model.forces.base import Momenta
from treetop.model.quantity import vector
from treetop.model.specification import spec

__all__ = ["StoredMomentum"]


@spec
class StoredMomentum(UncommandedDevice):
    """A ``momentum`` that is constant in the axes of the frame ``at``, such as that of a rotor at
    constant speed. Its body feels -ω × momentum; its angular momentum is that of the system's.
    """

    kind: ClassVar[str] = "stored-momentum"

    momentum: Annotated[Any, vector("N*m*s")]

    @property
    def leaves_alone(self) -> Momenta:
        return Momenta(linear=True, angular=True)

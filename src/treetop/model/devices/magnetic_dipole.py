"""A body that is magnetic."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from treetop.model.devices.base import UncommandedDevice
from treetop.model.forces.base import Momenta
from treetop.model.quantity import vector
from treetop.model.specification import spec

__all__ = ["MagneticDipole"]


@spec
class MagneticDipole(UncommandedDevice):
    """A constant magnetic dipole, such as the residual one of a spacecraft, in the magnetic field
    of the environment.

    ``moment`` is in the axes of the frame ``at``. The torque is moment × field, and where the field
    varies the force is its gradient along the moment.
    """

    kind: ClassVar[str] = "magnetic-dipole"
    in_field: ClassVar[bool] = True

    moment: Annotated[Any, vector("A*m^2")]

    @property
    def leaves_alone(self) -> Momenta:
        return Momenta(linear=False, angular=False)

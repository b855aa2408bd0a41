"""Coils that turn a body in a magnetic field."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator, StrictBool

from treetop.model.body import Reference
from treetop.model.devices.base import Device
from treetop.model.forces.base import Momenta
from treetop.model.magnetic_field import MagneticField
from treetop.model.part import Port
from treetop.model.quantity import optional, scalar
from treetop.model.rotation import direction
from treetop.model.specification import spec

__all__ = ["Magnetorquer"]


@spec
class Magnetorquer(Device):
    """A coil about ``axis``, in the axes of the frame ``at``, in the magnetic ``field`` around it,
    which is uniform, in inertial axes; left out, it is that of the environment.

    Its command ``dipole`` is the magnetic dipole that it makes, up to the limit ``dipole``, none by
    default. The torque is dipole × field.
    """

    kind: ClassVar[str] = "magnetorquer"

    at: Reference
    axis: Annotated[Any, PlainValidator(direction)]
    field: MagneticField = None
    dipole: Annotated[Any, optional(scalar("A*m^2", above=0))] = None
    powered: StrictBool = True

    @property
    def inputs(self) -> dict[str, Port]:
        return {"dipole": Port(0.0, "A*m^2")}

    @property
    def outputs(self) -> dict[str, str]:
        return {"dipole_made": "A*m^2"}

    @property
    def in_field(self) -> bool:  # type: ignore[override]
        return self.field is None

    @property
    def leaves_alone(self) -> Momenta:
        return Momenta(linear=True, angular=False)

    def switched_off(self) -> Magnetorquer:
        return replace(self, powered=False)

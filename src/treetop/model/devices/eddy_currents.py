"""Currents that rotation drives in a conducting body."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator

from treetop.model.body import Reference
from treetop.model.devices.base import Device
from treetop.model.forces.base import Momenta
from treetop.model.quantity import Invalid, elements, number, numbers
from treetop.model.specification import spec

__all__ = ["EddyCurrents"]

_UNIT = "S*m^4"
_FORMS = "give one number, three along the axes, or [xx, yy, zz, xy, xz, yz]"


def magnetic_tensor(value: Any) -> tuple[float, ...]:
    """Six numbers xx, yy, zz, xy, xz, yz of a symmetric matrix that is not negative."""
    several = isinstance(value, (list, tuple)) or getattr(value, "ndim", False)
    if not several:
        return _checked((number(value, _UNIT),) * 3 + (0.0,) * 3)
    items = elements(value)
    if len(items) not in (3, 6):
        raise Invalid(f"{len(items)} numbers are no magnetic tensor", _FORMS)
    return _checked(numbers(items, len(items), _UNIT) + (0.0,) * (6 - len(items)))


def _checked(tensor: tuple[float, ...]) -> tuple[float, ...]:
    xx, yy, zz, xy, xz, yz = tensor
    pairs = ((xx, yy, xy), (xx, zz, xz), (yy, zz, yz))
    whole = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz)
    rounding = 1e-9 * max(xx, yy, zz, 0.0)
    if min(xx, yy, zz) < 0.0 or any(c * c > a * b + rounding**2 for a, b, c in pairs):
        raise Invalid("a body with this magnetic tensor would gain energy", _FORMS)
    if whole < -(rounding**3):
        raise Invalid("a body with this magnetic tensor would gain energy", _FORMS)
    return tensor


@spec
class EddyCurrents(Device):
    """Eddy currents in a body that turns in the magnetic field B of the environment with the
    angular velocity w: they brake it by the torque (``tensor`` (w × B)) × B.

    The magnetic tensor is in the axes of the frame ``at``: one number, three, or xx, yy, zz, xy,
    xz, yz. That of a thin sphere of radius r, wall e and conductivity σ is 2/3 π σ r⁴ e.
    """

    kind: ClassVar[str] = "eddy-currents"
    in_field: ClassVar[bool] = True

    at: Reference
    tensor: Annotated[Any, PlainValidator(magnetic_tensor)]

    @property
    def leaves_alone(self) -> Momenta:
        return Momenta(linear=True, angular=False)

    def switched_off(self) -> EddyCurrents:
        return self

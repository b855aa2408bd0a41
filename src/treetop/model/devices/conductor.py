"""A conductor in a magnetic field."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator

from treetop.model.body import Reference, reference
from treetop.model.devices.base import Device
from treetop.model.forces.base import Momenta
from treetop.model.quantity import Invalid, each, optional, scalar
from treetop.model.specification import spec

__all__ = ["Conductor"]


def _frames(value: Any) -> str | tuple[str, ...]:
    """One frame, or several in turn."""
    if isinstance(value, (list, tuple)):
        return tuple(each(list(value), reference))
    return reference(value)


@spec
class Conductor(Device):
    """A conductor from the frame ``at`` to the frame ``to``, such as an electrodynamic tether, in
    the magnetic field B of the environment.

    It is straight, or leads straight from each of several frames ``to`` to the next. Without ``to``
    it lies along the beam or cable ``at``, from its root to its tip.

    Its ``current`` is given, or is driven through the ``resistance`` of the circuit, which the
    plasma closes, by the motion v relative to the field: ((v × B) · L + ``voltage``) / resistance,
    L from ``at`` to ``to``, summed over its pieces. The force, current L × B, acts half at each end
    of a piece.
    """

    kind: ClassVar[str] = "conductor"
    in_field: ClassVar[bool] = True
    ends: ClassVar[tuple[str, ...]] = ("at", "to")

    at: Reference
    to: Annotated[Any, optional(PlainValidator(_frames))] = None
    resistance: Annotated[Any, optional(scalar("ohm", above=0))] = None
    voltage: Annotated[Any, scalar("V")] = 0.0
    current: Annotated[Any, optional(scalar("A"))] = None

    def __post_init__(self) -> None:
        if (self.resistance is None) == (self.current is None):
            what = "the current of a conductor is given, or follows from a resistance"
            raise Invalid(what, "give 'current' or 'resistance'")
        if self.current is not None and self.voltage != 0.0:
            what = "a voltage changes no current that is given"
            raise Invalid(what, "give 'resistance' in place of 'current'", ("voltage",))

    @property
    def outputs(self) -> dict[str, str]:
        return {"current": "A", "electromotive_force": "V"}

    @property
    def leaves_alone(self) -> Momenta:
        return Momenta(linear=False, angular=False)

    def switched_off(self) -> Conductor:
        return self

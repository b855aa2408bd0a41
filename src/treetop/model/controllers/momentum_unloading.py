"""Unloading of momentum that wheels have stored."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from treetop.model.block import Delay, Labels, Period, Reading, vector_ports
from treetop.model.controllers.base import ControllerKind, Geometry
from treetop.model.controllers.fields import OptionalFrame, OptionalLabel
from treetop.model.part import Port
from treetop.model.quantity import Invalid, optional, scalar, vector
from treetop.model.specification import spec

__all__ = ["MomentumUnloading"]


@spec
class MomentumUnloading(ControllerKind):
    """The ``torque`` -``gain`` (h - ``target``) that takes stored momentum h out of a body.

    h is the momentum of the ``wheels``. It acts from the time h departs from the target by ``on``
    until it does so by ``off``. The torque is shared among the devices ``to``, such as thrusters;
    with a magnetic ``field``, a magnetometer, ``to`` are three commands of dipoles instead.
    """

    kind: ClassVar[str] = "momentum-unloading"

    wheels: Labels
    every: Period
    gain: Annotated[Any, scalar("1/s", above=0)]
    on: Annotated[Any, scalar("N*m*s", at_least=0)] = 0.0
    off: Annotated[Any, optional(scalar("N*m*s", at_least=0))] = None
    target: Annotated[Any, vector("N*m*s")] = (0.0, 0.0, 0.0)
    field: OptionalLabel = None
    axes: OptionalFrame = None
    to: Labels = ()
    offset: Delay = 0.0
    delay: Delay = 0.0

    def __post_init__(self) -> None:
        if not self.wheels:
            raise Invalid("it has no wheels to unload", "name them")
        if self.field is not None and len(self.to) != 3:
            raise Invalid(f"a dipole has three parts, not {len(self.to)}", "name one for each axis")

    @property
    def reads(self) -> tuple[Reading, ...]:
        wheels = tuple(Reading(f"{name}.momentum", "wheels") for name in self.wheels)
        field = (Reading(self.field, "field", 3, "T", ("field",)),) if self.field else ()
        return wheels + field

    @property
    def outputs(self) -> dict[str, Port]:
        return vector_ports("torque", "N*m")

    @property
    def memory(self) -> tuple[float, ...]:  # type: ignore[override]
        return (0.0,)

    def parameters_in(self, geometry: Geometry) -> tuple[float, ...]:
        axes = self.axes or self.wheels[0]
        off = self.on if self.off is None else self.off
        scalars = float(len(self.wheels)), self.gain, self.on, off, float(self.field is not None)
        shares = [] if self.field else geometry.shares(self.to, axes, self.every)
        return (*scalars, *self.target, *geometry.wheel_axes(self.wheels, axes), *shares)

"""What quaternion and MRP feedback have in common."""

from __future__ import annotations

from treetop.model.block import (
    Delay,
    Label,
    Labels,
    OptionalPeriod,
    Reading,
    attitude_read,
    rate_read,
    vector_ports,
)
from treetop.model.controllers.base import ControllerKind, Geometry, target_read
from treetop.model.controllers.fields import (
    AttitudeOrLabel,
    Dampings,
    Inertia,
    OptionalFrame,
    OptionalLabel,
    RateOrLabel,
    Stiffnesses,
    TorqueLimit,
    highest,
)
from treetop.model.part import Port
from treetop.model.specification import spec


@spec
class AttitudeFeedback(ControllerKind):
    """Turns a body to an attitude by the torque of devices; `torque` is what it asks for."""

    attitude: Label
    rate: Label
    every: OptionalPeriod
    stiffness: Stiffnesses
    damping: Dampings
    target: AttitudeOrLabel = (1.0, 0.0, 0.0, 0.0)
    target_rate: RateOrLabel = (0.0, 0.0, 0.0)
    inertia: Inertia = None
    limit: TorqueLimit = None
    axes: OptionalFrame = None
    to: Labels = ()
    offset: Delay = 0.0
    delay: Delay = 0.0
    valid: OptionalLabel = None

    def __post_init__(self) -> None:
        self.require_sampled("offset", "delay")

    @property
    def reads(self) -> tuple[Reading, ...]:
        moving = target_read(self.target, "target", 4, "1", "attitude")
        rates = "rate", "angular_velocity"
        moving += target_read(self.target_rate, "target_rate", 3, "rad/s", *rates)
        moving += target_read(self.valid, "valid", 1, "1", "valid", "visible")
        return (attitude_read(self.attitude), rate_read(self.rate), *moving)

    @property
    def outputs(self) -> dict[str, Port]:
        return vector_ports("torque", "N*m") if self.every else {}

    def parameters_in(self, geometry: Geometry) -> tuple[float, ...]:
        read = self.target, self.target_rate, self.valid
        moving = [isinstance(each, str) for each in read]
        target = (1.0, 0.0, 0.0, 0.0) if moving[0] else self.target
        rate = (0.0, 0.0, 0.0) if moving[1] else self.target_rate
        gains = *self.stiffness, *self.damping, highest(self.limit), *map(float, moving)
        shares = geometry.shares(self.to, self.axes or self.rate, self.every)
        return (*gains, *target, *rate, *(self.inertia or (0.0,) * 9), *shares)

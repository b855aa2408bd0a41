"""The kinds of devices, by their words in files."""

from __future__ import annotations

from treetop.model.devices.base import Device
from treetop.model.devices.nutation_damper import NutationDamper
from treetop.model.devices.slosh import Slosh
from treetop.model.devices.tank import Tank
from treetop.model.devices.tank_shapes import (
    CylindricalTank,
    FuelTable,
    SphericalTank,
    UniformFuel,
)
from treetop.model.devices.thruster import Thruster
from treetop.model.devices.wheel import Wheel

__all__ = [
    "CylindricalTank", "FuelTable", "NutationDamper", "Slosh", "SphericalTank", "Tank", "Thruster",
    "UniformFuel", "Wheel",
]  # fmt: skip

_DEVICES: tuple[type[Device], ...] = (Wheel, Thruster, Tank, Slosh, NutationDamper)
DEVICES: dict[str, type[Device]] = {device.kind: device for device in _DEVICES}

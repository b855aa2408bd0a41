"""The kinds of devices, by their words in files."""

from __future__ import annotations

from treetop.model.devices.base import Device
from treetop.model.devices.thruster import Thruster
from treetop.model.devices.wheel import Wheel

__all__ = ["Thruster", "Wheel"]

_DEVICES: tuple[type[Device], ...] = (Wheel, Thruster)
DEVICES: dict[str, type[Device]] = {device.kind: device for device in _DEVICES}

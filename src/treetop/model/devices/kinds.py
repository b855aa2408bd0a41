"""The kinds of devices, by their words in files."""

from __future__ import annotations

from treetop.model.devices.actuator import Actuator
from treetop.model.devices.base import Device
from treetop.model.devices.conductor import Conductor
from treetop.model.devices.control_moment_gyro import ControlMomentGyro
from treetop.model.devices.deployer import Deployer
from treetop.model.devices.eddy_currents import EddyCurrents
from treetop.model.devices.heating import LaggedHeating, PanelHeating, TubeHeating
from treetop.model.devices.magnetic_dipole import MagneticDipole
from treetop.model.devices.magnetorquer import Magnetorquer
from treetop.model.devices.motor import Motor
from treetop.model.devices.nutation_damper import NutationDamper
from treetop.model.devices.reel import Reel
from treetop.model.devices.slosh import Slosh
from treetop.model.devices.stored_momentum import StoredMomentum
from treetop.model.devices.tank import Tank
from treetop.model.devices.tank_shapes import (
    CylindricalTank,
    FuelAlongBeam,
    FuelTable,
    SphericalTank,
    UniformFuel,
)
from treetop.model.devices.tether import Tether
from treetop.model.devices.thermal_deformation import ThermalDeformation
from treetop.model.devices.thermal_node import ThermalNode
from treetop.model.devices.thruster import Thruster
from treetop.model.devices.wheel import Wheel

__all__ = [
    "Actuator", "Conductor", "ControlMomentGyro", "CylindricalTank", "Deployer", "EddyCurrents",
    "FuelAlongBeam", "FuelTable", "LaggedHeating", "MagneticDipole", "Magnetorquer", "Motor",
    "NutationDamper", "PanelHeating", "Reel", "Slosh", "SphericalTank", "StoredMomentum", "Tank",
    "Tether",
    "ThermalDeformation", "ThermalNode", "Thruster", "TubeHeating", "UniformFuel", "Wheel",
]  # fmt: skip

_DEVICES: tuple[type[Device], ...] = (
    Wheel, Thruster, Tank, Slosh, StoredMomentum, Motor, Magnetorquer, ControlMomentGyro,
    NutationDamper, Actuator, MagneticDipole, EddyCurrents, Conductor, ThermalNode,
    ThermalDeformation, Deployer, Reel, Tether,
)  # fmt: skip
DEVICES: dict[str, type[Device]] = {device.kind: device for device in _DEVICES}

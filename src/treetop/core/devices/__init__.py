"""Devices: one file per kind, and one table for each.

A device has states, which it changes, and commands, which others write: both stand among the
internal states of the state vector.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.devices import (
    actuator,
    deployer,
    imbalance,
    magnetorquer,
    motor,
    stored_momentum,
    tank,
    tether,
    thermal_deformation,
    thermal_node,
    thruster,
    wheel,
)


class DeviceTables(NamedTuple):
    """One table for each kind."""

    wheels: wheel.Wheels
    imbalances: imbalance.Imbalances
    thrusters: thruster.Thrusters
    tanks: tank.Tanks
    stored: stored_momentum.StoredMomenta
    coils: magnetorquer.Magnetorquers
    motors: motor.Motors  # along speeds of the tree's joints
    closing_motors: motor.Motors  # along those of joints that close loops
    actuators: actuator.Actuators
    thermal_nodes: thermal_node.ThermalNodes
    thermal_deformations: thermal_deformation.ThermalDeformations
    deployers: deployer.Deployers
    tethers: tether.Tethers

    @property
    def propulsion(self) -> int:
        """How many tanks, parts that slosh, and thrusters there are."""
        return len(self.tanks.frame) + len(self.tanks.slosh.tank) + len(self.thrusters.frame)

    @property
    def lines(self) -> int:
        """How many tethers and lines that are paid out there are."""
        return len(self.deployers.mouth) + len(self.tethers.frames)

    @property
    def others(self) -> int:
        """How many there are that are neither wheels, nor propulsion, nor lines, nor users'."""
        at_frames = self.stored, self.coils, self.thermal_nodes, self.thermal_deformations
        at_joints = self.motors, self.closing_motors
        return sum(len(x.frame) for x in at_frames) + sum(len(x.speed) for x in at_joints)


class DeviceRows(NamedTuple):
    """Which force of the model each row of these tables is; of motors, which generalised force."""

    wheels: np.ndarray  # (k,)
    thrusters: np.ndarray  # (k,)
    stored: np.ndarray  # (k,)
    coils: np.ndarray  # (k,)
    motors: np.ndarray  # (k,)
    closing_motors: np.ndarray  # (k,)
    actuators: np.ndarray  # (k,)
    thermal_deformations: np.ndarray  # (k,)
    tethers: np.ndarray  # (k,)


NO_DEVICE_ROWS = DeviceRows(*np.zeros((9, 0), dtype=np.int64))
NO_DEVICES = DeviceTables(
    wheel.NO_WHEELS,
    imbalance.NO_IMBALANCES,
    thruster.NO_THRUSTERS,
    tank.NO_TANKS,
    stored_momentum.NO_STORED_MOMENTA,
    magnetorquer.NO_MAGNETORQUERS,
    motor.NO_MOTORS,
    motor.NO_MOTORS,
    actuator.NO_ACTUATORS,
    thermal_node.NO_THERMAL_NODES,
    thermal_deformation.NO_THERMAL_DEFORMATIONS,
    deployer.NO_DEPLOYERS,
    tether.NO_TETHERS,
)

"""Devices: what each kind exerts and keeps in the state, and the one place that tells them apart.

A device has states, which it changes, and commands, which others write: both stand among the
internal states of the state vector.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import inlined, kernel
from treetop.core.devices import (
    actuator,
    deployer,
    imbalance,
    magnetorquer,
    motor,
    slosh,
    stored_momentum,
    tank,
    tether,
    thermal_deformation,
    thermal_node,
    thruster,
    wheel,
)
from treetop.core.devices.fuel_flow import Balance
from treetop.core.devices.wheel import torque_on_body
from treetop.core.forces.exerted import put, write_one
from treetop.core.kinematics.frames import station
from treetop.core.spatial import dot, zero3
from treetop.core.spatial.table_access import vec


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
    def acting(self) -> int:
        """How many there are that act."""
        warmed = self.thermal_nodes, self.thermal_deformations
        at_frames = self.wheels, self.thrusters, self.stored, self.coils, *warmed
        at_joints = self.motors, self.closing_motors
        placed = sum(len(x.frame) for x in at_frames) + sum(len(x.speed) for x in at_joints)
        lines = len(self.deployers.mouth) + len(self.tethers.frames)
        return placed + len(self.actuators.frames) + lines


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


@inlined
def apply_wheels(devices, tables, work, origin, commands, state_rates):
    """Let wheels act on the bodies, and write the rates of their states; return what that does to
    energy and momentum.

    `commands` are the internal states, commands among them as they are now.
    """
    frames, wheels = tables.frames, devices.wheels
    balance = wheel.apply(wheels, tables.gravity, frames, work, origin, commands, state_rates)
    return balance + imbalance.apply(
        devices.imbalances, wheels, frames, work, origin, commands, state_rates
    )


@inlined
def apply(devices, tables, work, origin, q, u, commands, state_rates):
    """Let all other devices act likewise; return what that does to energy, momentum and mass."""
    frames, tanks = tables.frames, devices.tanks
    power = slosh.apply(tanks.slosh, tanks.state, commands, q, u, work.tau)
    stored_momentum.apply(devices.stored, frames, work, origin)
    power += magnetorquer.apply(devices.coils, frames, work, origin, commands)
    power += motor.apply(devices.motors, u, commands, work.tau)
    power += motor.apply(devices.closing_motors, work.loops.u, commands, work.loops.tau)
    thermal_node.apply(devices.thermal_nodes, frames, work, origin, commands, state_rates)
    power += thermal_deformation.apply(
        devices.thermal_deformations, frames, work, origin, q, u, commands, state_rates
    )
    pull = tether.apply(devices.tethers, frames, work, origin, commands, state_rates)
    total = Balance(power + pull.power, pull.force, 0.0, 0.0) + deployer.apply(
        devices.deployers, frames, tables.gravity, work, origin, q, u, commands
    )
    return total + thruster.apply(
        devices.thrusters, tanks, frames, tables.gravity, work, origin, commands, state_rates
    )


@inlined
def fill(devices, frames, y, states, bodies):
    """Write the mass properties of bodies with fuel, of lines that are paid out, and of what stores
    them."""
    tank.fill(devices.tanks, frames, states, bodies)
    deployer.fill(devices.deployers, frames, y, states, bodies)


@inlined
def momenta(devices, frames, work, origin, states, energies):
    """Add the energy that devices have of their own to that of their bodies; return the sum, and
    their angular momentum."""
    wheels, energy, spin = devices.wheels, 0.0, zero3()
    for k in range(wheels.frame.size):
        stored, i = wheel.energy_of(wheels, states, k), frames.body[wheels.frame[k]]
        energy, energies[i - 1] = energy + stored, energies[i - 1] + stored
        spin = spin + wheel.spin_of(wheels, frames, work, states, k)
    for k in range(devices.stored.frame.size):
        _, h, _ = stored_momentum.carried(devices.stored, frames, work, origin, k)
        spin = spin + h
    return energy, spin


@inlined
def outputs(devices, frames, work, origin, q, u, states, row):
    """Write what devices tell of themselves."""
    wheel.outputs(devices.wheels, frames, work, states, row)
    thruster.outputs(devices.thrusters, devices.tanks, states, row)
    tank.outputs(devices.tanks, states, row)
    magnetorquer.outputs(devices.coils, states, row)
    motor.outputs(devices.motors, u, states, row)
    motor.outputs(devices.closing_motors, work.loops.u, states, row)
    thermal_node.outputs(devices.thermal_nodes, frames, work, origin, states, row)
    deployer.outputs(devices.deployers, work, q, u, states, row)
    tether.outputs(devices.tethers, frames, work, origin, states, row)


@inlined
def exerted(devices, rows, frames, work, origin, u, states, out, s):
    """Write what devices exert on their bodies."""
    for k in range(rows.wheels.size):
        turning, f = wheel.turning(devices.wheels, frames, work, states, k), rows.wheels[k]
        at, torque = station(frames, work, origin, devices.wheels.frame[k]), torque_on_body(turning)
        write_one(out, s, f, origin, at, zero3(), torque)
        out.power[s, f] = turning.torque * turning.speed
    imbalances_seen(devices, rows, frames, work, origin, states, out, s)
    for k in range(rows.thrusters.size):
        thrusters, tanks = devices.thrusters, devices.tanks
        at, jet = thruster.jet_of(thrusters, tanks, frames, work, origin, states, k)
        write_one(out, s, rows.thrusters[k], origin, at, jet.thrust, zero3())
    for k in range(rows.stored.size):
        at, _, torque = stored_momentum.carried(devices.stored, frames, work, origin, k)
        write_one(out, s, rows.stored[k], origin, at, zero3(), torque)
    for k in range(rows.coils.size):
        at, torque = magnetorquer.exerted(devices.coils, frames, work, origin, states, k)
        write_one(out, s, rows.coils[k], origin, at, zero3(), torque)
    for k in range(rows.thermal_deformations.size):
        power = thermal_deformation.power_of(devices.thermal_deformations, u, states, k)
        out.power[s, rows.thermal_deformations[k]] = power
    tether.seen(devices.tethers, rows.tethers, frames, work, origin, states, out, s)
    motors_seen(devices.motors, rows.motors, u, states, out.generalised_forces[s])
    motors_seen(
        devices.closing_motors, rows.closing_motors, work.loops.u, states, out.generalised_forces[s]
    )


@inlined
def imbalances_seen(devices, rows, frames, work, origin, states, out, s):
    """Add what wheels out of balance exert."""
    imbalances, wheels = devices.imbalances, devices.wheels
    for k in range(imbalances.wheel.size):
        at, _, F, T = imbalance.exerted(imbalances, wheels, frames, work, origin, states, k)
        f, V = rows.wheels[imbalances.wheel[k]], at.V
        put(out.applied_force[s, f], vec(out.applied_force[s], f) + F)
        put(out.applied_torque[s, f], vec(out.applied_torque[s], f) + T)
        out.power[s, f] += dot(F, origin.v + V.lin) + dot(T, V.ang)


@kernel
def motors_seen(motors, rows, u, states, row):
    """Write the generalised forces of motors."""
    for k in range(rows.size):
        row[rows[k]] = motor.effort_of(motors, u, states, k)

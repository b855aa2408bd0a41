"""Devices: what each kind exerts and keeps in the state, and the one place that tells them apart.

A device has states, which it changes, and commands, which others write: both stand among the
internal states of the state vector.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import inlined
from treetop.core.devices import slosh, tank, thruster, wheel
from treetop.core.devices.fuel_flow import Balance
from treetop.core.forces.exerted import write_one
from treetop.core.spatial import zero3


class DeviceTables(NamedTuple):
    """One table for each kind."""

    wheels: wheel.Wheels
    thrusters: thruster.Thrusters
    tanks: tank.Tanks


class DeviceRows(NamedTuple):
    """Which force of the model each row of these tables is."""

    wheels: np.ndarray  # (k,)
    thrusters: np.ndarray  # (k,)


NO_DEVICE_ROWS = DeviceRows(*np.zeros((2, 0), dtype=np.int64))
NO_DEVICES = DeviceTables(wheel.NO_WHEELS, thruster.NO_THRUSTERS, tank.NO_TANKS)


@inlined
def apply(devices, tables, work, origin, q, u, commands, state_rates):
    """Act on the bodies, and write the rates of states; return what that does to energy, momentum
    and mass.

    `commands` are the internal states, commands among them as they are now.
    """
    frames, tanks = tables.frames, devices.tanks
    wheel.take_along(devices.wheels, frames, work, origin, commands)
    wheels = wheel.apply(devices.wheels, frames, work, origin, commands, state_rates)
    power = wheels.power + slosh.apply(tanks.slosh, tanks.state, commands, q, u, work.tau)
    return Balance(power, wheels.force, 0.0, 0.0) + thruster.apply(
        devices.thrusters, tanks, frames, tables.gravity, work, origin, commands, state_rates
    )


@inlined
def fill(devices, frames, states, bodies):
    """Write the mass properties of bodies with fuel."""
    tank.fill(devices.tanks, frames, states, bodies)


@inlined
def momenta(devices, frames, work, origin, states, energies):
    """Add the energy that devices have of their own to that of their bodies; return the sum, and
    their angular momentum."""
    wheels, energy, spin = devices.wheels, 0.0, zero3()
    for k in range(wheels.frame.size):
        own, i = wheel.energy_of(wheels, states, k), frames.body[wheels.frame[k]]
        energy, energies[i - 1] = energy + own, energies[i - 1] + own
        spin = spin + wheel.spin_of(wheels, frames, work, origin, states, k)
    return energy, spin


@inlined
def outputs(devices, frames, work, origin, states, row):
    """Write what devices tell of themselves."""
    wheel.outputs(devices.wheels, frames, work, origin, states, row)
    thruster.outputs(devices.thrusters, devices.tanks, states, row)
    tank.outputs(devices.tanks, states, row)


@inlined
def exerted(devices, rows, frames, work, origin, states, out, s):
    """Write what devices exert on their bodies."""
    for k in range(rows.wheels.size):
        turning, f = wheel.turning(devices.wheels, frames, work, origin, states, k), rows.wheels[k]
        torque = wheel.torque_on_body(turning)
        write_one(out, s, f, origin, turning.at, zero3(), torque)
        out.power[s, f] = turning.torque * turning.speed
    for k in range(rows.thrusters.size):
        thrusters, tanks = devices.thrusters, devices.tanks
        at, jet = thruster.jet_of(thrusters, tanks, frames, work, origin, states, k)
        write_one(out, s, rows.thrusters[k], origin, at, jet.thrust, zero3())

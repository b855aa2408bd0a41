"""The tables of devices."""

from __future__ import annotations

import math

import numpy as np

from treetop.assembly.forces import named
from treetop.assembly.frames import FrameBook
from treetop.assembly.internal_states import device_outputs, internal_states
from treetop.core.devices import DeviceRows, DeviceTables
from treetop.core.devices.thruster import Thrusters
from treetop.core.devices.wheel import Wheels
from treetop.model.devices.kinds import Thruster, Wheel
from treetop.topology.mechanism import Mechanism


def device_tables(model: Mechanism, frames: FrameBook) -> DeviceTables:
    states = {label: k for k, label in enumerate(internal_states(model))}
    outputs = {label: k for k, label in enumerate(device_outputs(model))}
    wheels, thrusters = named(model, Wheel), named(model, Thruster)

    def command(name: str, device: Wheel | Thruster) -> int:
        return states[f"{name}.{next(iter(device.inputs))}"] if device.powered else -1

    return DeviceTables(
        Wheels(
            frame=_integers([frames.add(wheel.at) for _, wheel in wheels]),
            axis=np.array([wheel.axis for _, wheel in wheels], float).reshape(-1, 3),
            law=np.array([_law(wheel) for _, wheel in wheels], float).reshape(-1, 5),
            mode=_integers([wheel.mode for _, wheel in wheels]),
            state=_integers([states[f"{name}.momentum"] for name, _ in wheels]),
            command=_integers([command(*each) for each in wheels]),
            output=_integers([outputs[f"{name}.speed"] for name, _ in wheels]),
        ),
        Thrusters(
            frame=_integers([frames.add(each.at) for _, each in thrusters]),
            force=np.array(
                [each.thrust * np.array(each.direction) for _, each in thrusters], float
            ).reshape(-1, 3),
            command=_integers([command(*each) for each in thrusters]),
            output=_integers([outputs[f"{name}.thrust"] for name, _ in thrusters]),
        ),
    )


def device_rows(model: Mechanism, number: dict[str, int]) -> DeviceRows:
    """Which force each row is."""
    kinds = (Wheel, Thruster)
    return DeviceRows(*(_integers([number[name] for name, _ in named(model, k)]) for k in kinds))


def _law(wheel: Wheel) -> tuple[float, ...]:
    limit = math.inf if wheel.torque is None else wheel.torque
    fastest = math.inf if wheel.speed is None else wheel.speed
    return wheel.inertia, limit, wheel.coulomb, wheel.viscous, fastest


def _integers(values: list[int]) -> np.ndarray:
    return np.array(values, dtype=np.int64)

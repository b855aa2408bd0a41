"""The angular momentum and energy that wheels store in bodies, as results hold them."""

from __future__ import annotations

import numpy as np
import xarray as xr

from treetop.model.devices.stored_momentum import StoredMomentum
from treetop.model.devices.wheel import Wheel
from treetop.model.rotation import matrix
from treetop.results.columns import Columns
from treetop.results.distance import turned
from treetop.results.histories import outputs, places_of_outputs
from treetop.topology.mechanism import Mechanism


def wheels_of(model: Mechanism, data: xr.Dataset | Columns) -> dict[str, Wheel]:
    """The wheels whose momenta a result holds."""
    wheels = {n: force for n, force in model.forces.items() if isinstance(force, Wheel)}
    there = places_of_outputs(data)
    return {name: wheel for name, wheel in wheels.items() if f"{name}.momentum" in there}


def energy(model: Mechanism, data: xr.Dataset | Columns) -> np.ndarray:
    """The energy of the wheels that turn about their axles, J, along time."""
    stored = np.zeros(data.sizes["time"])
    for name, wheel in wheels_of(model, data).items():
        stored += _momentum(data, name) ** 2 / (2 * wheel.inertia)
    return stored


def inertia(model: Mechanism, data: xr.Dataset | Columns) -> float:
    """The inertia of all wheels about their axles, kg m²."""
    return float(sum(wheel.inertia for wheel in wheels_of(model, data).values()))


def spin(model: Mechanism, data: xr.Dataset | Columns) -> np.ndarray:
    """Angular momentum beyond that of the bodies, inertial axes, along time."""
    total = np.zeros((data.sizes["time"], 3))
    for name, wheel in wheels_of(model, data).items():
        along = _in_space(model, data, wheel.at, wheel.axis)
        total += _momentum(data, name)[:, None] * along
    for force in model.forces.values():
        if isinstance(force, StoredMomentum):
            total += _in_space(model, data, force.at, force.momentum)
    return total


def _momentum(data: xr.Dataset | Columns, wheel: str) -> np.ndarray:
    return outputs(data, [f"{wheel}.momentum"])[:, 0]


def _in_space(
    model: Mechanism, data: xr.Dataset | Columns, reference: str, vector: tuple[float, ...]
) -> np.ndarray:
    """A vector in the axes of a frame, in inertial axes, along time."""
    frame = model.frame(reference)
    in_body = np.array(matrix(frame.attitude)) @ np.array(vector, dtype=float)
    q = data.attitude.sel(body=frame.body).values
    return turned(q, np.broadcast_to(in_body, (len(q), 3)))

"""The air around a point: one entry for all kinds of atmosphere.

    x       the point, from the centre of the planet, inertial axes
    R       turns components in inertial axes into those in planet's axes
    spin    angular velocity of the planet, inertial axes
    sun     centre of the Sun, from the centre of the planet, inertial axes
    g       the point in planet's axes
    up      direction square to the ellipsoid at the point, planet's axes

The air turns with the planet, times a factor; winds are added, towards east, north and up.
"""

import math
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import inlined
from treetop.core.environment.air_grid import gridded, local_time
from treetop.core.environment.ellipsoid import height_and_up
from treetop.core.environment.exponential_air import exponential_density
from treetop.core.environment.harris_priester import bulge, harris_priester
from treetop.core.environment.profiles import piece_of, profile
from treetop.core.spatial import Vec3, cross, turn_back, zero3

EXPONENTIAL, HARRIS_PRIESTER, TABULATED, GRID = range(4)  # kinds of atmosphere


class Air(NamedTuple):
    """The air at a point."""

    density: float  # kg/m³
    temperature: float  # K
    molar_mass: float  # kg/mol
    velocity: Vec3  # m/s, inertial axes


class AirTables(NamedTuple):
    """An atmosphere.

    Its numbers are, by kind: density, height and scale height; exponent, cosine and sine of the
    lag; none; universal time at the start as an angle, and scale heights below and above the grid.
    """

    kind: np.ndarray  # (1,)
    figure: np.ndarray  # (2,)  equatorial radius and flattening of where heights begin
    numbers: np.ndarray  # (3,)  of its law
    gas: np.ndarray  # (2,)  temperature and molar mass, where the law has none
    heights: np.ndarray  # (n,)
    pieces: np.ndarray  # (n + 1, columns, 4)  logarithms of density, temperature, molar mass
    axes: np.ndarray  # (4, 2)  first node and step: time, height, latitude, local time
    grid: np.ndarray  # (times, heights, latitudes, local times, 3)
    turning: np.ndarray  # (1,)  of the air, in turns of the planet
    wind_heights: np.ndarray  # (m,)
    wind: np.ndarray  # (m + 1, 3, 4)  towards east, north and up


NO_AIR = AirTables(
    np.zeros(1, dtype=np.int64),
    np.array([1.0, 0.0]),
    np.array([0.0, 0.0, 1.0]),
    np.ones(2),
    np.zeros(0),
    np.zeros((1, 3, 4)),
    np.zeros((4, 2)),
    np.zeros((4, 4, 4, 4, 3)),
    np.zeros(1),
    np.zeros(0),
    np.zeros((1, 3, 4)),
)
_DAY = 86400.0  # s


@inlined
def air_at(air, t, x, R, spin, sun):
    """The air at x."""
    g = R @ x
    height, up = height_and_up(air.figure[0], air.figure[1], g)
    density, temperature, molar_mass = gas_at(air, t, height, g, up, R @ sun)
    velocity = cross(spin, x) * air.turning[0] + turn_back(R, wind_at(air, height, g, up))
    return Air(density, temperature, molar_mass, velocity)


@inlined
def gas_at(air, t, height, g, up, sun):
    """Density, temperature and molar mass; the Sun in planet's axes."""
    kind, n = air.kind[0], air.numbers
    temperature, molar_mass = air.gas[0], air.gas[1]
    if kind == EXPONENTIAL:
        return exponential_density(n[0], n[1], n[2], height), temperature, molar_mass
    if kind == HARRIS_PRIESTER:
        k = piece_of(air.heights, height)
        least = profile(air.heights, air.pieces, k, 0, height)
        greatest = profile(air.heights, air.pieces, k, 1, height)
        part = bulge(n[0], n[1], n[2], sun, g)
        return harris_priester(least, greatest, part), temperature, molar_mass
    if kind == TABULATED:
        k = piece_of(air.heights, height)
        log_density = profile(air.heights, air.pieces, k, 0, height)
        temperature = profile(air.heights, air.pieces, k, 1, height)
        molar_mass = profile(air.heights, air.pieces, k, 2, height)
        return math.exp(log_density), temperature, molar_mass
    return gas_in_grid(air, t, height, g, up)


@inlined
def gas_in_grid(air, t, height, g, up):
    """Density, temperature and molar mass in a grid; beyond its heights the density goes on
    exponentially."""
    lowest, step = air.axes[1, 0], air.axes[1, 1]
    highest = lowest + step * (air.grid.shape[1] - 3)
    latitude = math.atan2(up.z, math.hypot(up.x, up.y))
    angle = local_time(math.atan2(g.y, g.x), air.numbers[0] + 2.0 * math.pi * t / _DAY)
    log_density, temperature, molar_mass = gridded(air.axes, air.grid, t, height, latitude, angle)
    if height < lowest:
        log_density -= (height - lowest) / air.numbers[1]
    elif height > highest:
        log_density -= (height - highest) / air.numbers[2]
    return math.exp(log_density), temperature, molar_mass


@inlined
def wind_at(air, height, g, up):
    """The wind, planet's axes; at a pole, east is where it is at longitude 0."""
    if air.wind_heights.size == 0:
        return zero3()
    k = piece_of(air.wind_heights, height)
    across = math.hypot(g.x, g.y)
    east = Vec3(-g.y / across, g.x / across, 0.0) if across > 0.0 else Vec3(0.0, 1.0, 0.0)
    return (
        east * profile(air.wind_heights, air.wind, k, 0, height)
        + cross(up, east) * profile(air.wind_heights, air.wind, k, 1, height)
        + up * profile(air.wind_heights, air.wind, k, 2, height)
    )

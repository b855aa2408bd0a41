"""Fuel that sloshes as bodies and joints: masses on pendulums or springs.

For an upright cylinder of radius R, filled to the depth h, with the roots ξ of J₁' (Abramson, *The
Dynamic Behavior of Liquids in Moving Containers*, NASA SP-106, 1966):

    ω² = g ξ/R tanh(ξ h/R)        m = 2 m_fuel R tanh(ξ h/R) / (h ξ (ξ² - 1))
    length of the pendulum l = g/ω²        height of its mass h - (2 R/ξ) tanh(ξ h/(2 R))

A spring has its mass at that height, a pendulum its hinge at l above it; both follow the level.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from treetop.model.devices.slosh import Slosh
from treetop.model.devices.tank import Tank
from treetop.model.devices.tank_shapes import CylindricalTank
from treetop.model.joints import JointKind, Prismatic, Revolute, Universal
from treetop.model.rotation import cross, unit
from treetop.topology.fuel import cubics

LEVELS = 97  # masses of fuel at which parameters are computed
GRADING = 6.0  # how much closer these are near an empty tank, where lengths grow as 1/depth
LEAST = 1e-6  # part of the greatest mass that sloshes, below which it does not fall
SHALLOWEST = 1e-4  # depth over radius that parameters are computed for


class SloshPart(NamedTuple):
    """One mass that sloshes; vectors are in the axes of the tank's frame."""

    kind: JointKind
    place: tuple[float, ...]  # of the joint
    along: tuple[float, ...]  # direction of the mass's offset from it
    knots: np.ndarray  # (r,)  masses of fuel
    pieces: np.ndarray  # (r, 20)  cubics: mass, offset, stiffness, damping, place at rest
    follows: bool = False  # whether the joint is not where it is described, but follows the level

    def at(self, fuel: float) -> tuple[float, float, float]:
        """Mass of what sloshes, its offset from the joint, and from where the joint is described
        while it is at rest."""
        row = max(int(np.searchsorted(self.knots, fuel, side="right")) - 1, 0)
        x, c = fuel - self.knots[row], self.pieces[row]
        at = (c[k] + x * (c[k + 1] + x * (c[k + 2] + x * c[k + 3])) for k in (0, 4, 16))
        mass, offset, rest = map(float, at)
        return mass, offset, rest


def slosh_parts(slosh: Slosh, tank: Tank) -> list[SloshPart]:
    """What sloshes in a tank."""
    if slosh.mass is None:
        return [_by_level(slosh, tank, n) for n in range(slosh.modes)]
    return [_by_hand(slosh, n) for n in range(len(slosh.mass))]


def root(n: int) -> float:
    """Root n, from 0, of the derivative of Bessel's function J₁."""
    from scipy.special import jnp_zeros  # takes long to import

    return float(jnp_zeros(1, n + 1)[n])


class Mode(NamedTuple):
    """A mode of an upright cylinder."""

    mass: float  # kg
    frequency: float  # rad/s
    length: float  # of the pendulum, m
    height: float  # of the mass above the bottom, m


def cylinder_mode(n: int, radius: float, depth: float, fuel: float, acceleration: float) -> Mode:
    """Mode n, from 0, of fuel in an upright cylinder with a flat bottom.

    Parameters
    ----------
    radius, depth : float, m
    fuel : float, kg
    acceleration : float, m/s²
        Along the axis.
    """
    xi = root(n)
    x = xi * depth / radius
    mass = 2.0 * fuel * math.tanh(x) / (x * (xi * xi - 1.0))
    length = radius / (xi * math.tanh(x))
    height = depth - 2.0 * radius / xi * math.tanh(0.5 * x)
    return Mode(mass, math.sqrt(acceleration / length), length, height)


def _levels(full: float) -> np.ndarray:
    """Masses of fuel from an empty tank to a full one, kg."""
    return full * np.sinh(np.linspace(0.0, GRADING, LEVELS)) / math.sinh(GRADING)


def _flat_bottom(shape: CylindricalTank) -> float:
    """How far below the middle a flat bottom is by which a tank holds as much, m."""
    return 0.5 * float(shape.length) + 2.0 / 3.0 * float(shape.dome)


def _hinge(tank: Tank, n: int) -> float:
    """How far below the middle of a tank the hinge of a pendulum is at the start, m."""
    R = float(tank.shape.radius)
    depth = max(tank.fuel / (tank.density * math.pi * R**2), SHALLOWEST * R)
    mode = cylinder_mode(n, R, depth, 1.0, 1.0)
    return _flat_bottom(tank.shape) - mode.height - mode.length


def _by_level(slosh: Slosh, tank: Tank, n: int) -> SloshPart:
    shape: CylindricalTank = tank.shape
    R, area = float(shape.radius), math.pi * float(shape.radius) ** 2
    bottom, spring = _flat_bottom(shape), slosh.model == "spring"
    full, g = float(tank.capacity or 0.0), float(slosh.acceleration or 1.0)
    hinge = 0.0 if spring else _hinge(tank, n)
    masses, rows = _levels(full), []
    for m in masses:
        depth = max(m / (tank.density * area), SHALLOWEST * R)
        mode = cylinder_mode(n, R, depth, tank.density * area * depth, g)
        sloshing = max(mode.mass * m / (tank.density * area * depth), LEAST * full)
        down = bottom - mode.height
        offset, rest = (down, down) if spring else (mode.length, down - hinge)
        arm = 1.0 if spring else mode.length
        stiffness = sloshing * mode.frequency**2 if spring else 0.0
        damper = 2.0 * slosh.damping * mode.frequency * sloshing * arm**2
        rows.append([sloshing, offset, stiffness, damper, rest])
    place, d = tuple(float(hinge * x) for x in shape.down), shape.down
    pieces = cubics(masses, np.array(rows))
    return SloshPart(_joint(slosh, d), place, d, masses[:-1], pieces, not spring)


def _by_hand(slosh: Slosh, n: int) -> SloshPart:
    def of_mode(values: Any, default: Any) -> Any:
        return default if values is None else values[n if len(values) > 1 else 0]

    spring = slosh.model == "spring"
    offset = 0.0 if spring else float(of_mode(slosh.length, 0.0))
    stiffness = float(of_mode(slosh.stiffness, 0.0)) if spring else 0.0
    mass, damper = float(of_mode(slosh.mass, 0.0)), float(of_mode(slosh.damper, 0.0))
    numbers = mass, offset, stiffness, damper, offset
    pieces = np.zeros((1, 4 * len(numbers)))
    pieces[0, ::4] = numbers
    place = of_mode(slosh.at, (0.0, 0.0, 0.0))
    return SloshPart(_joint(slosh, slosh.down), place, slosh.down, np.zeros(1), pieces)


def _joint(slosh: Slosh, down: tuple[float, ...]) -> JointKind:
    if slosh.model == "spring":
        return Prismatic(slosh.direction)
    axis = unit(cross(down, slosh.direction))
    if slosh.model == "pendulum":
        return Revolute(axis)
    return Universal(axis, unit(cross(down, axis)))

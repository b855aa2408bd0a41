"""Tables of the light of a planet."""

from __future__ import annotations

import math

import numpy as np

from treetop.core.environment.planet_light import PlanetLight
from treetop.core.tables.surroundings import RAY_COUNT

__all__ = ["planet_light_table"]

TWILIGHT = 0.1  # sine of the angle below the horizon at which the Sun's light on the ground ends
# An odd number of sectors: what faces sideways is met within 1 %, where 6 leave 6 %.
RINGS, SECTORS = 3, 7
assert RINGS * SECTORS == RAY_COUNT


def planet_light_table(
    radius: float,
    albedo: float,
    infrared: float,
    rings: int = RINGS,
    sectors: int = SECTORS,
    twilight: float = TWILIGHT,
) -> PlanetLight:
    """The table of a planet that reflects sunlight and radiates infra-red.

    Parameters
    ----------
    radius : float
        Of the planet, m.
    albedo : float
        The part of sunlight that its ground reflects, evenly in all directions.
    infrared : float
        What its ground radiates, W/m².
    rings, sectors : int
        Into how many elements the part of it that is seen is cut: rings about the nadir, and
        elements of each.
    twilight : float
        Width of the edge between day and night, as the sine of an angle; 0 for a sharp one.
    """
    points, weights = np.polynomial.legendre.leggauss(rings)
    turns = (np.arange(sectors) + 0.5) * 2.0 * math.pi / sectors
    elements = [
        (s, s * weight / sectors, math.cos(turn), math.sin(turn))
        for s, weight in zip(0.5 * (1.0 + points), weights, strict=True)
        for turn in turns
    ]
    return PlanetLight(np.array([radius, albedo, infrared, twilight]), np.array(elements))

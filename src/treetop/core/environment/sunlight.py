"""Sunlight: its irradiance falls with the square of the distance to the Sun.

A pressure is an irradiance over the speed of light. Vectors point where the light travels.
"""

from treetop.core.compiler import kernel
from treetop.core.spatial import dot, norm

LIGHT_SPEED = 299792458.0  # m/s
ASTRONOMICAL_UNIT = 149597870700.0  # m
SOLAR_CONSTANT = 1361.0  # W/m², at one astronomical unit


@kernel
def sunlight(solar_constant, unit, sun, x):
    """The irradiance of the Sun at x, W/m², given that at the distance ``unit``."""
    ray = x - sun
    square = dot(ray, ray)
    return ray * (solar_constant * unit * unit / (square * norm(ray)))

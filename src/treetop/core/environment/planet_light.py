"""Light of a planet at a point: sunlight that it reflects, and its infra-red.

The planet is a sphere whose ground reflects and radiates evenly in all directions (Lambert). The
cap of it that is seen is cut into elements of the sky; each gives a ray.

    x       the point, from the centre of the planet
    mu      cosine of the angle from the nadir, as seen from the point
    s       place of a ring, 1 at the nadir and 0 at the horizon: 1 - mu grows as 1 - s²
    L       radiance of the ground, W/m²/sr

Rings are at Gauss points of s, in which the ground that is seen has no root at the horizon. For an
even radiance two rings give the irradiance of the whole planet exactly.
"""

import math
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import kernel
from treetop.core.spatial import Vec3, cross, dot, norm, zero3
from treetop.core.spatial.table_access import put_vec_at
from treetop.core.tables.surroundings import RAY

_OVERHEAD = 1e-9  # rad; nearer to the Sun or against it, no side of the point is towards it


class PlanetLight(NamedTuple):
    """How a planet shines, and the elements of the sky that it is cut into."""

    ground: np.ndarray  # (4,)    radius, albedo, infra-red W/m², twilight: sine of an angle
    elements: np.ndarray  # (k, 4)  s, part of the sky, cosine and sine of azimuth


NO_PLANET_LIGHT = PlanetLight(np.zeros(4), np.zeros((0, 4)))


@kernel
def sunlit(cosine, twilight):
    """The cosine of the Sun's zenith angle by day, 0 by night; smooth over a twilight."""
    if twilight == 0.0:
        return max(cosine, 0.0)
    return 0.5 * (cosine + math.sqrt(cosine * cosine + twilight * twilight))


@kernel
def across(up, sun):
    """Two directions square to ``up`` and to each other, the first towards the Sun: elements then
    lie alike on both sides of it, and move without jumps."""
    side = cross(cross(up, sun), up) * (1.0 / norm(sun))
    length = norm(side)
    if length < _OVERHEAD:  # all azimuths are alike
        side = cross(up, Vec3(1.0, 0.0, 0.0) if abs(up.x) < 0.5 else Vec3(0.0, 1.0, 0.0))
        length = norm(side)
    side = side * (1.0 / length)
    return side, cross(up, side)


@kernel
def ray_of(light, k, irradiance, sun, x):
    """The ray of element k of the planet's disc at x: where it travels, and its irradiances by
    reflected sunlight and by infra-red, W/m².

    Sunlight has this irradiance at the planet; the Sun is taken as far away.
    """
    radius, albedo, infrared, twilight = ground_of(light)
    distance = norm(x)
    up = x * (1.0 / distance)
    sine = min(radius / distance, 1.0)
    span = sine * sine / (1.0 + math.sqrt((1.0 - sine) * (1.0 + sine)))  # of mu
    s, part = light.elements[k, 0], light.elements[k, 1]
    down = span * (1.0 - s * s)
    mu, sideways = 1.0 - down, math.sqrt(down * (2.0 - down))
    one, other = across(up, sun)
    aside = one * light.elements[k, 2] + other * light.elements[k, 3]
    look = aside * sideways - up * mu
    reach = distance * (mu - s * math.sqrt(span * (2.0 - span - down)))
    ground = x + look * reach
    cosine = dot(ground, sun) / (radius * norm(sun))
    sky = 2.0 * span * part  # solid angle over π
    return -look, albedo * irradiance * sunlit(cosine, twilight) * sky, infrared * sky


@kernel
def ground_of(light):
    return light.ground[0], light.ground[1], light.ground[2], light.ground[3]


@kernel
def planet_light(light, irradiance, sun, x, rays):
    """Write the rays of the planet at x, five numbers each; return its irradiances as a whole,
    W/m², the sums of rays: reflected sunlight, and infra-red."""
    reflected, infrared = zero3(), zero3()
    for k in range(light.elements.shape[0]):
        ray, sunlight, heat = ray_of(light, k, irradiance, sun, x)
        put_vec_at(rays, RAY * k, ray)
        rays[RAY * k + 3], rays[RAY * k + 4] = sunlight, heat
        reflected, infrared = reflected + ray * sunlight, infrared + ray * heat
    return reflected, infrared

"""Force of light on a plane facet, a sphere and a cylinder.

Of light that falls on a surface a part is absorbed, one is reflected mirror-like (specular), and
one leaves in all directions by Lambert's law (diffuse).  After O. Montenbruck and E. Gill,
Satellite Orbits (2000), 3.4, with the diffuse part: with n the outward normal, s the direction to
the source and cos θ = n · s,

    F / (p A) = -cos θ [(1 - specular) s + (2 specular cos θ + 2/3 diffuse) n].

Everything is per unit of the pressure p of light that is absorbed at normal incidence.
"""

import math
from typing import NamedTuple

from treetop.core.compiler import kernel
from treetop.core.spatial import cross, dot


class Reflection(NamedTuple):
    """What a surface does with light."""

    straight: float  # 1 - specular: pushes along the light
    mirrored: float  # 2 specular: pushes along the normal, times the cosine
    diffuse: float  # 2/3 of what leaves diffusely: pushes along the normal


@kernel
def facet(light, s, n):
    """Force per area on the side of a plane whose outward normal is n."""
    cosine = dot(n, s)
    if cosine <= 0.0:
        return s * 0.0
    along_normal = light.mirrored * cosine + light.diffuse
    return s * (-cosine * light.straight) + n * (-cosine * along_normal)


@kernel
def plate(light, s, n):
    """Force per area on both sides of a plane of one finish."""
    cosine = dot(n, s)
    along_normal = light.mirrored * cosine + math.copysign(light.diffuse, cosine)
    return s * (-abs(cosine) * light.straight) + n * (-abs(cosine) * along_normal)


@kernel
def sphere(light, s):
    """Force per area of the great circle: mirror-like reflection pushes it as absorption does."""
    return s * -(light.straight + 0.5 * light.mirrored + 2.0 / 3.0 * light.diffuse)


@kernel
def cylinder(light, s, axis):
    """On the side of a cylinder: force per radius and length, and torque about its middle per
    square of the radius and length."""
    across = s - axis * dot(s, axis)
    sine = math.sqrt(dot(across, across))
    along_normal = 4.0 / 3.0 * light.mirrored * sine + 0.5 * math.pi * light.diffuse
    force = s * (-2.0 * light.straight * sine) + across * -along_normal
    return force, cross(across, s) * (-0.5 * math.pi * light.straight)

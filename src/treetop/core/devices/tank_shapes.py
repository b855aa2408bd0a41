"""What fuel is like in a tank: mass, first moment and inertia about the origin of the tank's frame,
in its axes, and their derivatives with respect to the mass of the fuel.

    d direction in which fuel settles    s place of its surface along d, from the tank's middle

A layer of mass dm at s in a round tank of radius b there adds d s dm to the first moment, and to
the second moments s² dm along d and b²/4 dm across it: so these are the derivatives.
"""

import math
from operator import add, sub
from typing import NamedTuple

from treetop.core.compiler import kernel, rule
from treetop.core.spatial import RigidInertia, Sym3, Vec3, dot, rigid_inertia, turned

UNIFORM, ROUND, TABLE, ALONG = range(4)  # shapes; of the last see fuel_column.py


class Contents(NamedTuple):
    """Fuel, and its derivative with respect to its mass."""

    now: RigidInertia
    per: RigidInertia


class Moments(NamedTuple):
    """Moments of a round volume: itself, first and second along its axis, and second across it."""

    volume: float
    first: float
    along: float
    across: float


rule(add, Moments, Moments)(
    lambda a, b: Moments(
        a.volume + b.volume, a.first + b.first, a.along + b.along, a.across + b.across
    )
)
rule(sub, Moments, Moments)(
    lambda a, b: Moments(
        a.volume - b.volume, a.first - b.first, a.along - b.along, a.across - b.across
    )
)


@kernel
def point_mass(m, c):
    """The inertia of a mass at c."""
    return rigid_inertia(m, c, Sym3(0.0, 0.0, 0.0, 0.0, 0.0, 0.0))


@kernel
def shifted(m, c, by):
    """How the inertia of a mass at c changes as it is moved."""
    both, none = point_mass(m, c + by), point_mass(m, c - by)
    return (both - none) * 0.5


@kernel
def in_body(I, R, p):
    """The inertia about the origin of a body, in its axes, that is told in a frame of attitude R at
    p in it."""
    h = R @ I.h
    twice = 2.0 * dot(p, h)
    moved = Sym3(
        twice - 2.0 * p.x * h.x,
        -(p.x * h.y + h.x * p.y),
        -(p.x * h.z + h.x * p.z),
        twice - 2.0 * p.y * h.y,
        -(p.y * h.z + h.y * p.z),
        twice - 2.0 * p.z * h.z,
    )
    there = point_mass(I.m, p)
    return RigidInertia(I.m, h + there.h, turned(R, I.J) + there.J + moved)


# --- shapes -----------------------------------------------------------------------------


@kernel
def uniform(m, c, g):
    """Fuel that keeps its centre c and its squared radii of gyration g about it."""
    per = rigid_inertia(1.0, c, Sym3(g.x, 0.0, 0.0, g.y, 0.0, g.z))
    return Contents(per * m, per)


@kernel
def settled(m, density, radius, length, dome, d):
    """Fuel in a cylinder with ellipsoidal domes about d, in which it has settled; a sphere is one
    without length, its domes as high as its radius."""
    s, filled = surface(m / density, radius, 0.5 * length, dome)
    beyond = max(abs(s) - 0.5 * length, 0.0)
    part = beyond / dome if dome > 0.0 else 0.0
    b2 = radius * radius * max(1.0 - part * part, 0.0)
    now = about_axis(m, filled.first * density, filled.along * density, filled.across * density, d)
    return Contents(now, about_axis(1.0, s, s * s, 0.25 * b2, d))


@kernel
def about_axis(m, first, along, across, d):
    """The inertia of what is round about d, of given moments."""
    turning, spin = along + across, 2.0 * across
    more = spin - turning
    J = Sym3(
        turning + more * d.x * d.x,
        more * d.x * d.y,
        more * d.x * d.z,
        turning + more * d.y * d.y,
        more * d.y * d.z,
        turning + more * d.z * d.z,
    )
    return RigidInertia(m, d * first, J)


@kernel
def surface(volume, radius, half, dome):
    """Where the surface of so much fuel is, and the moments of what is beyond it."""
    area = math.pi * radius * radius
    cap, middle = 2.0 / 3.0 * area * dome, 2.0 * area * half
    if volume < cap:
        w = height_in_dome(volume, area * dome)
        return half + w * dome, cap_moments(w, radius, half, dome)
    bottom = cap_moments(0.0, radius, half, dome)
    if volume < cap + middle or dome <= 0.0:
        s = half - (volume - cap) / area
        return s, bottom + cylinder_moments(s, radius, half)
    w = height_in_dome(2.0 * cap + middle - volume, area * dome)
    empty = cap_moments(w, radius, half, dome)
    whole = cylinder_moments(-half, radius, half)
    top = Moments(bottom.volume, -bottom.first, bottom.along, bottom.across)
    missing = Moments(empty.volume, -empty.first, empty.along, empty.across)
    return -(half + w * dome), bottom + whole + top - missing


@kernel
def height_in_dome(volume, scale):
    """How far, as part of a dome's height, the surface is from the dome's foot, of a volume at its
    top: x² (3 - x) = 3 volume / scale with x = 1 - w."""
    s = min(max(3.0 * volume / scale, 0.0), 2.0)
    x = 1.0 - 2.0 * math.cos((math.acos(0.5 * (s - 2.0)) + 4.0 * math.pi) / 3.0)
    for _ in range(2):  # near the top the root loses half its digits
        slope = x * (6.0 - 3.0 * x)
        x -= (x * x * (3.0 - x) - s) / slope if slope > 0.0 else 0.0
    return 1.0 - x


@kernel
def cap_moments(w, radius, half, dome):
    """Moments of the part of a dome beyond the part w of its height."""
    w3, w5, rest = w * w * w, w * w * w * w * w, 1.0 - w * w
    i0, i1, i2 = (2.0 - 3.0 * w + w3) / 3.0, 0.25 * rest * rest, 2.0 / 15.0 - w3 / 3.0 + w5 / 5.0
    i4 = 8.0 / 15.0 - w + 2.0 * w3 / 3.0 - w5 / 5.0
    scale = math.pi * radius * radius * dome
    return Moments(
        scale * i0,
        scale * (half * i0 + dome * i1),
        scale * (half * half * i0 + 2.0 * half * dome * i1 + dome * dome * i2),
        0.25 * scale * radius * radius * i4,
    )


@kernel
def cylinder_moments(s, radius, half):
    """Moments of the straight part beyond s."""
    area, long = math.pi * radius * radius, half - s
    return Moments(
        area * long,
        0.5 * area * long * (half + s),
        area * (half * half * half - s * s * s) / 3.0,
        0.25 * area * radius * radius * long,
    )


# --- tables -----------------------------------------------------------------------------


@kernel
def piece_of(knots, first, last, m):
    """The row, of those from first to last, whose piece of a spline a mass falls on."""
    row = first
    while row + 1 < last and knots[row + 1] <= m:
        row += 1
    return row


@kernel
def spline_value(row, n, x):
    """Column n of a row of cubics, and its slope."""
    a, b, c, d = row[4 * n], row[4 * n + 1], row[4 * n + 2], row[4 * n + 3]
    return a + x * (b + x * (c + x * d)), b + x * (2.0 * c + 3.0 * x * d)


@kernel
def tabulated(m, knots, rows, first, last):
    """Fuel whose first moment and inertia are splines over its mass."""
    at = piece_of(knots, first, last, m)
    row, x = rows[at], m - knots[at]
    hx, dhx = spline_value(row, 0, x)
    hy, dhy = spline_value(row, 1, x)
    hz, dhz = spline_value(row, 2, x)
    xx, dxx = spline_value(row, 3, x)
    xy, dxy = spline_value(row, 4, x)
    xz, dxz = spline_value(row, 5, x)
    yy, dyy = spline_value(row, 6, x)
    yz, dyz = spline_value(row, 7, x)
    zz, dzz = spline_value(row, 8, x)
    now = RigidInertia(m, Vec3(hx, hy, hz), Sym3(xx, xy, xz, yy, yz, zz))
    per = RigidInertia(1.0, Vec3(dhx, dhy, dhz), Sym3(dxx, dxy, dxz, dyy, dyz, dzz))
    return Contents(now, per)

"""Air tabulated over time, height, latitude and local time, with cubic B-splines between.

Splines are smooth up to their second derivatives, also over the poles and over midnight. A table of
n equally spaced nodes has n + 2 coefficients along each axis.
"""

import math

from treetop.core.compiler import kernel


@kernel
def span_of(axis, count, at):
    """The first of four coefficients that matter at a place, and how far it lies into the span."""
    s = min(max((at - axis[0]) / axis[1], 0.0), count - 3.0)
    k = min(int(s), count - 4)
    return k, s - k


@kernel
def weights(u):
    """Weights of four cubic B-splines."""
    v = 1.0 - u
    return (
        v * v * v / 6.0,
        (4.0 + u * u * (3.0 * u - 6.0)) / 6.0,
        (4.0 + v * v * (3.0 * v - 6.0)) / 6.0,
        u * u * u / 6.0,
    )


@kernel
def gridded(axes, coefficients, t, height, latitude, local_time):
    """Logarithm of density, temperature and molar mass; beyond the ends of time and height those
    at the ends."""
    c = coefficients
    i, u = span_of(axes[0], c.shape[0], t)
    j, v = span_of(axes[1], c.shape[1], height)
    k, w = span_of(axes[2], c.shape[2], latitude)
    l, z = span_of(axes[3], c.shape[3], local_time)
    U, V, W, Z = weights(u), weights(v), weights(w), weights(z)
    density, temperature, molar_mass = 0.0, 0.0, 0.0
    for a in range(4):
        for b in range(4):
            for d in range(4):
                weight = U[a] * V[b] * W[d]
                rows = c[i + a, j + b, k + d]
                for e in range(4):
                    part = weight * Z[e]
                    density += part * rows[l + e, 0]
                    temperature += part * rows[l + e, 1]
                    molar_mass += part * rows[l + e, 2]
    return density, temperature, molar_mass


@kernel
def local_time(longitude, turned):
    """The local mean solar time as an angle from 0 to 2 π, of universal time as an angle."""
    angle = longitude + turned
    return angle - 2.0 * math.pi * math.floor(angle / (2.0 * math.pi))

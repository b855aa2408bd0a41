"""Cubics with the coefficients c[k] to c[k + 3], and their derivatives."""

from treetop.core.compiler import kernel
from treetop.core.spatial.values import Vec3

__all__ = ["cubic", "cubic_vector"]


@kernel
def cubic(c, k, x):
    """A cubic, with its first two derivatives."""
    value = c[k] + x * (c[k + 1] + x * (c[k + 2] + x * c[k + 3]))
    first = c[k + 1] + x * (2.0 * c[k + 2] + 3.0 * x * c[k + 3])
    return value, first, 2.0 * c[k + 2] + 6.0 * x * c[k + 3]


@kernel
def cubic_vector(c, k, x):
    """Three cubics, with their first two derivatives."""
    ax, bx, cx = cubic(c, k, x)
    ay, by, cy = cubic(c, k + 4, x)
    az, bz, cz = cubic(c, k + 8, x)
    return Vec3(ax, ay, az), Vec3(bx, by, bz), Vec3(cx, cy, cz)

"""Height above an ellipsoid of revolution.

After B. R. Bowring (Survey Review 23, 1976), without angles. The height is stationary in the
latitude, so that what one step leaves of the error of the latitude enters as its square.
"""

import math

from treetop.core.compiler import kernel
from treetop.core.spatial import Vec3, norm


@kernel
def height_and_up(radius, flattening, x):
    """The height of a point, m, and the direction up: square to the ellipsoid. Planet's axes."""
    if flattening == 0.0:
        distance = norm(x)
        return distance - radius, x * (1.0 / distance)
    polar, across = radius * (1.0 - flattening), math.sqrt(x.x * x.x + x.y * x.y)
    sine, cosine = _unit(x.z * radius, across * polar)
    squared = flattening * (2.0 - flattening)  # eccentricity
    second = squared / (1.0 - flattening) ** 2
    sine, cosine = _unit(x.z + second * polar * sine**3, across - squared * radius * cosine**3)
    surface = radius * math.sqrt(1.0 - squared * sine * sine)
    out = cosine / across if across > 0.0 else 0.0
    return across * cosine + x.z * sine - surface, Vec3(x.x * out, x.y * out, sine)


@kernel
def _unit(a, b):
    scale = 1.0 / math.sqrt(a * a + b * b)
    return a * scale, b * scale

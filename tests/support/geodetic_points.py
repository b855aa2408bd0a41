"""Points by geodetic latitude, longitude and height, in the axes of a planet."""

import math

import numpy as np

from treetop.core.spatial import Vec3

A, F = 6378137.0, 1.0 / 298.257223563  # WGS 84


def placed(latitude, longitude, height, flattening=F):
    """The point above an ellipsoid; angles in rad, the height in m."""
    e2 = flattening * (2.0 - flattening)
    N = A / math.sqrt(1.0 - e2 * math.sin(latitude) ** 2)
    across = (N + height) * math.cos(latitude)
    z = (N * (1.0 - e2) + height) * math.sin(latitude)
    return Vec3(across * math.cos(longitude), across * math.sin(longitude), z)


def compass(latitude, longitude):
    """Directions north, east and down, as rows."""
    s, c = math.sin(latitude), math.cos(latitude)
    out = np.array([math.cos(longitude), math.sin(longitude), 0.0])
    z = np.array([0.0, 0.0, 1.0])
    return np.array([c * z - s * out, np.cross(z, out), -c * out - s * z])

"""Geodetic coordinates: latitude, longitude and height over an ellipsoid of revolution."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

ITERATIONS = 20  # at most: near the surface of a planet three do
ROUNDING = 4e-16  # rad, of a latitude


class Ellipsoid(NamedTuple):
    """An ellipsoid of revolution."""

    radius: float  # m, of the equator
    flattening: float = 0.0

    @property
    def polar_radius(self) -> float:
        """From the centre to a pole, m."""
        return self.radius * (1.0 - self.flattening)

    @property
    def eccentricity_squared(self) -> float:
        """e² of the meridian."""
        return self.flattening * (2.0 - self.flattening)


WGS84 = Ellipsoid(6378137.0, 1.0 / 298.257223563)
GRS80 = Ellipsoid(6378137.0, 1.0 / 298.257222101)
MOON_SPHERE = Ellipsoid(1737400.0)  # IAU 2015
MARS_ELLIPSOID = Ellipsoid(3396190.0, (3396.19 - 3376.20) / 3396.19)  # IAU 2015


class Geodetic(NamedTuple):
    """Latitude and longitude, rad, and height over the ellipsoid, m."""

    latitude: Any
    longitude: Any
    height: Any


def place_from_geodetic(
    latitude: Any, longitude: Any, height: Any, ellipsoid: Ellipsoid = WGS84
) -> np.ndarray:
    """Planet-fixed places (..., 3), m."""
    sine, cosine = np.sin(latitude), np.cos(latitude)
    e2 = ellipsoid.eccentricity_squared
    N = ellipsoid.radius / np.sqrt(1.0 - e2 * sine * sine)
    across = (N + height) * cosine
    parts = across * np.cos(longitude), across * np.sin(longitude), (N * (1.0 - e2) + height) * sine
    return np.stack(np.broadcast_arrays(*parts), axis=-1)


def geodetic_from_place(x: Any, ellipsoid: Ellipsoid = WGS84) -> Geodetic:
    """Geodetic coordinates of planet-fixed places (..., 3), m.

    Bowring's formula, iterated until the latitude stays; for places deeper than some 50 km above
    the centre there is no answer that means anything.
    """
    x = np.asarray(x, dtype=float)
    across, z = np.hypot(x[..., 0], x[..., 1]), x[..., 2]
    a, b, e2 = ellipsoid.radius, ellipsoid.polar_radius, ellipsoid.eccentricity_squared
    more = e2 * a * a / (b * b)  # e'²
    reduced = np.arctan2(a * z, b * across)
    for _ in range(ITERATIONS):
        up = z + more * b * np.sin(reduced) ** 3
        out = across - e2 * a * np.cos(reduced) ** 3
        last, reduced = reduced, np.arctan2(b * up, a * out)
        if np.all(np.abs(reduced - last) <= ROUNDING):
            break
    latitude = np.arctan2(up, out)
    sine, cosine = np.sin(latitude), np.cos(latitude)
    height = across * cosine + z * sine - a * np.sqrt(1.0 - e2 * sine * sine)
    return Geodetic(latitude, np.arctan2(x[..., 1], x[..., 0]), height)


def geodetic_axes(latitude: Any, longitude: Any) -> np.ndarray:
    """From planet-fixed axes to east, north and up: (..., 3, 3)."""
    sp, cp, sl, cl = np.broadcast_arrays(
        np.sin(latitude), np.cos(latitude), np.sin(longitude), np.cos(longitude)
    )
    zero = np.zeros_like(sp)
    rows = [[-sl, cl, zero], [-sp * cl, -sp * sl, cp], [cp * cl, cp * sl, sp]]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))

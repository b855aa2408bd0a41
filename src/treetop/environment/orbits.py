"""Orbits about a point mass: elements and states.

Symbols: μ gravitational parameter (m³/s²), a semi-major axis (negative for hyperbolas), p
semi-latus rectum, e eccentricity, i inclination, Ω right ascension of the ascending node, ω
argument of periapsis, ν true anomaly, u = ω + ν argument of latitude.

Where elements are not determined: on an orbit in the xy plane the node is on the x axis (Ω = 0); on
a circular orbit the periapsis is at the node (ω = 0).  Orbits within 1e-12 (rad, or of
eccentricity) of these count as such.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from treetop.environment.anomalies import eccentric_from_true, mean_from_eccentric

LEVEL = ROUND = 1e-12  # inclination (its sine) and eccentricity below which there are none
TURN = 2.0 * np.pi


class Elements(NamedTuple):
    """Kepler elements; numbers or arrays; m and rad, angles from 0 to 2π."""

    semi_latus_rectum: Any
    eccentricity: Any
    inclination: Any
    node: Any
    periapsis: Any
    true_anomaly: Any

    @property
    def semi_major_axis(self) -> Any:
        """Negative for hyperbolas, infinite for parabolas, m."""
        with np.errstate(divide="ignore"):
            return self.semi_latus_rectum / (
                (1.0 - np.asarray(self.eccentricity)) * (1.0 + np.asarray(self.eccentricity))
            )

    @property
    def argument_of_latitude(self) -> Any:
        """From the node along the motion, rad."""
        return np.mod(np.asarray(self.periapsis) + self.true_anomaly, TURN)

    @property
    def eccentric_anomaly(self) -> Any:
        """From 0 to 2π; hyperbolic, of either sign, for hyperbolas."""
        E = eccentric_from_true(_signed(self.true_anomaly), self.eccentricity)
        return np.where(np.asarray(self.eccentricity) < 1.0, np.mod(E, TURN), E)[()]

    @property
    def mean_anomaly(self) -> Any:
        """From 0 to 2π; of either sign for hyperbolas."""
        E = eccentric_from_true(_signed(self.true_anomaly), self.eccentricity)
        M = mean_from_eccentric(E, self.eccentricity)
        return np.where(np.asarray(self.eccentricity) < 1.0, np.mod(M, TURN), M)[()]


def _signed(angle: Any) -> np.ndarray:
    """An angle within ±π."""
    return np.mod(np.asarray(angle, float) + np.pi, TURN) - np.pi


def state_from_elements(elements: Elements, mu: float) -> tuple[np.ndarray, np.ndarray]:
    """Place and velocity (..., 3) of Kepler elements, m and m/s."""
    p, e, i, node, periapsis, nu = np.broadcast_arrays(*map(np.asarray, elements))
    u, r = periapsis + nu, p / (1.0 + e * np.cos(nu))
    along = np.stack([np.cos(node), np.sin(node), np.zeros_like(node)], axis=-1)
    across = np.stack(
        [-np.sin(node) * np.cos(i), np.cos(node) * np.cos(i), np.sin(i) + 0.0 * node], axis=-1
    )
    c, s, speed = np.cos(u)[..., None], np.sin(u)[..., None], np.sqrt(mu / p)[..., None]
    ec, es = (e * np.cos(periapsis))[..., None], (e * np.sin(periapsis))[..., None]
    x = r[..., None] * (c * along + s * across)
    return x, speed * ((c + ec) * across - (s + es) * along)


def elements_from_state(position: Any, velocity: Any, mu: float) -> Elements:
    """Osculating Kepler elements of places and velocities (..., 3)."""
    x, v = np.asarray(position, dtype=float), np.asarray(velocity, dtype=float)
    h = np.cross(x, v)
    size, r = np.linalg.norm(h, axis=-1), np.linalg.norm(x, axis=-1)
    level = np.hypot(h[..., 0], h[..., 1]) <= LEVEL * size
    along = _unit(np.where(level[..., None], [1.0, 0.0, 0.0], np.cross([0.0, 0.0, 1.0], h)))
    across = np.cross(h, along) / size[..., None]
    inclination = np.arctan2(np.hypot(h[..., 0], h[..., 1]), h[..., 2])
    inclination = np.where(level, np.where(h[..., 2] > 0.0, 0.0, np.pi), inclination)
    node = np.where(level, 0.0, np.arctan2(along[..., 1], along[..., 0]))
    latitude = np.arctan2(_dot(x, across), _dot(x, along))
    p = size * size / mu
    ec, es = p / r - 1.0, _dot(x, v) / r * size / mu  # e cos ν, e sin ν
    e = np.hypot(ec, es)
    nu = np.where(e <= ROUND, latitude, np.arctan2(es, ec))
    angles = (np.mod(each, TURN)[()] for each in (node, latitude - nu, nu))
    return Elements(p, e, inclination[()], *angles)


def period(semi_major_axis: Any, mu: float) -> Any:
    """The time of one revolution, s; not a number for orbits that do not close."""
    a = np.asarray(semi_major_axis, dtype=float)
    with np.errstate(invalid="ignore"):
        return TURN * np.sqrt(a**3 / mu)[()]


# --- equinoctial elements -----------------------------------------------------------------------


class Equinoctial(NamedTuple):
    """Modified equinoctial elements (Walker, Ireland and Owens 1985): p, f = e cos(ω + Ω),
    g = e sin(ω + Ω), h = tan(i/2) cos Ω, k = tan(i/2) sin Ω, L = Ω + ω + ν.

    They are determined on circular and equatorial orbits too, but not for i = π.
    """

    semi_latus_rectum: Any
    f: Any
    g: Any
    h: Any
    k: Any
    true_longitude: Any


def equinoctial_from_state(position: Any, velocity: Any, mu: float) -> Equinoctial:
    """Osculating modified equinoctial elements of places and velocities (..., 3)."""
    x, v = np.asarray(position, dtype=float), np.asarray(velocity, dtype=float)
    H = np.cross(x, v)
    size, r = np.linalg.norm(H, axis=-1), np.linalg.norm(x, axis=-1)
    up = 1.0 + H[..., 2] / size
    h, k = -H[..., 1] / size / up, H[..., 0] / size / up
    F, G = _equinoctial_axes(h, k)
    e = np.cross(v, H) / mu - x / r[..., None]
    L = np.arctan2(_dot(x, G), _dot(x, F))
    return Equinoctial(size * size / mu, _dot(e, F), _dot(e, G), h, k, np.mod(L, TURN)[()])


def state_from_equinoctial(elements: Equinoctial, mu: float) -> tuple[np.ndarray, np.ndarray]:
    """Place and velocity (..., 3) of modified equinoctial elements, m and m/s."""
    p, f, g, h, k, L = np.broadcast_arrays(*map(np.asarray, elements))
    F, G = _equinoctial_axes(h, k)
    c, s = np.cos(L), np.sin(L)
    r, speed = p / (1.0 + f * c + g * s), np.sqrt(mu / p)
    x = (r * c)[..., None] * F + (r * s)[..., None] * G
    return x, (speed * (f + c))[..., None] * G - (speed * (g + s))[..., None] * F


def _equinoctial_axes(h: Any, k: Any) -> tuple[np.ndarray, np.ndarray]:
    h, k = np.asarray(h), np.asarray(k)
    scale = 1.0 / (1.0 + h * h + k * k)
    F = np.stack([1.0 + h * h - k * k, 2.0 * h * k, -2.0 * k], axis=-1) * scale[..., None]
    G = np.stack([2.0 * h * k, 1.0 - h * h + k * k, 2.0 * h], axis=-1) * scale[..., None]
    return F, G


def _dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.sum(a * b, axis=-1)


def _unit(a: np.ndarray) -> np.ndarray:
    return a / np.linalg.norm(a, axis=-1, keepdims=True)

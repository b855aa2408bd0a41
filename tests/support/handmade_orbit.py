"""A spacecraft about a planet with Sun and Moon, as formulas: not made from a run."""

from typing import Any

import numpy as np

from handmade_scenes import Craft
from treetop.view.maps.land import coast_lines
from treetop.view.playback.packing import Channel

AU, SUN, MOON = 1.495978707e11, 6.957e8, 1.7374e6  # m


class Orbiter(Craft):
    """Two revolutions of a circular orbit; the Earth turns evenly, the Sun stands still."""

    radius, period, times = 6.778e6, 5553.6, np.linspace(0, 11107.2, 801)
    inclination, node = np.radians(51.6), np.radians(-35)
    equator, flattening = 6378137.0, 1 / 298.257223563
    turn, start = 7.2921158e-5, 1.1  # of the planet, rad/s and rad
    sun = AU * np.array([0.62, 0.72, 0.312]) / np.linalg.norm([0.62, 0.72, 0.312])
    moon = 3.844e8 * np.array([-0.35, 0.90, 0.26]) / np.linalg.norm([-0.35, 0.90, 0.26])

    def axes(self) -> np.ndarray:
        """Inertial axes of the orbit: to the ascending node, forward there, along the momentum."""
        ci, si = np.cos(self.inclination), np.sin(self.inclination)
        cn, sn = np.cos(self.node), np.sin(self.node)
        return np.array([[cn, sn, 0], [-sn * ci, cn * ci, si], [sn * si, -cn * si, ci]])

    def root(self, t: Any) -> np.ndarray:
        angle = 2 * np.pi * np.asarray(t) / self.period + 0.4
        p, q, _ = self.axes()
        return self.radius * (np.cos(angle)[..., None] * p + np.sin(angle)[..., None] * q)

    def velocity(self, t: Any) -> np.ndarray:
        rate = 2 * np.pi / self.period
        angle = rate * np.asarray(t) + 0.4
        p, q, _ = self.axes()
        return rate * self.radius * (np.cos(angle)[..., None] * q - np.sin(angle)[..., None] * p)

    def attitude(self, t: Any) -> np.ndarray:
        """The attitude of the planet, about z."""
        half = (self.turn * np.asarray(t) + self.start) / 2
        return np.stack([np.cos(half), 0 * half, 0 * half, np.sin(half)], axis=-1)

    def track(self, t: Any) -> np.ndarray:
        """Longitude and latitude below, deg; as if the planet were a ball."""
        x, y, z = self.root(t).T
        longitude = np.unwrap(np.arctan2(y, x)) - self.turn * t - self.start
        return np.degrees(np.stack([longitude, np.arcsin(z / self.radius)], axis=-1))

    def sunlight(self, t: Any) -> np.ndarray:
        """Sunlight beside a shadow with parallel sides, softened."""
        s = self.sun / AU
        r = self.root(t)
        along = r @ s
        aside = np.linalg.norm(r - along[:, None] * s, axis=1)
        return np.where(along > 0, 1.0, np.clip((aside - self.equator) / 3e4 + 0.5, 0, 1))

    def field(self, t: Any) -> np.ndarray:
        """The field of a dipole along -z, T."""
        r = self.root(t)
        u = r / np.linalg.norm(r, axis=1, keepdims=True)
        pole = np.array([0, 0, -1.0])
        return 3.1e-5 * (self.equator / self.radius) ** 3 * (3 * (u @ pole)[:, None] * u - pole)

    def scene(self, name: str = "Earth") -> dict[str, Any]:
        t = self.times
        light = self.sunlight(t)
        dark = [(float(t[i]), float(t[j])) for i, j in spans(light < 0.01)]
        dim = [(float(t[i]), float(t[j])) for i, j in spans(light < 0.99)]
        z = self.root(t)[:, 2]
        planet = {
            "name": name,
            "radius": self.equator,
            "flattening": self.flattening,
            "attitudes": Channel(self.attitude(t), 2.0**-30),
            "track": Channel(self.track(t), 1e-4),
        }
        if name == "Earth":
            rings = coast_lines()
            points = Channel(np.concatenate(rings), 0.1)
            planet["land"] = {"points": points, "rings": [len(ring) for ring in rings]}
        return {
            "planet": planet,
            "velocities": Channel(self.velocity(t), 1e-4),
            "sunlight": Channel(light, 1e-4),
            "field": Channel(self.field(t), 1e-10),
            "sky": [
                far("Sun", SUN, self.sun, len(t)),
                far("Moon", MOON, self.moon, len(t)),
            ],
            "eclipses": [
                *({"from": a, "to": b, "umbra": False} for a, b in dim),
                *({"from": a, "to": b, "umbra": True} for a, b in dark),
            ],
            "nodes": [float(t[k]) for k in np.flatnonzero((z[:-1] < 0) & (z[1:] >= 0))],
            "stages": [],
            "events": [],
            "arrows": [],
        }

    def html(self, planet: str = "Earth", **other: Any) -> str:
        return super().html(**self.scene(planet) | other)


def far(name: str, radius: float, position: np.ndarray, count: int) -> dict[str, Any]:
    return {
        "name": name,
        "radius": radius,
        "positions": Channel(np.tile(position, (count, 1)), 1e3),
    }


def spans(there: np.ndarray) -> list[tuple[int, int]]:
    """First and last samples of each time that something is there."""
    edges = np.flatnonzero(np.diff(there.astype(int), prepend=0, append=0))
    return [(int(a), int(b) - 1) for a, b in edges.reshape(-1, 2)]

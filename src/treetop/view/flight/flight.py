"""A spacecraft about its planet, sample by sample."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from treetop.environment.frames import quaternion_of
from treetop.environment.geodesy import Ellipsoid, Geodetic, geodetic_from_place
from treetop.environment.orbits import Elements, elements_from_state
from treetop.view.flight.crossings import rising
from treetop.view.flight.planet import Planet, planet
from treetop.view.flight.sky import FarBody, far_bodies, fixed_axes

if TYPE_CHECKING:
    from treetop.view.playback.motion import Motion

FLAT = 1e-6  # of the distance: motion that stays closer to the equator crosses it nowhere


class Flight(NamedTuple):
    """The heaviest body of a spacecraft about a planet, along n samples, by inertial axes.

    Attributes
    ----------
    body : str
    planet : Planet
    time : array (n,)
        s.
    position, velocity : array (n, 3)
        m, m/s.
    axes : array (n, 3, 3) or None
        From inertial axes to those of the planet, if it is known how that turns.
    sky : tuple of FarBody
    """

    body: str
    planet: Planet
    time: np.ndarray
    position: np.ndarray
    velocity: np.ndarray
    axes: np.ndarray | None
    sky: tuple[FarBody, ...]

    @property
    def elements(self) -> Elements:
        """Osculating, of a point mass; not numbers where a motion has none."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return elements_from_state(self.position, self.velocity, self.planet.mu)

    @property
    def attitude(self) -> np.ndarray | None:
        """Attitude of the planet: quaternions (n, 4), planet to inertial."""
        return None if self.axes is None else quaternion_of(np.swapaxes(self.axes, 1, 2))

    @property
    def ground(self) -> Geodetic | None:
        """Latitude, longitude and height, if it is known how the planet turns, and it is round."""
        if self.axes is None or self.planet.solid is not None:
            return None
        fixed = np.einsum("nij,nj->ni", self.axes, self.position)
        return geodetic_from_place(fixed, Ellipsoid(self.planet.radius, self.planet.flattening))

    @property
    def beta(self) -> np.ndarray | None:
        """Angle of the Sun above the orbit plane, rad, if it is known where the Sun is."""
        sun = next((each.positions for each in self.sky if each.name == "Sun"), None)
        if sun is None:
            return None
        h = np.cross(self.position, self.velocity)
        sizes = np.linalg.norm(h, axis=1) * np.linalg.norm(sun, axis=1)
        return np.arcsin(np.einsum("ni,ni->n", h, sun) / sizes)

    @property
    def nodes(self) -> list[float]:
        """When the equator is crossed northward, s."""
        north = self.position[:, 2]
        if self.axes is not None:
            north = np.einsum("nj,nj->n", self.axes[:, 2], self.position)
        if np.abs(north).max() <= FLAT * np.linalg.norm(self.position, axis=1).max():
            return []
        return rising(self.time, north)


def flight(moving: Motion) -> Flight | None:
    """The flight of a motion about a planet, if there is one."""
    around = planet(moving.model, moving.data)
    if around is None or "velocity" not in moving.data:
        return None
    model = moving.model.model
    return Flight(
        moving.names[moving.root],
        around,
        moving.time,
        moving.root_position,
        moving.data.velocity.values[:, moving.root],
        fixed_axes(model, moving.time),
        far_bodies(model, moving.time),
    )

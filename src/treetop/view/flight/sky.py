"""Where celestial bodies are, and how the planet is turned, at the samples of a run."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from treetop.assembly.environment import rotation_of
from treetop.environment.ephemeris import places
from treetop.environment.frames import rotation_matrices
from treetop.model import Model
from treetop.view.flight.planet import KNOWN


class FarBody(NamedTuple):
    """A celestial body far away: its name, its radius (m), and its positions (n, 3) from the centre
    of the planet, inertial axes, m."""

    name: str
    radius: float
    positions: np.ndarray


def far_bodies(model: Model, times: np.ndarray) -> tuple[FarBody, ...]:
    """The Sun and the Moon, the Earth as seen from others, and planets that attract; as far as is
    known where they are."""
    planet, epoch = model.environment, model.epoch
    if planet is None:
        return ()
    found, names = [], [each.body for each in planet.planets]
    if planet.sun and planet.sun.position is not None:
        still = np.tile(planet.sun.position, (len(times), 1))
        found.append(FarBody("Sun", planet.sun.radius, still))
    else:
        names.insert(0, "sun")
    if planet.name:
        names.append("moon" if planet.name == "Earth" else "earth")
    if epoch is not None and names:
        bodies, centre = tuple(dict.fromkeys(names)), planet.name.lower() or "earth"
        seen = places(epoch, times, bodies, centre, planet.ephemeris_file)
        for name, positions in zip(bodies, seen, strict=True):
            found.append(FarBody(name.title(), KNOWN[name.title()][1], positions))
    return tuple(found)


def fixed_axes(model: Model, times: np.ndarray) -> np.ndarray | None:
    """From inertial axes to those of the planet (n, 3, 3), if it is known how it turns."""
    planet = model.environment
    if planet is None or planet.rotation is None:
        return None
    return rotation_matrices(rotation_of(planet, model.epoch), times)

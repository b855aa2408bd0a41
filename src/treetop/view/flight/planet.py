"""What a model circles about."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import xarray as xr

from treetop.environment.small_bodies import ClosedSurface
from treetop.model import CentralGravity
from treetop.model.environment.planet import mu_of
from treetop.model.environment.small_body import Polyhedron
from treetop.topology.mechanism import Mechanism
from treetop.view.text import number

# mu in m³/s² and equatorial radius in m.
KNOWN = {
    "Sun": (1.32712440e20, 6.957e8),
    "Mercury": (2.2032e13, 2.4397e6),
    "Venus": (3.24859e14, 6.0518e6),
    "Earth": (3.986004418e14, 6.378137e6),
    "Moon": (4.9048695e12, 1.7374e6),
    "Mars": (4.282837e13, 3.3962e6),
    "Jupiter": (1.26686534e17, 7.1492e7),
    "Saturn": (3.7931187e16, 6.0268e7),
    "Uranus": (5.793939e15, 2.5559e7),
    "Neptune": (6.836529e15, 2.4764e7),
}
ALIKE = 0.01  # how near a mu is to that of a planet which is meant
SHARE = 0.5  # of the least distance, of one that is not known


class Planet(NamedTuple):
    """At the inertial origin; ``note`` says what is not as it would be, ``solid`` is the surface of
    one that is no ball."""

    name: str
    radius: float  # m, at the equator
    mu: float  # m³/s²
    flattening: float = 0.0
    note: str = ""
    solid: ClosedSurface | None = None


def planet(model: Mechanism, data: xr.Dataset) -> Planet | None:
    """What attracts the bodies of a model from the inertial origin, if anything does: the planet of
    its environment, or what central gravity stands for."""
    around = model.model.environment
    if around is not None:
        mu, flattening = mu_of(around), around.flattening
        if isinstance(around.gravity, Polyhedron):
            gravity = around.gravity
            return Planet(around.name, gravity.size, mu, solid=gravity.surface)
        if around.radius:
            return Planet(around.name, around.radius, mu, flattening)
        note = "the radius of the planet is not given: the ball stands for it"
        return Planet(around.name, SHARE * _nearest(data), mu, flattening, note)
    gravities = [each for each in model.forces.values() if isinstance(each, CentralGravity)]
    if not gravities:
        return None
    mu = sum(float(each.mu) for each in gravities)
    nearest = _nearest(data)
    for name, (known, radius) in KNOWN.items():
        if abs(mu / known - 1) < ALIKE and radius < nearest:
            return Planet(name, radius, mu)
    if nearest == 0:
        return None
    note = f"the size of what attracts with {number(mu)} m³/s² is not known: the ball stands for it"
    return Planet("", SHARE * nearest, mu, note=note)


def _nearest(data: xr.Dataset) -> float:
    """How near bodies come to the inertial origin, m."""
    return float(np.linalg.norm(data.position.values, axis=-1).min(initial=np.inf))

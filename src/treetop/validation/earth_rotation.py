"""Rotation of the Earth, Sun and Moon, as kernels have them from their tables.

The rotation is that of ERFA's `c2t06a` at 2025-03-20T12:00 UTC, with UT1 - UTC of 0.1 s and polar
motion of 0.1 and 0.35 arcsec.  Sun and Moon are those of DE440, from which ERFA's
theories are 4 km and 2.4 km away there; the tables miss these theories by less than 2 cm and 1 mm.
"""

import math

import erfa
import numpy as np

from treetop.core.environment.ephemeris import place_of
from treetop.core.environment.rotation import rotation_at
from treetop.environment.ephemeris import ephemerides, places
from treetop.environment.epoch import DAY, EarthOrientation, Epoch
from treetop.environment.rotation import earth_rotation
from treetop.validation.case import Check, componentwise

ARCSEC = math.radians(1.0 / 3600.0)
EPOCH = Epoch("2025-03-20T12:00:00 UTC", EarthOrientation(0.1, 0.1 * ARCSEC, 0.35 * ARCSEC))
FIRST = (0.9993571234140604, -0.0357679627880677, -0.0024480031793224)
LAST = (0.0024510472689247, 0.0000412582667173, 0.9999969953280065)
SUN = (148987041400.31, -532883472.11, -232413152.43)
MOON = (-153209595.02, -325390957.32, -179132098.93)
SPAN = 30 * DAY


def checks() -> list[Check]:
    rotation, bodies = earth_rotation(EPOCH, SPAN), ephemerides(EPOCH, span=SPAN)
    R = np.array(rotation_at(rotation, 0.0))
    sun, moon = (np.array(place_of(bodies, k, 0.0)) for k in range(2))
    return [
        *componentwise("rotation, first row,", "xyz", R[0], FIRST, 5e-15),
        *componentwise("rotation, last row,", "xyz", R[2], LAST, 5e-15),
        Check("Sun, from DE440", float(np.linalg.norm(sun - SUN)), 0.0, 5e3, "m"),
        Check("Moon, from DE440", float(np.linalg.norm(moon - MOON)), 0.0, 3e3, "m"),
        *between_nodes(rotation, bodies),
    ]


def between_nodes(rotation, bodies) -> list[Check]:
    """The greatest differences from the theories at other times."""
    t = np.random.default_rng(0).uniform(0.0, SPAN, size=200)
    orientation = EPOCH.orientation
    theory = erfa.c2t06a(*EPOCH.jd("TT", t), *EPOCH.jd("UT1", t), orientation.xp, orientation.yp)
    turned = np.array([rotation_at(rotation, each) for each in t])
    sun, moon = places(EPOCH, t, ("sun", "moon"))
    found = np.array([[place_of(bodies, k, each) for each in t] for k in range(2)])
    return [
        Check("rotation within 30 days, from ERFA", _greatest(turned - theory), 0.0, 7e-14, "rad"),
        Check("Sun within 30 days, from ERFA", _greatest(found[0] - sun), 0.0, 2e-2, "m"),
        Check("Moon within 30 days, from ERFA", _greatest(found[1] - moon), 0.0, 1e-3, "m"),
    ]


def _greatest(difference: np.ndarray) -> float:
    return float(np.abs(difference).max())

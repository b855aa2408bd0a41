"""Magnetic field of the Earth: WMM2025 and IGRF-14, evaluated with 40 digits."""

import numpy as np

from treetop.core.compiler import interpreted
from treetop.core.environment.magnetic import magnetic_field
from treetop.core.spatial import Vec3
from treetop.environment.geodesy import WGS84, geodetic_axes, place_from_geodetic
from treetop.environment.magnetic_fields import magnetic_table
from treetop.validation.case import Check, componentwise

PLACES = (  # date, latitude, longitude, height; north, east, down, nT
    (2025.0, 80.0, 0.0, 0.0, (6521.5994, 145.8870, 54791.5077)),
    (2025.0, 0.0, 120.0, 0.0, (39677.7550, -109.6063, -10580.1698)),
    (2027.5, -80.0, 240.0, 100e3, (5983.9760, 14760.1360, -49317.6706)),
)
POINT = (-4292653.41, 955168.47, 5139356.57)
IGRF = (37474.303451, -7687.219663, -15170.968467)
NANO = 1e9
WAYS = ("north", "east", "down")


def checks() -> list[Check]:
    found = []
    with interpreted():
        for date, latitude, longitude, height, reference in PLACES:
            at = np.radians([latitude, longitude])
            x = place_from_geodetic(at[0], at[1], height, WGS84)
            B = magnetic_field(magnetic_table("WMM2025", date), 0.0, Vec3(*map(float, x)))
            name = f"WMM2025 in {date:g} at {latitude:g}, {longitude:g} deg:"
            east, north, up = NANO * geodetic_axes(*at) @ np.array(B)
            found += componentwise(name, WAYS, (north, east, -up), reference, 6e-5, "nT")
        B = magnetic_field(magnetic_table("IGRF-14", 2025.0), 0.0, Vec3(*POINT))
    return [*found, *componentwise("IGRF-14 in 2025:", "xyz", NANO * np.array(B), IGRF, 1e-6, "nT")]

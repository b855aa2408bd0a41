"""Air after Harris and Priester, seen from a craft above the equator.

The value is that of a unit test of Orekit, for the same table, exponent and lag.
"""

import numpy as np

import treetop as tt
from treetop.core.compiler import interpreted
from treetop.core.environment.rotation import rotation_at
from treetop.environment.rotation import earth_rotation
from treetop.validation.case import Check

DENSITY = 3.9237e-13  # kg/m³ at 0 N, 0 E, 500 km
PLACE = np.array([6378137.0 + 500e3, 0.0, 0.0])  # in axes of the Earth


def checks() -> list[Check]:
    epoch = tt.Epoch("2003-03-21T01:00:00 UTC")
    model = tt.Model("satellite", epoch=epoch)
    bus = model.add_body("bus", 100.0, [10.0, 10.0, 10.0])
    model.add_joint("orbit", tt.Free(), model.ground, bus)
    model.set_environment(tt.Earth(sun=True, atmosphere=tt.HarrisPriester(between="log-linear")))
    system = model.build()
    with interpreted():
        R = np.array(rotation_at(earth_rotation(epoch), 0.0))
    now = system.evaluate(system.state(orbit={"position": (PLACE @ R).tolist()}))
    density = float(now["environment.air_density"])
    return [Check("density at 500 km", density, DENSITY, 1e-4, "kg/m³", "relative")]

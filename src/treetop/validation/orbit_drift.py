"""How J2 lets node, perigee and mean anomaly of an orbit drift.

To first order in J2, with n the mean motion and p = a (1 - e²),

    node -3/2 J2 n (R/p)² cos i,    perigee 3/4 J2 n (R/p)² (5 cos² i - 1);

means over ten turns, of a J2 so small that the second order is not felt.
"""

import numpy as np

import treetop as tt
from treetop.validation.case import Check

MU, RADIUS, J2 = 3.986004418e14, 6378137.0, 1.08262668e-3
SMALL = 1e-3  # of J2: terms of second order are as much of those of first order
A, E, I = 7078137.0, 0.001, np.radians(98.2)
NODE, PERIGEE = 1.99397031426570e-7, -6.27906782410808e-7  # rad/s, with the whole of J2


def checks() -> list[Check]:
    model = tt.Model("satellite")
    bus = model.add_body("bus", 100.0, [10.0, 10.0, 10.0])
    model.add_joint("orbit", tt.Free(), model.ground, bus)
    gravity = tt.ZonalField([SMALL * J2], radius=RADIUS)
    model.set_environment(tt.Planet(mu=MU, gravity=gravity, gradient=False))
    system = model.build()
    orbit = tt.Orbit(semi_major_axis=A, eccentricity=E, inclination=I, node=0.3, periapsis=1.0)
    turns, period = 10, 2.0 * np.pi * np.sqrt(A**3 / MU)
    times = np.arange(turns * 64 + 1) * period / 64
    run = tt.simulate(system, system.state(orbit={"orbit": orbit}), times[-1], at=times, rtol=1e-12)
    seen = run.orbit("bus")
    node = _drift(times, np.unwrap(seen.node.values))
    perigee = _drift(times, np.unwrap(seen.periapsis.values))
    return [
        Check("drift of the node", node / SMALL, NODE, 2e-3, "rad/s", "relative"),
        Check("drift of the perigee", perigee / SMALL, PERIGEE, 2e-2, "rad/s", "relative"),
    ]


def _drift(times: np.ndarray, angle: np.ndarray) -> float:
    """Slope of means over whole turns."""
    means = angle[:-1].reshape(-1, 64).mean(axis=1)
    return float(np.polyfit(times[:-1].reshape(-1, 64).mean(axis=1), means, 1)[0])

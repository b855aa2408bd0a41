"""Part of a circular orbit in the shadow of a planet.

With a cylinder for the shadow it is acos(√(1 - (R/r)²) / cos β) / π, β the height of the Sun above
the plane of the orbit.
"""

import math

import treetop as tt
from treetop.validation.case import Check

MU, RADIUS = 3.986004418e14, 6378137.0
HEIGHT = 500e3
FAR = 1.495978707e15  # m: rays are parallel


def checks() -> list[Check]:
    return [check for beta in (0.0, 40.0) for check in _orbit(math.radians(beta))]


def _orbit(beta: float) -> list[Check]:
    """Contacts as events."""
    model = tt.Model("satellite")
    bus = model.add_body("bus", 100.0, [10.0, 10.0, 10.0])
    model.add_joint("orbit", tt.Free(), model.ground, bus)
    place = [FAR * math.cos(beta), 0.0, FAR * math.sin(beta)]
    sun = tt.Sun(position=place, attracts=False, distance=FAR)
    planet = tt.Planet(mu=MU, radius=RADIUS, sun=sun, eclipse="cylinder", gradient=False)
    model.set_environment(planet)
    model.add_event("edge", tt.quantity("environment.umbra_angle").crosses(0.0))
    system, r = model.build(), RADIUS + HEIGHT
    speed = math.sqrt(MU / r)
    start = system.state(orbit={"position": [r, 0, 0], "velocity": [0, speed, 0]})
    period = 2.0 * math.pi * r / speed
    run = tt.simulate(system, start, period, every=period, rtol=1e-12)
    began, ended = (float(event.time) for event in run.events)
    part = math.acos(math.sqrt(1.0 - (RADIUS / r) ** 2) / math.cos(beta)) / math.pi
    name = f"β = {math.degrees(beta):g} deg:"
    return [
        Check(f"{name} part in shadow", (ended - began) / period, part, 1e-12),
        Check(f"{name} time in shadow", ended - began, part * period, 1e-8, "s"),
    ]

"""A day in a low orbit, with the flattening of the planet, air that turns with it, and sunlight.

The reference is a long-double extrapolation with two step lengths, begun anew at each of the 62
contacts with umbra and penumbra.
"""

from typing import Any

import numpy as np

import treetop as tt
from treetop.validation.case import Check, componentwise

MU, RADIUS, J2 = 3.986004415e14, 6378136.3, 4.841692638330e-4 * np.sqrt(5.0)
POSITION = [-4292653.41, 955168.47, 5139356.57]
VELOCITY = [109.649663, -7527.726490, 1484.521489]
DAY = 86400.0
ROUNDING = 1e-5  # m, of some thousand steps at 7e6 m
SUN = np.array([0.91, 0.38, 0.165]) / np.linalg.norm([0.91, 0.38, 0.165]) * 149597870693.0
FIELD = (3407722.278156, 3522619.074496, -4660484.523369)  # at the end, by the field alone
WITH_DRAG = (3401269.583054, 3537155.666789, -4653858.143001)
WITH_BOTH = (3401269.045962, 3537157.037075, -4653857.757092)
CONTACTS = (1368.194937, 1387.706110, 5369.654580, 5389.062762)


def checks() -> list[Check]:
    return [
        *_end("J2", satellite(), FIELD),
        *_end("J2, drag", satellite(air=True), WITH_DRAG),
        *_end("J2, drag, light", satellite(air=True, light=True), WITH_BOTH),
        *_falling_error(),
        *_contacts(),
    ]


def satellite(air: bool = False, light: bool = False) -> tt.Model:
    model = tt.Model("satellite")
    bus = model.add_body("bus", 750.0, [100.0, 100.0, 100.0])
    model.add_joint("orbit", tt.Free(), model.ground, bus)
    sun = tt.Sun(position=SUN.tolist(), attracts=False, radius=6.95e8, distance=149597870693.0)
    planet = tt.Planet(
        mu=MU,
        radius=RADIUS,
        gravity=tt.ZonalField([J2], radius=RADIUS),
        gradient=False,
        rotation=tt.UniformRotation(7.2921159e-5),
        atmosphere=tt.ExponentialAtmosphere(3e-12, "400 km", "60 km") if air else None,
        sun=sun if light else None,
        shadow_radius=6378136.6,
    )
    model.set_environment(planet)
    if air:
        model.add_surface("air", tt.surfaces.Cannonball(bus, area=5.0, drag=2.2))
    if light:
        model.add_surface("light", tt.surfaces.Cannonball(bus, area=20.0, light=1.3))
    return model


def flown(model: tt.Model, rtol: float, **options: Any) -> tt.Run:
    system = model.build()
    start = system.state(orbit={"position": POSITION, "velocity": VELOCITY})
    return tt.simulate(system, start, duration=DAY, rtol=rtol, **options)


def _end(name: str, model: tt.Model, reference: tuple) -> list[Check]:
    run = flown(model, 1e-13, at=[DAY])
    end = run["bus.position"].values[-1]
    return componentwise(f"{name}: after a day,", "xyz", end, reference, ROUNDING, "m")


def _falling_error() -> list[Check]:
    """The error falls with the tolerance: no step runs over an edge of the shadow."""
    model, found = satellite(air=True, light=True), []
    for rtol, tolerance in ((1e-8, 1.0), (1e-10, 1e-3), (1e-12, ROUNDING)):
        end = flown(model, rtol, at=[DAY])["bus.position"].values[-1]
        miss = float(np.linalg.norm(end - WITH_BOTH))
        found.append(Check(f"missed after a day, rtol {rtol:g}", miss, 0.0, tolerance, "m"))
    return found


def _contacts() -> list[Check]:
    """Instants at which the light changes its course, as events."""
    model = satellite(air=True, light=True)
    for name in ("umbra", "penumbra"):
        model.add_event(name, tt.quantity(f"environment.{name}_angle").crosses(0.0))
    system = model.build()
    start = system.state(orbit={"position": POSITION, "velocity": VELOCITY})
    run = tt.simulate(system, start, duration=5400.0, rtol=1e-12)
    times = [float(event.time) for event in run.events]
    pairs = zip(times, CONTACTS, strict=True)
    return [
        Check(f"contact {k + 1} with the shadow", t, reference, 1e-6, "s")
        for k, (t, reference) in enumerate(pairs)
    ]

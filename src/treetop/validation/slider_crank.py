"""Spatial slider-crank: a crank about x drives a slider along x through a rod.

One loop: the rod hangs on the slider by a universal joint and closes at the crank by a spherical
one.  The universal joint leaves the rod no turn about itself.
"""

import numpy as np

import treetop as tt
from treetop.validation.case import Check
from treetop.validation.closed_loops import conserved, runs

CRANK, ROD, RATE = 0.08, 0.3, 6.0  # m, m, rad/s
AT = {  # of the slider: place and velocity
    1.0: (0.233764750335, -0.537705705355),
    5.0: (0.254650085467, 0.377827168385),
}
UNITS = ("m", "m/s")


def mechanism() -> tt.Model:
    model = tt.Model("slider-crank")
    crank = model.add_body("crank", 0.12, [1e-4, 1e-4, 1e-4])
    slider = model.add_body("slider", 2.0, [1e-4, 1e-4, 1e-4])
    rod = model.add_body("rod", 0.5, [4e-4, 4e-3, 4e-3], centre=[-ROD / 2, 0, 0])
    x, y = [1, 0, 0], [0, 1, 0]
    pivot = model.ground.frame("pivot", at=[0, 0.1, 0.12])
    model.add_joint("pivot", tt.Revolute(x), pivot, crank)
    model.add_joint("rail", tt.Prismatic(x), model.ground, slider)
    model.add_joint("wrist", tt.Universal(x, y), slider, rod)
    pin = crank.frame("pin", at=[0, 0, CRANK])
    model.add_joint("ball", tt.Spherical(), pin, rod.frame("end", at=[-ROD, 0, 0]))
    model.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
    return model


def start(system: tt.System) -> tt.State:
    """Crank up.  The rod points along (-cos b, -sin a sin b, cos a sin b), a and b its angles."""
    pin, pin_rate = np.array([0, 0.1, 0.2]), np.array([0, -CRANK * RATE, 0])
    slide = np.sqrt(ROD**2 - pin[1] ** 2 - pin[2] ** 2)
    e = (pin - [slide, 0, 0]) / ROD
    slide_rate = e @ pin_rate / e[0]  # the rod keeps its length
    e_rate = (pin_rate - [slide_rate, 0, 0]) / ROD
    across = e[1] ** 2 + e[2] ** 2
    return system.state(
        pivot={"rate": RATE},
        rail={"slide": slide, "slide_rate": slide_rate},
        wrist={
            "angle1": np.arctan2(-e[1], e[2]),
            "angle2": np.arccos(-e[0]),
            "rate1": (e[1] * e_rate[2] - e[2] * e_rate[1]) / across,
            "rate2": e_rate[0] / np.sqrt(across),
        },
    )


def checks() -> list[Check]:
    found = []
    for name, run in runs(mechanism(), start, np.array([0.0, *AT])):
        for t, values in AT.items():
            then = {
                what: float(run[f"rail.{what}"].sel(time=t)) for what in ("slide", "slide_rate")
            }
            for (what, value), unit, expected in zip(then.items(), UNITS, values, strict=True):
                label = f"{name}: {what.replace('_', ' ')} at {t:g} s"
                found.append(Check(label, value, expected, 1e-10, unit))
        found += conserved(name, run)
    return found

"""Lagrange's top released with its axis at rest: it falls, and rises again.

With z = cos θ, energy and the two momenta give z'² = f(z), a cubic with roots z1 < z0 < z2 where z0
is the start; the axis swings between z0 and z1 with period 4 K(m) / sqrt(2 M g l (z2 - z1) / A).
"""

import numpy as np
from scipy.special import ellipk

import treetop as tt
from treetop.validation.case import Check
from treetop.validation.numerics import TIGHT, turn

A, C, WEIGHT = 2.0, 1.0, 9.81  # moments about the tip; M g l with M = l = 1
THETA, SPIN = np.radians(60.0), 20.0


def checks() -> list[Check]:
    model = tt.Model("Lagrange's top")
    top = model.add_body(
        "top", 1.0, [A - 1.0, A - 1.0, C]
    )  # about the mass centre, 1 m from the tip
    model.add_joint("tip", tt.Spherical(), model.ground, top.frame("tip", at=[0, 0, -1]))
    model.add_force("weight", tt.UniformGravity([0, 0, -WEIGHT]))
    system = model.build()
    lowest, period = nutation()
    start = system.state(tip={"attitude": turn([1, 0, 0], THETA), "angular_velocity": [0, 0, SPIN]})
    run = tt.simulate(system, start, duration=period, at=[period / 2, period], **TIGHT)
    top_data = run.data.sel(body="top", axis="z")
    height, speed, rise = (
        top_data[name].values for name in ("position", "velocity", "acceleration")
    )
    # The turning point is where the speed vanishes: one Newton step from the expected period.
    turning = period - speed[1] / rise[1]
    return [
        Check("greatest tilt", np.degrees(np.arccos(height[0])), lowest, 1e-10, "deg", "relative"),
        Check("period of nutation", float(turning), period, 1e-10, "s", "relative"),
    ]


def nutation() -> tuple[float, float]:
    """Greatest angle of the axis from the vertical, deg, and the period, s."""
    z0, momentum = np.cos(THETA), C * SPIN
    # A z'²/2 = (z0 - z) [M g l (1 - z²) - momentum² (z0 - z) / (2 A)]
    z1, z2 = np.sort(
        np.roots([-WEIGHT, momentum**2 / (2 * A), WEIGHT - momentum**2 * z0 / (2 * A)]).real
    )
    rate = np.sqrt(WEIGHT * (z2 - z1) / (2 * A))
    return float(np.degrees(np.arccos(z1))), float(2 * ellipk((z0 - z1) / (z2 - z1)) / rate)

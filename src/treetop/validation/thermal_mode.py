"""A mode of a boom that is heated on one side, by a device with a state of the user's own.

Sudden heat bends the boom with a lag τ: x'' + ω² x = ω² y, τ y' = 1 - y.  The oscillation that
stays has the part 1/√(1 + (ω τ)²) of the static bending (Boley).  Where the bending takes the boom
out of the light or into it, τ y' = K x - y, and the mode with the damping ratio ζ flutters beyond
K = -(2 ζ (ω τ + 1/(ω τ)) + 4 ζ²).
"""

import math

import numpy as np

import treetop as tt
from treetop.core.spatial import Vec3
from treetop.validation.case import Check
from treetop.validation.numerics import TIGHT

OMEGA, LAG, DAMPING = 0.6, 12.0, 0.005
OSCILLATION = 0.137568371274688
FLUTTER = -0.0734888888888889


def checks() -> list[Check]:
    system = boom(0.0, light=1.0, damping=0.0).build()
    duration = 40.0 * LAG
    run = tt.simulate(system, system.state(), duration, every=duration, **TIGHT)
    x, v = run["bending.slide"].values[-1], run["bending.slide_rate"].values[-1]
    beyond = [growth(part * FLUTTER) for part in (0.99, 1.01)]
    return [
        Check("oscillation / static bending", math.hypot(x - 1.0, v / OMEGA), OSCILLATION, 1e-10),
        Check("growth at the boundary of flutter", growth(FLUTTER), 0.0, 1e-11, "1/s"),
        Check("growth just within it is negative", float(beyond[0] < 0.0), 1.0, 0.0),
        Check("growth just beyond it is positive", float(beyond[1] > 0.0), 1.0, 0.0),
    ]


def growth(gain: float) -> float:
    """The greatest real part of the poles."""
    system = boom(gain, light=0.0, damping=DAMPING).build()
    return float(np.max(tt.linearise(system).poles.real))


def boom(gain: float, light: float, damping: float) -> tt.Model:
    """A unit mass on a spring stands for the mode."""
    model = tt.Model("boom")
    mode = model.add_body("mode", mass=1.0)
    model.add_joint("bending", tt.Prismatic([1, 0, 0]), model.ground, mode)
    spring = tt.JointSpring("bending", stiffness=OMEGA**2, damping=2.0 * damping * OMEGA)
    model.add_force("spring", spring)
    parameters = [gain, light, LAG, OMEGA**2]
    model.add_device(
        "heat", tt.Actuator(heated, "mode", memory={"bent": 0.0}, parameters=parameters)
    )
    return model


def heated(t, motion, x, c, p, rates, out):  # type: ignore[no-untyped-def]
    """Thermal bending, which lags behind light and deflection, and the force it stands for."""
    rates[0] = (p[0] * motion.position.x + p[1] - x[0]) / p[2]
    return tt.Wrench(Vec3(p[3] * x[0], 0.0, 0.0), Vec3(0.0, 0.0, 0.0))

"""Physical pendulum: period 4 K(sin² α/2) / ω0, and the benchmark pendulum released at 90°.

θ = 2 asin(k sn(K - ω0 t | k²)) with k = sin α/2 and ω0² = m g d / J.
"""

import numpy as np
from scipy.special import ellipj, ellipk

import treetop as tt
from treetop.validation.case import Check, componentwise
from treetop.validation.numerics import TIGHT

G = 9.81
# IFToMM library of benchmarks, A01: x and y of the mass.
BENCHMARK = {
    1.0: (0.986291751131875, -0.165010853125541),
    5.0: (-0.942305435043757, -0.334754338414001),
    10.0: (-0.275087462576117, -0.961419205099125),
}


def checks() -> list[Check]:
    found = []
    for degrees in (5, 90, 175):
        found += physical_pendulum(np.radians(degrees), f"amplitude {degrees}°")
    return found + benchmark()


def pendulum(mass: float, inertia: list[float], depth: float) -> tt.System:
    """A body that turns about z, its mass centre below the hinge at zero angle."""
    model = tt.Model("pendulum")
    body = model.add_body("bob", mass, inertia, centre=[0, -depth, 0])
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), model.ground, body)
    model.add_force("weight", tt.UniformGravity([0, -G, 0]))
    return model.build()


def physical_pendulum(amplitude: float, name: str) -> list[Check]:
    mass, inertia, depth = 3.0, 0.4, 0.7
    system = pendulum(mass, [0.5, 0.3, inertia], depth)
    k, rate = np.sin(amplitude / 2), np.sqrt(mass * G * depth / (inertia + mass * depth**2))
    period = 4 * ellipk(k**2) / rate
    third = 2 * np.arcsin(k * ellipj(ellipk(k**2) - rate * period / 3, k**2)[0])

    start = system.state(hinge={"angle": amplitude})
    run = tt.simulate(system, start, duration=period, at=[period / 3, period], **TIGHT)
    angle = run["hinge.angle"].values
    # The turning point is where the speed vanishes: one Newton step from the expected period.
    turning = period - float(run["hinge.rate"][-1] / run.data.speed_rates[-1, 0])
    return [
        Check(f"period, {name}", turning, period, 1e-10, "s", "relative"),
        Check(f"angle at T/3, {name}", float(angle[0]), third, 1e-10, "rad"),
    ]


def benchmark() -> list[Check]:
    system = pendulum(1.0, [0.0, 0.0, 0.0], 1.0)
    start = system.state(hinge={"angle": -np.pi / 2})
    run = tt.simulate(system, start, duration=10.0, at=list(BENCHMARK), **TIGHT)
    angle = run["hinge.angle"].values
    positions = np.stack([np.sin(angle), -np.cos(angle)], axis=1)
    return [
        check
        for (t, expected), position in zip(BENCHMARK.items(), positions, strict=True)
        for check in componentwise(f"mass at {t:g} s,", "xy", position, expected, 1e-10, "m")
    ]

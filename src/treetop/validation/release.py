"""Events on reactions: a ball whose string goes slack, and one that leaves a sphere.

Both are released where the force along the radius vanishes.  With J the inertia about the hinge and
κ = 2 m l²/J, energy gives ω² = ω0² - κ g/l (1 - cos α), α from the lowest point, and the tension
m (ω² l + g cos α) vanishes at cos α = (κ - ω0² l/g) / (1 + κ).  On a sphere, α from the top, the
pressure m (g cos α - ω² l) vanishes at cos α = (κ + ω0² l/g) / (1 + κ): 2/3 for a point at rest.
The time is the integral of 1/ω.
"""

import math

import numpy as np
from scipy.integrate import quad

import treetop as tt
from treetop.validation.case import Check
from treetop.validation.numerics import TIGHT

G, LENGTH, MASS, INERTIA, ARM = 9.81, 1.25, 2.0, 0.05, 0.01
FORMULATIONS = ("recursive", "newton-euler", "udwadia")


def checks() -> list[Check]:
    found = []
    for name, below, rate in (("string", True, 5.5), ("sphere", False, 0.4)):
        angle, time = closed_form(below, rate)
        runs = {each: released(below, rate, each) for each in FORMULATIONS}
        for formulation, run in runs.items():
            event = run.events[0]
            at = run.data.sel(time=event.time)
            turned = abs(float(at.coordinates.sel(coordinate="hinge.angle")))
            case = f"{name}, {formulation}"
            found.append(Check(f"time of release, {case}", event.time, time, 1e-9, "s", "relative"))
            found.append(Check(f"angle of release, {case}", turned, angle, 1e-9, "rad", "relative"))
            found += flight(run, case)
    return found


def closed_form(below: bool, rate: float) -> tuple[float, float]:
    """Angle and time of the release."""
    w2, kappa = rate**2, 2 * MASS * LENGTH**2 / (MASS * LENGTH**2 + INERTIA + ARM)
    pull, sign = kappa * G / LENGTH, -1.0 if below else 1.0
    angle = math.acos((kappa + sign * w2 * LENGTH / G) / (1.0 + kappa))
    time = quad(
        lambda a: 1.0 / math.sqrt(w2 + sign * pull * (1.0 - math.cos(a))),
        *(0.0, angle),
        epsabs=1e-13,
        epsrel=1e-13,
    )[0]
    return angle, time


def released(below: bool, rate: float, formulation: str) -> tt.Run:
    """A ball on an arm with its mass at the hinge, which it leaves."""
    m = tt.Model("release")
    arm = m.add_body("arm", mass=0.1, inertia=[ARM, ARM, ARM])
    ball = m.add_body("ball", mass=MASS, inertia=[INERTIA, INERTIA, INERTIA])
    m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, arm)
    end = arm.frame("end", at=[0, 0, -LENGTH if below else LENGTH])
    m.add_joint("hold", tt.Fixed(), end, ball)
    m.add_force("weight", tt.UniformGravity([0, 0, -G]))
    radial = tt.reaction("hold").force.z
    m.add_event("gone", radial.falls(0))
    m.add_stage("held", until="gone")
    m.add_stage("free", release="hold")
    m.set_start("hinge", rate=rate)
    system = m.build(formulation)
    return tt.simulate(system, system.start(), duration=2.0, every=2.0, **TIGHT)


def flight(run: tt.Run, case: str) -> list[Check]:
    """From there a parabola; nothing is lost."""
    at = run.events[0].time
    x, v = (run[f"ball.{name}"].sel(time=at).values for name in ("position", "velocity"))
    h = run.time[-1] - at
    exact = x + v * h + np.array([0.0, 0.0, -G]) * h**2 / 2
    missed = np.linalg.norm(run["ball.position"].values[-1] - exact)
    return [
        Check(f"place after free flight, {case}", float(missed), 0.0, 1e-9, "m"),
        Check(f"energy lost, {case}", run.events[0].energy_lost, 0.0, 1e-12, "J"),
    ]

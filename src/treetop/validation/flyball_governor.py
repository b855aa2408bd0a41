"""Stiff flyball governor: a spinning shaft, a slider on it, two rods with balls, stiff springs.

IFToMM library of computational benchmark problems, A05.  Springs and dashpots take the place of the
links that would close two loops: rates of 1e4 1/s in a motion of seconds.
"""

from typing import Any

import numpy as np

import treetop as tt
from treetop.validation.case import Check
from treetop.validation.closed_loops import SPARSE, runs

REACH, BALL = 1.0, 5.0  # m, kg
STIFFNESS, DAMPING = 8e5, 4e4
END, SLIDE, TILT, SPIN = 0.5, 0.7432494248, 14.86776098, 5.103415422  # s, m, deg, rad/s


def mechanism() -> tt.Model:
    model = tt.Model("flyball governor")
    shaft = model.add_body("shaft", 0.3, box(0.3, 0.01, 0.01, 1.0), centre=[0, 0, 0.5])
    slider = model.add_body("slider", 3.0, box(3.0, 0.1, 0.1, 0.1))
    model.add_joint("bearing", tt.Revolute([0, 0, 1]), model.ground, shaft)
    model.add_joint("sleeve", tt.Prismatic([0, 0, 1]), shaft, slider)
    for side, sign in (("right", 1.0), ("left", -1.0)):
        rod = model.add_body(f"{side}_rod", 0.3, box(0.3, REACH, 0.01, 0.01), [sign * 0.5, 0, 0])
        ball = model.add_body(f"{side}_ball", BALL)
        # A positive angle lowers the rod, on both sides.
        hinge = shaft.frame(side, at=[sign * 0.05, 0, 1])
        model.add_joint(side, tt.Revolute([0, sign, 0]), hinge, rod)
        end = rod.frame("end", at=[sign * REACH, 0, 0])
        model.add_joint(f"{side}_end", tt.Fixed(), end, ball)
        spring = tt.SpringDamper(
            slider.frame(side, at=[sign * 0.05, 0, 0]),
            rod.frame("middle", at=[sign * REACH / 2, 0, 0]),
            length=0.5,
            stiffness=STIFFNESS,
            damping=DAMPING,
        )
        model.add_force(f"{side}_spring", spring)
    model.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
    return model


def box(mass: float, x: float, y: float, z: float) -> list[float]:
    """Moments of inertia of a box with edges x, y, z."""
    return [mass * (y * y + z * z) / 12, mass * (z * z + x * x) / 12, mass * (x * x + y * y) / 12]


def start(system: tt.System) -> tt.State:
    return system.state(
        bearing={"rate": 2 * np.pi},
        sleeve={"slide": 0.5},
        right={"angle": np.radians(30)},
        left={"angle": np.radians(30)},
    )


def checks() -> list[Check]:
    times, system = np.linspace(0.0, END, 11), mechanism().build()
    found = [
        check
        for name, run in runs(mechanism(), start, times, SPARSE)
        for check in of_run(name, run, 1e-8)
    ]
    implicit: dict[str, Any] = {"method": "radau", "rtol": 1e-9, "atol": 1e-11}
    run = tt.simulate(system, start(system), duration=END, at=times, **implicit)
    return found + of_run("radau", run, 1e-7)


def of_run(name: str, run: tt.Run, tolerance: float) -> list[Check]:
    tilt = {side: float(np.degrees(run[f"{side}.angle"][-1])) for side in ("right", "left")}
    slide, spin = (float(run[label][-1]) for label in ("sleeve.slide", "bearing.rate"))
    return [
        Check(f"{name}: slider at {END:g} s", slide, SLIDE, tolerance / 10, "m"),
        Check(f"{name}: spin at {END:g} s", spin, SPIN, tolerance, "rad/s"),
        *(Check(f"{name}: {side} rod", tilt[side], TILT, tolerance, "deg") for side in tilt),
        Check(f"{name}: energy", run.audit()["energy"].relative, 0.0, tolerance / 100),
    ]

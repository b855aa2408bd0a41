"""Derivatives of runs by numbers of their models, and what is found with them: closed forms.

All times of a pendulum grow with the root of its length, so that dt/dl = t / 2l at any amplitude; a
quarter of its period is K(sin θ/2) √(l/g).  A ball that falls for 1 s strikes at 1 + 2 (e + e² + …)
s.  A swing with dry friction is harmonic from extreme to extreme.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import ellipk

import treetop as tt
from treetop.validation.case import Check

STRICT: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13}
LENGTH, GRAVITY, ANGLE = 1.5, 9.81, 1.2  # m, m/s², rad
RESTITUTION = 0.8


def checks() -> list[Check]:
    time, by_length = quarter_period()
    quarter = float(ellipk(np.sin(ANGLE / 2) ** 2) * np.sqrt(LENGTH / GRAVITY))
    found = [
        Check("pendulum, a quarter of its period", time, quarter, 1e-9, "s"),
        Check("pendulum, its derivative by length", by_length, quarter / (2 * LENGTH), 1e-8, "s/m"),
    ]
    e = RESTITUTION
    for k, (got, wanted) in enumerate(zip(strikes(), (0.0, 2.0, 2.0 + 4.0 * e), strict=True), 1):
        found.append(Check(f"ball, time of strike {k} by restitution", got, wanted, 1e-7, "s"))
    fit, least = swing(), start_to_rest()
    found += [
        Check("swing with dry friction, stiffness found", fit[0], 10.0, 1e-6, "N*m/rad"),
        Check("swing with dry friction, friction found", fit[1], 0.08, 1e-6, "N*m"),
        Check("start for rest at 5 cm, slide found", least[0], 0.05 * np.cos(2.0), 1e-7, "m"),
        Check("start for rest at 5 cm, rate found", least[1], 0.1 * np.sin(2.0), 1e-7, "m/s"),
    ]
    return found


def quarter_period() -> tuple[float, float]:
    """The time until a pendulum is down, and its derivative by the length."""
    m = tt.Model("pendulum")
    bob = m.add_body("bob", 2.0, centre=[0, 0, -LENGTH])
    m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, bob)
    m.add_force("weight", tt.UniformGravity([0, 0, -GRAVITY]))
    m.add_event("down", tt.quantity("hinge.angle").falls(0.0))
    m.set_start("hinge", angle=ANGLE)
    path = "bodies.bob.centre.z"
    run = tt.simulate(m, duration=1.0, at=[1.0], sensitivities=[path], **STRICT)
    return run.events[0].time, -float(run.event_sensitivity("down", to=path)[0])


def strikes() -> list[float]:
    """Derivatives by restitution of the times at which a ball strikes."""
    m = tt.Model("ball")
    m.add_joint("rail", tt.Prismatic([0, 0, 1]), m.ground, m.add_body("ball", 2.0))
    m.add_force("weight", tt.UniformGravity([0, 0, -10.0]))
    m.add_force("floor", tt.RigidStop("rail", lower=0.0, restitution=RESTITUTION))
    m.set_start("rail", slide=5.0)
    path = "forces.floor.restitution"
    run = tt.simulate(m, duration=4.0, at=[4.0], sensitivities=[path], **STRICT)
    return [float(value) for value in run.event_sensitivity("floor lower", to=path)[:3]]


def swing() -> np.ndarray:
    """Stiffness and dry friction of a hinge, from two and a half half swings in closed form."""
    times, aside, rate, extreme = np.linspace(0.1, 4.0, 40), 0.08 / 10.0, 2.0, 0.15
    half = np.floor(times * rate / np.pi)
    side = (-1.0) ** half
    angles = side * aside + (extreme - (2 * half + 1) * aside) * np.cos(rate * times)
    m = tt.Model("swing")
    m.add_joint("hinge", tt.Revolute([0, 0, 1]), m.ground, m.add_body("boom", 1.0, [2, 2, 2.5]))
    m.add_force("spring", tt.JointSpring("hinge", stiffness=9.0))
    m.add_force("friction", tt.DryFriction("hinge", coulomb=0.06))
    m.set_start("hinge", angle=extreme)
    paths = ["forces.spring.stiffness", "forces.friction.coulomb"]
    return tt.fit(m, {"hinge.angle": (times, angles)}, paths, **STRICT).values


def start_to_rest() -> np.ndarray:
    """Where an oscillator has to start to be at rest at 5 cm after 1 s."""
    m = tt.Model("oscillator")
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, m.add_body("block", 2.0))
    m.add_force("spring", tt.JointSpring("rail", stiffness=8.0))
    m.set_start("rail", slide=0.1, slide_rate=0.2)
    least = tt.optimise(
        m,
        [(tt.last("rail.slide_rate"), "1 m/s")],
        ["start.rail.slide", "start.rail.slide_rate"],
        require=[(tt.last("rail.slide"), "5 cm")],
        duration=1.0,
        **STRICT,
    )
    return least.values

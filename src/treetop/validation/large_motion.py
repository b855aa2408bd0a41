"""Beams in large motion: a soft spin-up, the flying spaghetti of Simo and Vu-Quoc (1986, 1988) in
the plane and in space with smooth loads, and a beam pendulum that stretches and shears.

The limit of many elements is extrapolated from n and 2n.
"""

import math

import numpy as np

import treetop as tt
from treetop.validation.case import Check, componentwise
from treetop.validation.lines import limit, limit_checks, places

SPIN_UP = (8.3093020925, -5.2255059886, 9.2448254061, 3.6089755091)  # tip at 4 s and 10 s
PLANE = (4.20732474, -0.66886547, 8.26560221, 7.69453367)  # both ends at 5 s
SPACE = (11.68958327, 3.64306416, -4.56703401, 11.77624099, 6.03436799, 4.30734643)
PENDULUM = (-0.571255, -0.820889)
RATE, RISE = 1.5, 5.0


def checks() -> list[Check]:
    hung = limit(pendulum, 12)  # of six digits: the order is lost in the last of them
    return [
        *limit_checks("soft spin-up, tip", limit(spin_up, 16), SPIN_UP, 2e-4, "m", 1e-10),
        *limit_checks("spaghetti in the plane, ends", limit(spaghetti, 20), PLANE, 1e-4, "m", 1e-8),
        *limit_checks(
            "spaghetti in space, ends", limit(spaghetti_in_space, 12), SPACE, 1e-4, "m", 1e-8
        ),
        *componentwise("beam pendulum, tip", "xy", hung.value, PENDULUM, hung.left + 1e-6, "m"),
        Check("beam pendulum, tip: error estimated", hung.left, 0.0, 1e-6, "m"),
    ]


def _driven(t):
    """The angle whose rate rises smoothly and then stays, and its first two rates."""
    s = min(t / RISE, 1.0)
    angle = RATE * RISE * s**4 * (2.5 + s * (s - 3.0)) + RATE * max(t - RISE, 0.0)
    rate = RATE * s**3 * (10.0 + s * (6.0 * s - 15.0))
    return angle, rate, RATE / RISE * 30.0 * s**2 * (1.0 - s) ** 2


def spin_up(n: int) -> np.ndarray:
    """Where the tip is in the axes of the base at 4 s and at 10 s."""
    m = tt.Model("spin-up")
    boom = m.add_beam("boom", tt.Beam(length=10, mass_per_length=1.2, EI=[None, 1400], elements=n))
    m.add_joint("base", tt.Revolute([0, 0, 1]), m.ground, boom)
    m.add_constraint("drive", tt.Prescribed("base.angle", function=_driven, breaks=[RISE]))
    system, step = m.build(), min(5e-4, 0.7 / n**2)  # as vibration of the shortest waves allows
    run = tt.simulate(system, system.start(), 10.0, at=[4.0, 10.0], method=tt.Rk4(step=step))
    found = []
    for angle, (x, y, _) in zip(run["base.angle"].values, places(run, "boom.tip"), strict=True):
        c, s = math.cos(angle), math.sin(angle)
        found += [c * x + s * y, c * y - s * x]
    return np.array(found)


def _thrown(t, motion, p):
    """Smooth force along x and torques about y and z, until they end."""
    size = math.sin(math.pi * t / p[0]) ** 4 if t < p[0] else 0.0
    return tt.Wrench(tt.Vec3(p[1] * size, 0.0, 0.0), tt.Vec3(0.0, p[2] * size, p[3] * size))


def _spaghetti(n: int, kind, load: list[float], **stiffness) -> tt.Run:
    """From (6, 0) to (0, 8), thrown by its first end; 5 s."""
    m = tt.Model("spaghetti")
    line = tt.Beam(length=10, mass_per_length=1, EA=1e4, elements=n, **stiffness)
    along = [[-0.6, -0.8, 0], [0.8, -0.6, 0], [0, 0, 1]]
    start = m.ground.frame("start", at=[6, 0, 0], attitude=along)
    m.add_joint("free", kind, start, m.add_beam("boom", line))
    m.add_force("throw", tt.UserForce(_thrown, "boom", parameters=load))
    system = m.build()
    return tt.simulate(system, system.state(), 5.0, every=5.0, rtol=1e-9, atol=1e-11)


def spaghetti(n: int) -> np.ndarray:
    run = _spaghetti(
        n,
        tt.Planar([0, 0, 1]),
        [2.5, 8.0, 0.0, -80.0],
        EI=[None, 100],
        GA=[1e4, None],
        rotary_inertia=[20, 10, 10],
    )
    return np.concatenate([places(run, f"boom.{end}")[-1, :2] for end in ("root", "tip")])


def spaghetti_in_space(n: int) -> np.ndarray:
    run = _spaghetti(
        n,
        tt.Free(),
        [5.0, 20.0, -100.0, -200.0],
        EI=500,
        GJ=500,
        GA=1e4,
        rotary_inertia=[20, 10, 10],
    )
    return np.concatenate([places(run, f"boom.{end}")[-1] for end in ("root", "tip")])


def pendulum(n: int) -> np.ndarray:
    m = tt.Model("beam pendulum")
    line = tt.Beam(
        length=1,
        mass_per_length=1,
        EI=[None, 5],
        EA=1e5,
        GA=[4e4, None],
        rotary_inertia=[1e-4, 5e-5, 5e-5],
        elements=n,
    )
    m.add_joint("hinge", tt.Revolute([0, 0, 1]), m.ground, m.add_beam("boom", line))
    m.add_force("weight", tt.UniformGravity([0, -9.81, 0]))
    system = m.build()
    run = tt.simulate(system, system.state(), 0.6, every=0.6, rtol=1e-9, atol=1e-11)
    return places(run, "boom.tip")[-1, :2]

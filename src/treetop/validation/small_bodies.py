"""Orbits about small bodies: a turning brick, and two mascons.

The pull of a brick has a closed form (Nagy, Geophysics 31 (1966) 362), with which SciPy's DOP853
goes round it in inertial coordinates.  Two equal masses at ±d on an axis have the zonal harmonics
J_n = -(d/R)ⁿ of even degree.
"""

import itertools
import math

import numpy as np
from scipy.integrate import solve_ivp

import treetop as tt
from treetop.environment.small_bodies import GRAVITATION
from treetop.validation.case import Check, componentwise
from treetop.validation.numerics import TIGHT

SIDES, DENSITY, RATE = np.array([600.0, 400.0, 300.0]), 2000.0, 4e-4
START = np.array([700.0, 300.0, 200.0]), np.array([-0.02, 0.08, 0.06])
DURATION = 16000.0  # s: a turn of the brick
APART, MASS, DEGREE = 150.0, 1e11, 40  # of mascons; harmonics beyond are 1e-27 of the point mass
FACES = (
    *((0, 2, 4), (2, 6, 4), (1, 5, 3), (3, 5, 7), (0, 4, 1), (1, 4, 5)),
    *((2, 3, 6), (3, 7, 6), (0, 1, 2), (1, 3, 2), (4, 6, 5), (5, 6, 7)),
)


def checks() -> list[Check]:
    corners = list(itertools.product(*((-0.5 * side, 0.5 * side) for side in SIDES)))
    brick = tt.Polyhedron(corners, FACES, density=DENSITY)
    turning = tt.UniformRotation(RATE)
    mascons = tt.Mascons([MASS / 2, MASS / 2], [[0, 0, APART], [0, 0, -APART]])
    J = [0.0 if n % 2 else -1.0 for n in range(2, DEGREE + 1)]
    harmonics = tt.ZonalField(J, radius=APART)
    two = flown(tt.Planet(gravity=mascons))
    return [
        *componentwise(
            "about a turning brick:", "xyz", flown(tt.Planet(gravity=brick, rotation=turning)),
            about_a_brick(), 1e-6, "m",
        ),
        *componentwise(
            "about two mascons:", "xyz", two,
            flown(tt.Planet(mu=GRAVITATION * MASS, gravity=harmonics)), 1e-6, "m",
        ),
    ]  # fmt: skip


def flown(planet: tt.Planet) -> np.ndarray:
    """Where a small craft is at the end."""
    model = tt.Model("craft")
    bus = model.add_body("bus", 100.0, [10.0, 10.0, 10.0])
    model.add_joint("flight", tt.Free(), model.ground, bus)
    model.set_environment(planet)
    system = model.build()
    start = system.state(flight={"position": START[0], "velocity": START[1]})
    run = tt.simulate(system, start, DURATION, at=[DURATION], **TIGHT)
    return np.asarray(run["bus.position"].values[-1])


def about_a_brick() -> np.ndarray:
    """Where it is by the closed form."""

    def rate(t: float, y: np.ndarray) -> np.ndarray:
        c, s = math.cos(RATE * t), math.sin(RATE * t)
        R = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
        pull = [brick_pull(R @ y[:3], axis) for axis in range(3)]
        return np.append(y[3:], GRAVITATION * DENSITY * R.T @ pull)

    y = np.concatenate(START)
    found = solve_ivp(rate, (0.0, DURATION), y, method="DOP853", rtol=1e-11, atol=1e-9)
    return np.asarray(found.y[:3, -1])


def brick_pull(x: np.ndarray, axis: int, sides: np.ndarray = SIDES) -> float:
    """The pull of a brick along an axis (Nagy 1966), over gravitational constant and density."""
    order, total = [(axis + 1) % 3, (axis + 2) % 3, axis], 0.0
    for signs in itertools.product((-1, 1), repeat=3):
        a, b, c = (signs[k] * 0.5 * sides[k] - x[k] for k in order)
        r = math.sqrt(a * a + b * b + c * c)
        sign = signs[0] * signs[1] * signs[2]
        total -= sign * (a * math.log(b + r) + b * math.log(a + r) - c * math.atan(a * b / (c * r)))
    return total

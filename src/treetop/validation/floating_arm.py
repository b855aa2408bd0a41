"""Free-floating planar arm: with zero momentum the base turns as the joints do, and not quite back.

The base speeds follow from the rows of the mass matrix that belong to the base: they are the
momenta, M_bb u_b + M_bj u_j = 0.
"""

from itertools import pairwise

import numpy as np
from scipy.integrate import solve_ivp

import treetop as tt
from treetop.validation.case import Check
from treetop.validation.numerics import TIGHT

BASE_AT_5, BASE_AT_10, BASE_AFTER_LOOP = (
    -0.329123765044403,
    -0.615193445209234,
    -0.029932527987023,
)
LOOP = np.array([(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)], dtype=float)


def checks() -> list[Check]:
    system = arm()

    def reach(t: float) -> tuple[np.ndarray, np.ndarray]:
        """Joint angles and rates of the smooth reach, over in 10 s."""
        s = t / 10 - np.sin(2 * np.pi * t / 10) / (2 * np.pi)
        rate = (1 - np.cos(2 * np.pi * t / 10)) / 10
        return np.array([0.2, -0.3]) + np.array([1, 1.5]) * s, np.array([1, 1.5]) * rate

    half = base_motion(system, reach, np.zeros(3), 5.0)
    whole = base_motion(system, reach, np.zeros(3), 10.0)
    round_trip = np.zeros(3)
    for a, b in pairwise(LOOP):
        round_trip = base_motion(
            system, lambda t, a=a, b=b: (a + (b - a) * t, b - a), round_trip, 1
        )
    return [
        Check("base angle at 5 s", half[2], BASE_AT_5, 1e-11, "rad"),
        Check("base angle at 10 s", whole[2], BASE_AT_10, 1e-11, "rad"),
        Check("base angle after the loop", round_trip[2], BASE_AFTER_LOOP, 1e-11, "rad"),
        *momenta_kept(),
    ]


def arm(**efforts: float) -> tt.System:
    model = tt.Model("free-floating arm")
    base = model.add_body("base", 100.0, [20.0, 20.0, 20.0])
    links = [
        model.add_body(name, mass, [0, mass / 12, mass / 12], centre=[0.5, 0, 0])
        for name, mass in (("upper", 10.0), ("lower", 8.0))
    ]
    model.add_joint("flight", tt.Planar([0, 0, 1]), model.ground, base)
    model.add_joint(
        "shoulder", tt.Revolute([0, 0, 1]), base.frame("shoulder", [0.5, 0, 0]), links[0]
    )
    model.add_joint("elbow", tt.Revolute([0, 0, 1]), links[0].frame("elbow", [1, 0, 0]), links[1])
    for joint, effort in efforts.items():
        model.add_force(f"{joint} motor", tt.JointEffort(joint, effort))
    return model.build()


def base_motion(system: tt.System, path, base: np.ndarray, duration: float) -> np.ndarray:
    """x, y and angle of the base at the end of a path of the joints, momentum zero throughout."""

    def base_speeds(t: float, base: np.ndarray) -> np.ndarray:
        angles, rates = path(t)
        x, y, angle = base
        M = system.mass_matrix(
            system.state(
                flight={"x": x, "y": y, "angle": angle},
                shoulder={"angle": angles[0]},
                elbow={"angle": angles[1]},
            )
        )
        return -np.linalg.solve(M[:3, :3], M[:3, 3:] @ rates)

    return solve_ivp(base_speeds, (0, duration), base, method="DOP853", rtol=1e-12, atol=1e-13).y[
        :, -1
    ]


def momenta_kept() -> list[Check]:
    """Motors act between bodies: from rest, nothing outside changes the momenta."""
    system = arm(shoulder=2.0, elbow=-1.5)
    run = tt.simulate(system, system.state(), duration=5.0, every=0.5, **TIGHT)
    return [
        Check(
            f"greatest {name.replace('_', ' ')}", float(abs(run.data[name]).max()), 0.0, 1e-10, unit
        )
        for name, unit in (("linear_momentum", "N s"), ("angular_momentum", "N m s"))
    ]

"""Double pendulum of two point masses on massless rods, against its printed equations.

With u1 = q1', u2 = q1' + q2' (Banerjee 2016):

    m l² (2 u1' + u2' cos q2 - u2² sin q2) = -2 m g l sin q1              (1.19)
    m l² (u1' cos q2 + u1² sin q2 + u2')  = -m g l sin(q1 + q2)           (1.20)
"""

import numpy as np
from scipy.integrate import solve_ivp

import treetop as tt
from treetop.validation.case import Check
from treetop.validation.numerics import TIGHT

M, L, G = 2.0, 1.3, 9.81
STATES = [(0.3, -0.8, 1.1, 0.4), (2.0, 1.0, -3.0, 2.5), (-1.2, 2.9, 0.0, -4.0)]  # q1, q2, q1', q2'


def checks() -> list[Check]:
    model = tt.Model("double pendulum")  # x down, y to the right
    upper = model.add_body("upper", M, centre=[L, 0, 0])
    lower = model.add_body("lower", M, centre=[L, 0, 0])
    model.add_joint("O", tt.Revolute([0, 0, 1]), model.ground, upper)
    model.add_joint("P", tt.Revolute([0, 0, 1]), upper.frame("P", at=[L, 0, 0]), lower)
    model.add_force("weight", tt.UniformGravity([G, 0, 0]))
    system = model.build()

    def state(q1: float, q2: float, q1d: float, q2d: float) -> tt.State:
        return system.state(O={"angle": q1, "rate": q1d}, P={"angle": q2, "rate": q2d})

    found = []
    for k, y in enumerate(STATES, start=1):
        rates, expected = system.evaluate(state(*y)).speed_rates, printed(0.0, y)[2:]
        found += [
            Check(f"{name} in state {k}", float(value), reference, 1e-12, "rad/s^2", "relative")
            for name, value, reference in zip(("q1''", "q2''"), rates, expected, strict=True)
        ]
    end, y = 6.0, STATES[0]
    last = solve_ivp(printed, (0, end), y, method="DOP853", rtol=1e-13, atol=1e-14).y[:, -1]
    run = tt.simulate(system, state(*y), duration=end, at=[end], **TIGHT)
    found += [
        Check(f"q{k} at 6 s", float(run[label][-1]), last[k - 1], 1e-11, "rad")
        for k, label in ((1, "O.angle"), (2, "P.angle"))
    ]
    return found


def printed(t: float, y: tuple) -> np.ndarray:
    """q1', q2', q1'', q2'' from (1.19) and (1.20)."""
    q1, q2, u1, u2 = y[0], y[1], y[2], y[2] + y[3]
    left = [[2.0, np.cos(q2)], [np.cos(q2), 1.0]]
    right = np.sin(q2) * np.array([u2**2, -(u1**2)])
    right -= G / L * np.array([2 * np.sin(q1), np.sin(q1 + q2)])
    u1d, u2d = np.linalg.solve(left, right)
    return np.array([y[2], y[3], u1d, u2d - u1d])

"""Torque-free asymmetric top: body rates are Jacobi functions of time.

With I1 < I2 < I3, H² > 2 T I2 and ω2(0) = 0, ω = (a cn, b sn, c dn)(p t | m); the attitude after a
period 4 K(m)/p is a turn about H by ∮ H (I1 ω1² + I2 ω2²) / (I1² ω1² + I2² ω2²) dt.
"""

import numpy as np
from scipy.integrate import quad
from scipy.special import ellipj, ellipk

import treetop as tt
from treetop.validation.case import Check, componentwise
from treetop.validation.numerics import TIGHT

I1, I2, I3 = INERTIA = np.array([1.0, 2.0, 2.5])
START = np.array([0.9, 0.0, 1.0])
H = np.linalg.norm(INERTIA * START)
ABOVE = START @ (INERTIA * START) * I3 - H**2  # 2 T I3 - H²
BELOW = H**2 - START @ (INERTIA * START) * I1  # H² - 2 T I1
RATE = np.sqrt((I3 - I2) * BELOW / (I1 * I2 * I3))
PARAMETER = (I2 - I1) * ABOVE / ((I3 - I2) * BELOW)
PERIOD = 4 * ellipk(PARAMETER) / RATE
TOLERANCES = {0.1: 1e-12, 0.65: 1e-12, 20.3: 1e-10}  # by the number of periods


def checks() -> list[Check]:
    system = top()
    times = PERIOD * np.array([0.1, 0.65, 1.0, 20.3])
    start = system.state(flight={"angular_velocity": START})
    run = tt.simulate(system, start, duration=times[-1], at=times, **TIGHT)
    turned = run["flight.attitude"].sel(time=PERIOD).values
    found = [
        check
        for periods, tolerance in TOLERANCES.items()
        for check in componentwise(
            f"rate after {periods:g} periods,",
            "123",
            run["flight.angular_velocity"].sel(time=periods * PERIOD).values,
            body_rate(periods * PERIOD),
            tolerance,
            "rad/s",
        )
    ]
    angle = 2 * np.arctan2(turned[1:] @ (INERTIA * START) / H, turned[0])
    return [
        *found,
        Check(
            "turn about the momentum in a period",
            float(angle % (2 * np.pi)),
            turn_in_a_period() % (2 * np.pi),
            1e-11,
            "rad",
        ),
    ]


def top() -> tt.System:
    model = tt.Model("torque-free top")
    model.add_joint("flight", tt.Free(), model.ground, model.add_body("top", 1.0, INERTIA))
    return model.build()


def body_rate(t: float) -> np.ndarray:
    sn, cn, dn, _ = ellipj(RATE * t, PARAMETER)
    return np.array([START[0] * cn, np.sqrt(ABOVE / (I2 * (I3 - I2))) * sn, START[2] * dn])


def turn_in_a_period() -> float:
    def precession(t: float) -> float:
        a, b, _ = INERTIA * body_rate(t) ** 2
        return H * (a + b) / (I1 * a + I2 * b)

    return quad(precession, 0, PERIOD, epsabs=1e-13, epsrel=1e-13, limit=200)[0]

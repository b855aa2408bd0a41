"""A double integrator under sampled proportional and derivative feedback, exactly held.

Between samples the torque is constant, so that angle and rate follow by powers of one matrix; with
a delay the period is cut in two.
"""

import numpy as np

import treetop as tt
from treetop.validation.case import Check

INERTIA, STIFFNESS, DAMPING, PERIOD = 100.0, 4.0, 30.0, 0.5
START, DURATION = (0.3, -0.01), 60.0
DELAYS = {"none": 0.0, "0.3 of a sample": 0.3, "one sample": 1.0, "2.4 samples": 2.4}


def checks() -> list[Check]:
    return [check for name, part in DELAYS.items() for check in _with(name, part * PERIOD)]


def _with(name: str, delay: float) -> list[Check]:
    run = simulated(delay)
    angle, rate = exact(delay)
    return [
        Check(f"angle, delay: {name}", run["axle.angle"].values[-1], angle, 1e-14, "rad"),
        Check(f"rate, delay: {name}", run["axle.rate"].values[-1], rate, 1e-14, "rad/s"),
    ]


def simulated(delay: float, **settings) -> tt.Run:
    """The run, a wheel giving the torque."""
    wheel = 0.05
    model = tt.Model("sampled feedback")
    hub = model.add_body("hub", 1, [INERTIA + wheel] * 3)
    model.add_joint("axle", tt.Revolute([0, 0, 1]), model.ground, hub)
    model.add_device("wheel", tt.Wheel(hub, [0, 0, 1], inertia=wheel))
    inputs, gains = ["axle.angle", "axle.rate"], [STIFFNESS, DAMPING]
    law = tt.UserController(
        feedback, every=PERIOD, delay=delay, inputs=inputs, to="wheel", parameters=gains
    )
    model.add_controller("feedback", law)
    system = model.build()
    start = system.state(axle={"angle": START[0], "rate": START[1]})
    return tt.simulate(system, start, DURATION, every=DURATION, **settings)


def feedback(t, z, x, p, u):
    """The torque on the wheel, which its hub feels the other way round."""
    u[0] = p[0] * z[0] + p[1] * z[1]


def exact(delay: float) -> tuple[float, float]:
    """Angle and rate in the end: each sample takes effect after whole periods and a part."""
    whole = int(np.ceil(delay / PERIOD - 1e-9))
    part = delay - (whole - 1) * PERIOD if whole else 0.0
    x, held, waiting = np.array(START), 0.0, [0.0] * whole
    for _ in range(round(DURATION / PERIOD)):
        if whole and part == PERIOD:
            held, waiting = waiting[0], waiting[1:] + [0.0]
        waiting_or_now = -STIFFNESS * x[0] - DAMPING * x[1]
        if whole:
            waiting[-1] = waiting_or_now
        else:
            held = waiting_or_now
        if whole and part < PERIOD:
            x = _moved(x, held, part)
            held, waiting = waiting[0], waiting[1:] + [0.0]
            x = _moved(x, held, PERIOD - part)
        else:
            x = _moved(x, held, PERIOD)
    return float(x[0]), float(x[1])


def _moved(x: np.ndarray, torque: float, time: float) -> np.ndarray:
    rate = torque / INERTIA
    return np.array([x[0] + time * x[1] + 0.5 * rate * time**2, x[1] + time * rate])

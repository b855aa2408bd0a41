"""Limit cycle of an axis between the ends of a dead band, by thruster pulses of one sample.

A pulse turns the rate round by Δω = M τ / J; the period is 8 d / Δω + 2 τ, the peak d + Δω τ / 8.
"""

import numpy as np

import treetop as tt
from treetop.validation.case import Check
from treetop.validation.numerics import TIGHT

INERTIA, TORQUE, PULSE, BAND = 100.0, 0.5, 0.02, 0.001
CHANGE = TORQUE * PULSE / INERTIA
SLOPE = 1.0


def checks() -> list[Check]:
    model = axis()
    model.add_event("fires", tt.quantity("minus.throttle").rises(0.5))
    system = model.build()
    start = system.state(hinge={"angle": BAND, "rate": CHANGE / 2})
    period = 8 * BAND / CHANGE + 2 * PULSE
    at = [PULSE / 2, period, period + PULSE / 2]
    run = tt.simulate(system, start, duration=170.0, at=at, **TIGHT)
    times = [event.time for event in run.events]
    angle = dict(zip(run.time, run["hinge.angle"].values, strict=True))
    return [
        Check("period", float(np.diff(times)[-1]), 80.04, 1e-9, "s"),
        Check("angle after a period", float(angle[period]), BAND, 1e-13, "rad"),
        Check("peak", float(angle[at[0]]), 1.00025e-3, 1e-13, "rad"),
        Check("peak a period later", float(angle[at[2]]), 1.00025e-3, 1e-13, "rad"),
    ]


def axis() -> tt.Model:
    model = tt.Model("limit cycle")
    bus = model.add_body("bus", 10.0, [INERTIA] * 3)
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), model.ground, bus)
    for name, sign in (("plus", 1.0), ("minus", -1.0)):
        frame = bus.frame(name, at=[1, 0, 0])
        model.add_device(name, tt.Thruster(frame, thrust=TORQUE, direction=[0, sign, 0]))
    # Half of what the angle changes within a sample is left to rounding.
    level = BAND + SLOPE * CHANGE / 2 - CHANGE * PULSE / 4
    law = tt.PhasePlane(
        "hinge.angle", "hinge.rate", every=PULSE, on=level, slope=SLOPE, to=["plus", "minus"]
    )
    model.add_controller("relay", law)
    return model

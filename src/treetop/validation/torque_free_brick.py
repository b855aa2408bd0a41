"""Torque-free brick: rates return after their period; attitude after almost two of them."""

import numpy as np

import treetop as tt
from treetop.validation.case import Check, componentwise
from treetop.validation.numerics import TIGHT, same_sign

INERTIA = [0.00189422, 0.006211019, 0.007194665]
RATES = [10.0, 20.0, 30.0]  # deg/s
PERIOD = 17.3844892719394
RATES_AT_10 = [-2.418902221692877, -23.5525695195605, 28.12859263004144]
ATTITUDE_AT_30 = [-0.881147185310423, 0.470182527766693, 0.011728252324871, 0.048687539472084]


def checks() -> list[Check]:
    model = tt.Model("torque-free brick")
    model.add_joint("flight", tt.Free(), model.ground, model.add_body("brick", 1.0, INERTIA))
    system = model.build()
    start = system.state(flight={"angular_velocity": np.radians(RATES)})
    run = tt.simulate(system, start, duration=30.0, at=[10.0, PERIOD, 30.0], **TIGHT)
    rates = np.degrees(run.data.angular_velocity.sel(body="brick").values)
    attitude = same_sign(run.data.attitude.sel(body="brick").values[-1], ATTITUDE_AT_30)
    return [
        *componentwise("rate at 10 s,", "123", rates[0], RATES_AT_10, 1e-10, "deg/s"),
        *componentwise("rate after a period,", "123", rates[1], RATES, 1e-10, "deg/s"),
        *componentwise("attitude at 30 s,", "wxyz", attitude, ATTITUDE_AT_30, 1e-11),
    ]

"""Torque-free symmetric top: a steady turn about H at H/A after one about its axis at -λ.

λ = (C - A)/A ω3 is the rate at which the body rate goes round the axis.
"""

import numpy as np

import treetop as tt
from treetop.validation.case import Check, componentwise
from treetop.validation.numerics import TIGHT, compose, same_sign, turn

A, C = 2.0, 3.0
START = np.array([0.3, 0.0, 2.0])


def checks() -> list[Check]:
    model = tt.Model("symmetric top")
    model.add_joint("flight", tt.Free(), model.ground, model.add_body("top", 1.0, [A, A, C]))
    system = model.build()
    start = system.state(flight={"angular_velocity": START})
    end = 100.0
    run = tt.simulate(system, start, duration=end, at=[end], **TIGHT)
    attitude = run.data.attitude.sel(body="top").values[-1]
    rate = run.data.angular_velocity.sel(body="top").values[-1]

    momentum, nutation = np.array([A, A, C]) * START, (C - A) / A * START[2]
    precession = turn(momentum, np.linalg.norm(momentum) / A * end)
    expected = compose(precession, turn([0, 0, 1], -nutation * end))
    cone = START[0] * np.array([np.cos(nutation * end), np.sin(nutation * end)])
    return [
        *componentwise("rate at 100 s,", "123", rate, [*cone, START[2]], 1e-10, "rad/s"),
        *componentwise(
            "attitude at 100 s,", "wxyz", same_sign(attitude, expected), expected, 1e-10
        ),
    ]

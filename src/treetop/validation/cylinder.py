"""Cylinder tumbling under gravity-gradient torque for eight hours of a low orbit.

Local frame: x forward, y against the orbit normal, z to nadir. The cylinder starts at rest in it,
turned by intrinsic x-y-z angles (0, 85, 1) deg.
"""

import numpy as np

import treetop as tt
from treetop.validation.case import Check, componentwise
from treetop.validation.numerics import TIGHT, compose, matrix, quaternion, same_sign, turn

MU = 3.986004415e14
POSITION = np.array([-4292653.41, 955168.47, 5139356.57])
VELOCITY = np.array([109.649663, -7527.726490, 1484.521489])
ATTITUDE = [-0.08088465634728, -0.65441486165902, 0.72855874987936, -0.18547509046127]


def checks() -> list[Check]:
    model = tt.Model("cylinder in low orbit")
    body = model.add_body("cylinder", 1000.0, [500.0, 12250.0, 12250.0])
    model.add_joint("orbit", tt.Free(), model.ground, body)
    model.add_force("earth", tt.CentralGravity(MU))
    system = model.build()

    momentum = np.cross(POSITION, VELOCITY)
    down, right = -POSITION / np.linalg.norm(POSITION), -momentum / np.linalg.norm(momentum)
    local = quaternion(np.stack([np.cross(right, down), right, down], axis=1))
    turned = compose(turn([0, 1, 0], np.radians(85.0)), turn([0, 0, 1], np.radians(1.0)))
    attitude = compose(local, turned)
    start = system.state(
        orbit={
            "position": POSITION,
            "velocity": VELOCITY,
            "attitude": attitude,
            "angular_velocity": matrix(attitude).T @ momentum / (POSITION @ POSITION),
        }
    )
    run = tt.simulate(system, start, duration=28800.0, at=[28800.0], **TIGHT)
    q = same_sign(run.data.attitude.sel(body="cylinder").values[-1], ATTITUDE)
    return componentwise("attitude at 8 h,", "wxyz", q, ATTITUDE, 1e-10)

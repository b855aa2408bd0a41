"""What it means for another code to agree: every body's acceleration, to 1e-10 of the largest."""

import numpy as np

from random_trees import joint_efforts, random_motion

RELATIVE = 1e-10


def accelerations_agree(model, peer, relative=RELATIVE) -> None:
    motion = random_motion(model, seed=7)
    system = model.build()
    now = system.evaluate(system.state(**motion))
    theirs = peer.accelerations(motion, joint_efforts(model))
    for ours, k in (("acceleration", 0), ("angular_acceleration", 1)):
        mine = np.array([getattr(now.body[body], ours) for body in model.bodies])
        other = np.array([theirs[body][k] for body in model.bodies])
        error = np.abs(mine - other).max() / np.abs(other).max()
        assert error < relative, f"{ours}: {error:.1e} of the largest"

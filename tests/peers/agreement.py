"""What it means for another code to agree: every body's acceleration, to 1e-10 of the largest."""

import numpy as np

from random_trees import joint_efforts, random_motion, random_tree

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


def joint_kind_agrees(kind, grounded, tree_of) -> None:
    """Let a small tree of one kind of joints agree with what another code makes of it."""
    model = random_tree(seed=1, bodies=5, kinds=[kind, "revolute"], grounded=grounded)
    accelerations_agree(model, tree_of(model))

"""Random trees and loops with one of each of what joints do beside moving freely."""

import numpy as np

import treetop as tt
from random_loops import close as join
from random_trees import JOINTS, random_motion, random_tree
from treetop.model import Force

KINDS = ("revolute", "prismatic", "screw", "cylindrical", "universal", "planar")


def physical_loop(seed: int) -> tuple[tt.Model, dict[str, dict]]:
    """A mechanism with a loop and physics at all joints, most of it acting; and a motion."""
    rng = np.random.default_rng(seed)
    model = random_tree(seed, 6, KINDS, grounded=bool(seed % 2), reach=2, efforts=False)
    motion = random_motion(model, seed)
    system = model.build()
    now = system.evaluate(system.state(**motion))
    join(model, "loop", JOINTS[KINDS[seed % len(KINDS)]](rng), now, f"b{seed % 3}", "b5", rng, 1)
    add_joint_physics(model, rng)
    return model, motion


def add_joint_physics(model: tt.Model, rng: np.random.Generator) -> None:
    """One of each kind at every scalar coordinate."""
    for name, joint in list(model.joints.items()):
        for c in (c for c in joint.kind.coordinates if c.size == 1):
            for force in physics(name, c.name, rng):
                model.add_force(f"{name}_{c.name}_{force.kind}", force)


def physics(joint: str, coordinate: str, rng: np.random.Generator) -> list[Force]:
    """With limits such that zero, where loops are closed, is beyond."""
    at = {"coordinate": coordinate}
    lower, k, c, gap = rng.uniform([0.05, 1, 0.1, 0.1], [0.25, 5, 1, 0.5])
    return [
        tt.HardStop(joint, k, lower, lower + 0.3, c, **at),
        tt.Backlash(joint, gap, 2 * k, c, middle=lower + 0.2, **at),
        tt.HysteresisSpring(joint, [-1, 0.3, 2], [-k, c, 1], [-1, c, k], gap, **at),
        tt.LuGre(joint, c, k, 1.5 * c, 0.3, 0.1, 0.2, **at),
        tt.DryFriction(joint, c, 2 * c, 0.5, 0.1, **at),
    ]

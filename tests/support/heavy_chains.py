"""Trees in which heavy bodies hang on light ones."""

import numpy as np

import treetop as tt
from random_trees import JOINTS, attitude, random_motion, random_tree
from scaled import put, times


def loaded_arm(ratio: float, links: int = 1, kind: str = "spherical") -> tuple[tt.Model, dict]:
    """A free base and arms of 1 kg each, and a load of so many, by joints of one kind; a motion."""
    rng, model = np.random.default_rng(1), tt.Model("loaded arm")
    base = model.add_body("base", mass=1, inertia=[0.1, 0.2, 0.3])
    model.add_joint("free", tt.Free(), model.ground, base)
    tip = base.frame("tip", at=[0.5, 0.2, 0.1])
    for k in range(links):
        arm = model.add_body(f"arm{k}", 1, [0.1, 0.2, 0.3], [0.5, 0.1, 0])
        model.add_joint(f"joint{k}", JOINTS[kind](rng), tip, arm)
        tip = arm.frame("tip", at=[1, 0, 0], attitude=attitude(rng))
    spread = (ratio * np.array([0.1, 0.2, 0.25])).tolist()
    load = model.add_body("load", ratio, spread, [0.5, 0.3, 0.2])
    model.add_joint("hook", JOINTS[kind](rng), tip, load)
    model.add_force("push", tt.FrameForce(base, force=[1, 2, 3], torque=[1, 1, 2]))
    return model, random_motion(model, seed=2)


def heavier_tree(seed: int, bodies: int = 8, kinds=tuple(JOINTS), ratio: float = 1e8) -> tt.Model:
    """A random tree whose masses differ by up to that ratio, the heaviest outermost if the seed is
    even, else anywhere."""
    model, rng = random_tree(seed, bodies, kinds, reach=2), np.random.default_rng(seed)
    factors = ratio ** rng.uniform(0, 1, bodies)
    factors = np.sort(factors) if seed % 2 == 0 else factors
    for body, factor in zip(model.bodies.values(), factors.tolist(), strict=True):
        put(body, mass=body.mass * factor, inertia=times(body.inertia, factor))
    return model

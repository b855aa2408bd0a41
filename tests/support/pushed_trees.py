"""Random trees with forces of all kinds."""

import numpy as np

import treetop as tt
from joint_physics import add_joint_physics
from random_trees import add_random_efforts, place
from sprung_trees import add_joint_springs, add_line_springs
from touching import touching_tree


def swirl(t, motion, p):
    """Neither central nor conservative, with a torque."""
    r, v = motion.position, motion.velocity
    force = tt.Vec3(-p[0] * r.y + t, p[0] * r.x - v.y, p[0] * r.z * r.z)
    return tt.Wrench(force, motion.angular_velocity * -p[0] + motion.attitude.x)


def pushed_tree(seed):
    """A random tree with forces of all kinds."""
    model, motion = touching_tree(seed, ground=bool(seed % 2))
    rng = np.random.default_rng(seed)
    add_line_springs(model, rng, 3)
    add_joint_springs(model, rng)
    add_random_efforts(model, rng)
    add_joint_physics(model, rng)
    for axes in ("body", "inertial"):
        tip = model.bodies["b3"].frame(f"nozzle {axes}", at=place(rng))
        loads = rng.normal(size=(2, 3)).tolist()
        model.add_force(f"jet {axes}", tt.FrameForce(tip, *loads, axes=axes))
    model.add_force("swirl", tt.UserForce(swirl, "b2", "b4.tip", [0.7]))
    model.add_force("drag", tt.UserForce(swirl, "b5.tip", parameters=[0.2]))
    return model, motion


def pushed_state(seed, formulation):
    """Such a tree as a system, and a state of it."""
    model, motion = pushed_tree(seed)
    system = model.build(formulation)
    return system, system.state(time=0.3, **motion)

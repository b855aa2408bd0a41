"""Random trees of rigid and flexible bodies, with loops if asked for; the same for one seed."""

from functools import cache
from itertools import pairwise

import numpy as np

import treetop as tt
from random_trees import JOINTS, UNIFORM_GRAVITY, attitude, inertia, place
from treetop.flexible.beams import BeamFrame
from treetop.flexible.modes import normal_modes
from treetop.flexible.section import Section
from treetop.model.flexible_body import FlexibleBody, NodeFrame
from treetop.model.flexing import node_body
from treetop.state import State

STIFFENING = ("none", "geometric")
NODES = ("near", "corner", "far")
SMALL = 0.005  # of modal coordinates: what bends little bends as its modes say


@cache
def bent_tube(held):
    """The modes of a tube with a corner, and bodies at its nodes."""
    frame = BeamFrame()
    for name, at in zip(NODES, ([0, 0, 0], [1.5, 0, 0.2], [1.7, 1.2, 0.1]), strict=True):
        frame.add_node(name, at)
    tube = Section.tube(outer=0.05, inner=0.046, E=7e9, G=2.7e9, density=2700)
    for a, b in pairwise(NODES):
        frame.add_beam(a, a, b, tube, elements=2)
    for name in NODES:
        frame.add_body(name, name, mass=0.5, inertia=[0.1, 0.2, 0.15])
    return normal_modes(frame.structure(), held, count=3)


def flexible_tree(seed: int, bodies: int = 4, loop: bool = False, grounded: bool = False):
    """Every other body bends; joints of all kinds between nodes, frames and rigid bodies, forces of
    most sorts, and a rod of constant length between the first and the last where there are loops.

    Models of a few seeds share their structure, which takes the time.
    """
    rng = np.random.default_rng(7000 + seed)
    m, parts = tt.Model(f"flexible tree {seed}"), []
    for i in range(bodies):
        name = f"b{i}"
        if i % 2 == seed % 2:
            held = "near" if rng.uniform() < 0.5 else ()
            how = STIFFENING[rng.integers(2)]
            body = m.add_flexible_body(name, bent_tube(held), damping=0.01, stiffening=how)
        else:
            properties = {"mass": 2.0, "centre": place(rng), "inertia": inertia(rng)}
            body = m.add_body(name, **properties)
        kinds = sorted(set(JOINTS) - {"free"}) if i or grounded else ["free"]
        on = parts[rng.integers(max(0, i - 2), i)] if i else m.ground
        ends = somewhere_on(on, f"to_{name}", rng), somewhere_on(body, "root", rng)
        m.add_joint(f"j{i}", JOINTS[rng.choice(kinds)](rng), *ends)
        parts.append(body)
    add_forces(m, parts, rng)
    if loop:
        ends = [somewhere_on(part, "rod", rng) for part in (parts[0], parts[-1])]
        m.add_constraint("rod", tt.Distance(*ends, length=apart(m, seed, ends)))
    return m


def apart(model, seed, ends):
    """How far two frames are from each other in the position that `moving` begins with."""
    system = model.build()
    body, points = system.evaluate(moving(system, seed)).body, []
    for end in ends:
        on = body[node_body(end) if isinstance(end, NodeFrame) else end.body]
        points.append(on.position + rotated(on.attitude, np.array(end.at)))
    return float(np.linalg.norm(points[1] - points[0]))


def rotated(q, r):
    return r + 2 * np.cross(q[1:], np.cross(q[1:], r) + q[0] * r)


def somewhere_on(body, name, rng):
    """A frame fixed to a body; of one that bends, more often to a node than to its own frame."""
    pose = {"at": place(rng), "attitude": attitude(rng)}
    if isinstance(body, FlexibleBody) and rng.uniform() < 0.75:
        return body.frame(name, node=NODES[rng.integers(3)], **pose)
    return body.frame(name, **pose)


def add_forces(m, parts, rng):
    m.add_force("gravity", tt.UniformGravity(UNIFORM_GRAVITY))
    ends = [somewhere_on(part, "spring", rng) for part in (parts[0], parts[-1])]
    m.add_force("spring", tt.SpringDamper(*ends, length=0.5, stiffness=3.0, damping=0.4))
    m.add_force("push", tt.FrameForce(ends[1], force=[1, 2, 3], torque=[-1, 0, 2]))
    for i, part in enumerate(parts[1:], 1):
        joint = m.joints[f"j{i}"]
        for c in joint.kind.coordinates:
            if c.size == 1:
                spring = tt.JointSpring(f"j{i}", coordinate=c.name, stiffness=2.0, damping=0.3)
                m.add_force(f"{part.name} {c.name}", spring)


def moving(system, seed: int) -> State:
    """A state with everything in motion, which meets the constraints."""
    rng = np.random.default_rng(seed)
    z, n, nu = np.zeros(system.joint_size), len(system.coordinate_labels), len(system.speed_labels)
    z[:n], z[n : n + nu] = rng.uniform(-0.5, 0.5, n), rng.uniform(-0.5, 0.5, nu)
    for k, label in enumerate(system.coordinate_labels):
        if ".mode" in label:
            z[k] *= SMALL / 0.5
        if label.endswith(".w"):
            z[k : k + 4] /= np.linalg.norm(z[k : k + 4])
    state = State(system, 0.0, system.own_vector(z))
    return system.settled(state)

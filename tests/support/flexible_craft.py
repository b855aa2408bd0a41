"""Models with flexible bodies, for tests."""

import numpy as np

import treetop as tt
from treetop.structures.elements.beam_frame import BeamFrame
from treetop.structures.elements.beam_section import Section
from treetop.structures.modes.modes import normal_modes
from treetop.system.state import State


def boom_modes(held="root", count=4, length=5.0):
    """Modes of a soft tube with a heavy end."""
    frame = BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [length, 0, 0])
    tube = Section.tube(outer=0.05, inner=0.046, E=7e9, G=2.7e9, density=2700)
    frame.add_beam("boom", "root", "tip", tube, elements=4)
    frame.add_body("end", "tip", mass=0.8, inertia=[0.1, 0.2, 0.15])
    return normal_modes(frame.structure(), held, count=count)


def craft(held="root", at_node=True, stiffening=None, dish=True, damping=0.0):
    """A hub that flies, a boom on a hinge, and a dish on a gimbal at its tip."""
    m = tt.Model("craft")
    bus = m.add_body("bus", mass=50, inertia=[10, 12, 8])
    m.add_joint("free", tt.Free(), m.ground, bus)
    port = bus.frame("port", at=[0.5, 0.1, 0.2], attitude=[np.cos(0.2), 0, np.sin(0.2), 0])
    boom = m.add_flexible_body("boom", boom_modes(held), damping=damping, stiffening=stiffening)
    root = boom.frame("root", node="root") if at_node else boom
    m.add_joint("hinge", tt.Revolute([0, 0, 1]), port, root)
    if dish:
        tip = boom.frame("tip", node="tip", at=[0.1, 0, 0])
        plate = m.add_body("dish", mass=3, inertia=[0.3, 0.2, 0.25], centre=[0.2, 0.1, 0])
        m.add_joint("gimbal", tt.Universal([0, 1, 0], [0, 0, 1]), tip, plate)
    return m


def four_bar(stiffening="none", held=()):
    """A coupler that bends, between a crank and a rocker."""
    m = tt.Model("four bar")
    crank = m.add_body("crank", mass=2, inertia=[0.1, 0.2, 0.3], centre=[0.5, 0, 0])
    rocker = m.add_body("rocker", mass=2, inertia=[0.1, 0.2, 0.3], centre=[0.5, 0.1, 0])
    modes = boom_modes(held, 3, 2.0)
    coupler = m.add_flexible_body("coupler", modes, damping=0.02, stiffening=stiffening)
    a, b = coupler.frame("a", node="root"), coupler.frame("b", node="tip")
    m.add_joint("j1", tt.Revolute([0, 0, 1]), m.ground, crank)
    m.add_joint("j2", tt.Revolute([0, 0, 1]), crank.frame("end", at=[1, 0, 0]), a)
    m.add_joint("j3", tt.Revolute([0, 0, 1]), m.ground.frame("far", at=[2, 0, 0]), rocker)
    m.add_joint("j4", tt.Spherical(), rocker.frame("end", at=[1, 0, 0]), b, cut=True)
    m.add_force("weight", tt.UniformGravity())
    m.set_start("j1", angle=1.2, rate=1.0)
    m.set_start("j2", angle=-1.2)
    m.set_start("j3", angle=1.2)
    m.set_hold("j1")
    return m


def somewhere(system, seed=3):
    """A state of a flying craft with everything in motion."""
    rng, n = np.random.default_rng(seed), len(system.coordinate_labels)
    z, speeds = np.zeros(system.joint_size), len(system.speed_labels)
    z[:n], z[n : n + speeds] = rng.uniform(-0.3, 0.3, n), rng.uniform(-0.5, 0.5, speeds)
    z[:4] /= np.linalg.norm(z[:4])
    modal = [".mode" in label for label in system.coordinate_labels]
    z[:n][modal] *= 0.1  # slopes of some hundredths of a radian
    return State(system, 0.0, system.own_vector(z))


def along(system, state, name, h=1e-5):
    """The rate of what a snapshot tells, by central differences along the motion."""
    rate = system.rate(state)
    ends = [
        getattr(system.evaluate(State(system, 0.0, state.vector + s * rate)), name)
        for s in (h, -h, 2 * h, -2 * h)
    ]
    return (8 * (ends[0] - ends[1]) - (ends[2] - ends[3])) / (12 * h)

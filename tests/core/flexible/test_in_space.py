"""A boom that bends about two axes and twists, against rigid rods with springs."""

import numpy as np
import pytest

import treetop as tt
import treetop.structures as fx

pytestmark = pytest.mark.compiled  # many bodies, for a while

LENGTH, OUTER, INNER, E, G, DENSITY = 5.0, 0.05, 0.046, 7e9, 2.7e9, 2700.0
AREA, MOMENT = np.pi / 4 * (OUTER**2 - INNER**2), np.pi / 64 * (OUTER**4 - INNER**4)
PULL = [[0, 0, 0], [0, 4, 0], [0, 4, 0], [0, 4, 4], [0, 4, 4]]  # N, along y, then along z too


def of_rods(count):
    """Springs about three axes between rods; the first and the last are half as long."""
    m, piece, end = tt.Model("rods"), LENGTH / count, None
    springs = ((1, 0, 0), 2 * G * MOMENT), ((0, 1, 0), E * MOMENT), ((0, 0, 1), E * MOMENT)
    for k in range(count + 1):
        span = piece if 0 < k < count else piece / 2
        mass, thin = DENSITY * AREA * span, DENSITY * MOMENT * span
        across = mass * span**2 / 12 + thin
        rod = m.add_body(f"rod{k}", mass, [2 * thin, across, across], centre=[span / 2, 0, 0])
        if end is None:
            m.add_joint("wall", tt.Fixed(), m.ground, rod)
        else:
            for n, (axis, stiffness) in enumerate(springs):
                name = f"spring{k}-{n}"
                beyond = rod if n == 2 else m.add_body(f"gimbal{k}-{n}", 0.0)
                m.add_joint(name, tt.Revolute(axis), end, beyond)
                m.add_force(name, tt.JointSpring(name, stiffness=stiffness / piece))
                end = beyond
        end = rod.frame("end", at=[span, 0, 0])
    sensor = m.add_body("sensor", 0.0)
    m.add_joint("sensor", tt.Fixed(), end, sensor)
    return tip_of(m, end, "sensor")


def of_modes(count):
    frame = fx.BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [LENGTH, 0, 0])
    section = fx.Section.tube(outer=OUTER, inner=INNER, E=E, G=G, density=DENSITY)
    frame.add_beam("boom", "root", "tip", section, elements=16)
    m = tt.Model("boom")
    boom = m.add_flexible_body("boom", fx.normal_modes(frame.structure(), "root", count=count))
    m.add_joint("wall", tt.Fixed(), m.ground, boom)
    return tip_of(m, boom.frame("tip", node="tip"), "boom tip")


def tip_of(m, tip, body):
    """Where the tip is along time."""
    pull = tt.Table([0, 0.02, 0.3, 0.32, 2], PULL)
    m.add_force("pull", tt.FrameForce(tip, force=pull, axes="inertial"))
    system = m.build()
    run = tt.simulate(system, system.start(), duration=1.0, every=0.02, rtol=1e-6, atol=1e-8)
    return run[f"{body}.position"].values


def test_modes_held_at_the_root_follow_rods_in_space():
    coarse, fine = of_rods(6), of_rods(12)
    rods = fine + (fine - coarse) / 3  # their error is of second order
    assert np.abs(rods - [LENGTH, 0, 0]).max(axis=0) == pytest.approx([0.05, 0.5, 0.5], abs=0.1)
    for count in (6, 12):  # bending alone, and with twist
        assert np.abs(of_modes(count) - rods).max() < 2e-3

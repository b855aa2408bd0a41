"""Craft for tests of linear models, beside those of `treetop.validation.linear_models`."""

import numpy as np

import treetop as tt
import treetop.flexible as fx


def flexible_craft_with_wheels():
    """Three wheels that spin, a boom that bends and is damped."""
    frame = fx.BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [4, 0, 0])
    tube = fx.Section.tube(outer=0.05, inner=0.047, E=7e10, G=2.7e10, density=2700)
    frame.add_beam("wing", "root", "tip", tube, elements=4)
    frame.add_body("end", "tip", mass=2, inertia=[0.1, 0.1, 0.1])
    m = tt.Model("craft")
    bus = m.add_body("bus", mass=50, inertia=[10, 12, 8])
    m.add_joint("flight", tt.Free(), m.ground, bus)
    wing = m.add_flexible_body("wing", fx.normal_modes(frame.structure(), "root", count=4), 0.01)
    m.add_joint("clamp", tt.Fixed(), bus.frame("port", at=[0.5, 0.1, 0]), wing)
    for name, axis, speed in zip("xyz", np.eye(3), (50, 100, -80), strict=True):
        m.add_device(f"wheel_{name}", tt.Wheel(bus, axis, inertia=0.02, viscous=0.0, start=speed))
    return m.build()


def with_many_states(booms=5, modes=8, wheels=10):
    """A craft for timing: 12 rigid states, two for each mode, one for each wheel."""
    frame = fx.BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [5, 0, 0])
    tube = fx.Section.tube(outer=0.05, inner=0.046, E=7e9, G=2.7e9, density=2700)
    frame.add_beam("boom", "root", "tip", tube, elements=8)
    found = fx.normal_modes(frame.structure(), "root", count=modes)
    m = tt.Model("many states")
    bus = m.add_body("bus", mass=500, inertia=[100, 120, 80])
    m.add_joint("flight", tt.Free(), m.ground, bus)
    for k in range(booms):
        turn = 2 * np.pi * k / booms
        port = bus.frame(f"port{k}", attitude=[np.cos(turn / 2), 0, 0, np.sin(turn / 2)])
        boom = m.add_flexible_body(f"boom{k}", found, damping=0.005)
        m.add_joint(f"clamp{k}", tt.Fixed(), port, boom)
    for k in range(wheels):
        axis = np.random.default_rng(k).normal(size=3)
        m.add_device(f"wheel{k}", tt.Wheel(bus, axis / np.linalg.norm(axis), inertia=0.02))
    return m.build()

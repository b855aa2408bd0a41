"""A mechanism that everybody knows."""

import pytest

import treetop as tt


@pytest.fixture
def four_bar() -> tt.Model:
    """A parallelogram in the plane of x and y: by count it could not move, and it does."""
    model, z = tt.Model("four-bar"), [0, 0, 1]
    for name, length in (("crank", 1.0), ("coupler", 2.0), ("rocker", 1.0)):
        bar = model.add_body(name, 1.0, [0.01, 0.1, 0.1], [length / 2, 0, 0])
        bar.frame("tip", at=[length, 0, 0])
    far = model.ground.frame("far", at=[2, 0, 0])
    model.add_joint("crank", tt.Revolute(z), model.ground, "crank")
    model.add_joint("coupler", tt.Revolute(z), "crank.tip", "coupler")
    model.add_joint("rocker", tt.Revolute(z), far, "rocker")
    model.add_joint("close", tt.Revolute(z), "rocker.tip", "coupler.tip")
    model.set_start("crank", angle=1.0, rate=2.0)
    model.set_start("coupler", angle=-1.0, rate=-2.0)
    model.set_start("rocker", angle=1.0, rate=2.0)
    model.add_force("weight", tt.UniformGravity([0, -9.81, 0]))
    return model

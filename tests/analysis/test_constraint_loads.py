"""What constraints exert, compared between formulations: closed forms, and unique parts alone."""

import numpy as np
import pytest

import treetop as tt
from random_constraints import constrained_tree
from treetop.analysis import compare
from treetop.analysis.evaluations import TOLERANCE, evaluation, evaluation_difference
from treetop.system.formulations import FORMULATIONS

LOADS = ("constraint force", "constraint torque")


def at_start(model: tt.Model, formulation: str = "recursive"):
    system = model.build(formulation)
    return evaluation(system, [system.start()])


def rack_and_pinion(twice: bool = False) -> tt.Model:
    """A pinion of inertia 0.5 kg m² that drives a rack of 2 kg by 0.1 m/rad, under 3 N m."""
    model = tt.Model("rack and pinion")
    model.add_joint("axle", tt.Revolute([0, 0, 1]), "ground", model.add_body("p", 1, [1, 1, 0.5]))
    model.add_joint("rail", tt.Prismatic([1, 0, 0]), "ground", model.add_body("r", 2.0))
    model.add_force("motor", tt.JointEffort("axle", 3.0))
    model.add_constraint("mesh", tt.Coupling({"axle.angle": 1.0, "rail.slide": "-10 rad/m"}))
    if twice:
        model.add_constraint("again", tt.Coupling({"axle.angle": 2.0, "rail.slide": "-20 rad/m"}))
    return model


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_efforts_of_a_coupling_are_told_along_each_coordinate(formulation):
    """0.5 φ'' = 3 + λ and 2 x'' = -10 λ with x = φ / 10."""
    found = at_start(rack_and_pinion(), formulation)
    effort = -3.0 / (0.5 / 0.02 + 1)
    turning, sliding = (found.values[name][0, -1, 0] for name in reversed(LOADS))
    assert turning == pytest.approx(effort, rel=1e-12)
    assert sliding == pytest.approx(-10 * effort, rel=1e-12)
    assert found.indeterminate == []


def test_a_load_that_two_share_is_named_and_left_out():
    found = at_start(rack_and_pinion(twice=True))
    assert found.indeterminate == ["mesh", "again"]
    assert all((found.values[name] == 0).all() for name in LOADS)


def test_of_a_load_that_is_shared_in_part_the_rest_is_compared():
    """A block on three planes, one of them twice: 6 N across that one, 8 N and 10 N on others."""
    model = tt.Model("corner")
    block = model.add_body("block", 1.0, [1, 1, 1])
    model.add_joint("flight", tt.Free(), model.ground, block)
    model.add_force("push", tt.FrameForce(block, force=[6.0, 8.0, 10.0], axes="inertial"))
    model.add_constraint("corner", tt.Coincident(model.ground, block))
    model.add_constraint("wall", tt.PointOnPlane(block, model.ground, [1, 0, 0]))
    found = at_start(model)
    assert found.indeterminate == ["corner", "wall"]
    expected = [[0, -8, -10], [0, 0, 0]]
    assert found.values["constraint force"][0] == pytest.approx(np.array(expected), abs=1e-12)


def test_formulations_agree_on_them():
    kinds = ("distance", "coupling", "prescribed", "point-on-plane", "rolling-ball")
    model, motion = constrained_tree(4, kinds, bodies=8)
    first = model.build()
    state = first.settled(first.state(**motion))
    a, *others = (evaluation(model.build(name), [state]) for name in FORMULATIONS)
    assert a.values["constraint force"].shape[1] > len(kinds)
    for name in LOADS:
        assert np.linalg.norm(a.values[name], axis=-1).max() > 0.1
        assert all(evaluation_difference(name, a, b) < TOLERANCE for b in others)
        others[0].values[name][0, 0, 0] += 1e-6 * np.abs(a.values[name]).max()
        assert evaluation_difference(name, a, others[0]) > TOLERANCE


def test_without_constraints_there_are_none():
    model = tt.Model("pendulum")
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), "ground", model.add_body("rod", 1, [1, 1, 1]))
    assert not set(LOADS) & set(at_start(model).values)


@pytest.mark.compiled
def test_a_comparison_tells_them(four_bar):
    four_bar.add_constraint("motor", tt.Prescribed("crank.angle", "1 + 2*t"))
    found = compare(four_bar, duration=0.2)
    assert found.agrees, str(found)
    assert found.sizes["constraint torque"] > 1.0
    assert set(LOADS) <= {difference.quantity for difference in found.evaluations}
    assert "  constraint torque" in str(found)
    assert "motor" not in found.indeterminate

"""What constraints determine, given by mechanisms for which it is known."""

import numpy as np
import pytest

import treetop as tt
from treetop.analysis import diagnosis
from treetop.analysis.diagnosis import motions_prevented


def parallelogram() -> tt.Model:
    model = tt.Model("parallelogram")
    for name in ("a", "b", "c"):
        model.add_body(name, 1.0, [0.01, 0.1, 0.1], [0.5, 0, 0]).frame("tip", at=[1, 0, 0])
    z = tt.Revolute([0, 0, 1])
    model.add_joint("a", z, model.ground, "a")
    model.add_joint("b", z, "a.tip", "b")
    model.add_joint("c", z, model.ground.frame("far", at=[1, 0, 0]), "c")
    model.add_joint("close", z, "c.tip", "b.tip")
    return model


def at(angle: float):
    system = parallelogram().build()
    angles = {"a": {"angle": angle}, "b": {"angle": -angle}, "c": {"angle": angle}}
    return diagnosis(system, system.state(**angles))


def test_a_mechanism_in_a_plane_has_three_constraints_too_many():
    found = at(0.7)
    assert (found.gruebler, found.degrees_of_freedom, found.singular) == (-2, 1, "")
    assert [each.constraint for each in found.dependent] == [
        "close: moving along its z axis",
        "close: turning about its x axis",
        "close: turning about its y axis",
    ]
    for parts in found.indeterminate.values():
        assert set(parts) == {
            "force along its z axis",
            "torque about its x axis",
            "torque about its y axis",
        }


def test_the_combination_shows_the_dependence():
    system = parallelogram().build()
    state = system.state(a={"angle": 0.7}, b={"angle": -0.7}, c={"angle": 0.7})
    J, owners = system.constraint_matrix(state)
    found = diagnosis(system, state)
    joints = [system.mechanism.joints[name] for name in dict.fromkeys(owners)]
    names = [f"{j.name}: {motion}" for j in joints for motion in motions_prevented(j)]
    rows = dict(zip(names, J, strict=True))
    for each in found.dependent:
        total = sum(part * rows[name] for name, part in each.follows_from.items())
        assert np.abs(total - rows[each.constraint]).max() < 1e-12


def test_flat_it_is_singular():
    found = at(0.0)
    assert found.degrees_of_freedom == 2
    assert "2 degrees of freedom here, 1 in positions nearby" in found.singular


@pytest.mark.parametrize("angle", [1e-5, -1e-5])
def test_nearly_flat_it_is_nearly_singular(angle):
    assert at(angle).singular.startswith("nearly singular")


def test_constraints_that_share_a_task_are_named():
    model = tt.Model("gears")
    for name in ("a", "b"):
        body = model.add_body(name, 1.0, [1, 1, 1])
        model.add_joint(name, tt.Revolute([0, 0, 1]), model.ground, body)
    model.add_constraint("mesh", tt.Coupling({"a.angle": 2, "b.angle": 1}))
    model.add_constraint("again", tt.Coupling({"a.angle": 4, "b.angle": 2}))
    system = model.build()
    found = diagnosis(system, system.state())
    assert (found.gruebler, found.degrees_of_freedom) == (0, 1)
    (dependence,) = found.dependent
    assert dependence.constraint == "again: equation 1"
    assert dependence.follows_from == pytest.approx({"mesh: equation 1": 2.0})
    assert found.indeterminate.keys() == {"mesh", "again"}

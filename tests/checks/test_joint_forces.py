"""Forces on joints: the coordinate they act on, and its unit."""

import pytest

import treetop as tt
from treetop.checks.checks import problems
from treetop.model.quantity import Invalid
from treetop.topology.coordinates import speed_of


def test_speed_by_either_name():
    assert speed_of(tt.Revolute([0, 0, 1]), None) == 0
    assert speed_of(tt.Cylindrical([0, 0, 1]), "slide") == 1
    assert speed_of(tt.Free(), "velocity") == speed_of(tt.Free(), "position") == 1
    for kind, name in ((tt.Fixed(), None), (tt.Free(), None), (tt.Free(), "slide")):
        with pytest.raises(Invalid):
            speed_of(kind, name)


@pytest.mark.parametrize(
    "force",
    [
        tt.JointSpring("boom", "3 N*m/rad", "5 deg", "1 N*m*s/rad", coordinate="angle"),
        tt.JointSpring("boom", "3 N*m", damping="1 N*m*s", coordinate="angle"),
        tt.JointSpring("boom", "3 N/m", "5 cm", "1 N*s/m", coordinate="slide"),
        tt.JointSpring("orbit", damping=1, coordinate="angular_velocity"),
        tt.JointEffort("orbit", ["1 N", 0, 0], coordinate="velocity"),
        tt.HardStop("boom", "3 N/m", upper="5 cm", damping="1 N*s/m", coordinate="slide"),
        tt.Backlash("boom", "1 deg", "3 N*m/rad", coordinate="angle"),
        tt.HysteresisSpring("boom", [0, "1 m"], [0, 0], ["1 N", 1], 0.1, coordinate="slide"),
        tt.DryFriction("boom", coefficient=0.3, radius="2 cm", coordinate="angle"),
        tt.DryFriction("boom", coefficient=0.3, coordinate="slide"),
        tt.JointEffort("boom", tt.Table([0, 1], ["1 N", "2 N"]), coordinate="slide"),
    ],
)
def test_fits(craft, force):
    craft.add_force("force", force)
    assert not problems(craft)


@pytest.mark.parametrize(
    ("force", "where"),
    [
        (tt.JointSpring("bom", 1), "forces.force.joint"),
        (tt.JointSpring("boom", 1), "forces.force"),
        (tt.JointSpring("boom", 1, coordinate="slid"), "forces.force.coordinate"),
        (tt.JointSpring("boom", "3 N/m", coordinate="angle"), "forces.force.stiffness"),
        (tt.JointSpring("boom", 3, "5 deg", coordinate="slide"), "forces.force.rest"),
        (tt.JointSpring("boom", damping="3 N*m*s", coordinate="slide"), "forces.force.damping"),
        (tt.JointSpring("orbit", 1, coordinate="position"), "forces.force.stiffness"),
        (tt.JointEffort("orbit", 3, coordinate="velocity"), "forces.force.effort"),
        (tt.HardStop("boom", 3, upper="5 deg", coordinate="slide"), "forces.force.upper"),
        (tt.HardStop("orbit", 3, upper=1, coordinate="velocity"), "forces.force.coordinate"),
        (tt.HardStop("boom", 3, upper=1), "forces.force"),
        (
            tt.HysteresisSpring("boom", [0], [0], ["1 N"], 1, coordinate="angle"),
            "forces.force.back",
        ),
        (tt.DryFriction("boom", 3, 4, "1 m/s", coordinate="angle"), "forces.force.stribeck_speed"),
        (tt.DryFriction("boom", coefficient=0.3, coordinate="angle"), "forces.force.radius"),
        (
            tt.DryFriction("boom", coefficient=1, radius=1, coordinate="slide"),
            "forces.force.radius",
        ),
        (tt.JointEffort("boom", [1, 2, 3], coordinate="slide"), "forces.force.effort"),
        (tt.JointEffort("boom", "3 N", coordinate="angle"), "forces.force.effort"),
        (tt.JointEffort("boom", tt.Table([0], ["3 N"]), coordinate="angle"), "forces.force.effort"),
    ],
)
def test_does_not_fit(craft, force, where, problems_of):
    craft.add_force("force", force)
    (problem,) = problems_of(craft.validate)
    assert problem.where == where


def test_friction_without_a_normal(problems_of):
    """What presses a planar joint together turns with the direction in which it slips."""
    model = tt.Model("table")
    model.add_joint(
        "table", tt.Planar([0, 0, 1]), model.ground, model.add_body("puck", 1, [1, 1, 1])
    )
    model.add_force("force", tt.DryFriction("table", coefficient=0.3, coordinate="x"))
    (problem,) = problems_of(model.validate)
    assert problem.where == "forces.force.coefficient"
    assert "planar" in problem.what and "coulomb" in problem.hint

"""What ties a model to the ground, given by what its parts declare."""

import pytest

import treetop as tt
from treetop.topology.grounding import bodies_of, flies
from treetop.topology.mechanism import mechanism_of


@pytest.fixture
def model():
    m = tt.Model("two bodies")
    m.add_body("bus", 10.0, [1, 1, 1])
    m.add_body("tug", 5.0, [1, 1, 1])
    m.add_joint("orbit", tt.Free(), "ground", "bus")
    m.add_joint("boom", tt.Prismatic([1, 0, 0]), "bus", "tug")
    return m


BETWEEN = [
    tt.SpringDamper("bus", "tug", 1.0, 1.0),
    tt.Contact(tt.Sphere("bus", 1.0), tt.Point("tug"), 1e3),
    tt.JointSpring("boom", 1.0),
    tt.JointEffort("orbit", [1, 0, 0], "velocity"),  # of time alone
    tt.JointSpring("orbit", damping=1.0, coordinate="angular_velocity"),
    tt.UserForce("push", "tug"),
    tt.UserForce("push", "tug", "bus"),
    tt.CentralGravity(1.0),
    tt.FrameForce("bus", [1, 0, 0]),
]
TYING = [
    tt.SpringDamper("ground", "tug", 1.0, 1.0),
    tt.Contact(tt.Plane("ground"), tt.Point("tug"), 1e3),
    tt.JointSpring("orbit", damping=1.0, coordinate="velocity"),
]


@pytest.mark.parametrize("force", BETWEEN, ids=lambda force: force.kind)
def test_forces_that_leave_it_free(model, force):
    model.add_force("another", force)
    assert flies(mechanism_of(model))


@pytest.mark.parametrize("force", TYING, ids=lambda force: force.kind)
def test_forces_that_tie_it(model, force):
    model.add_force("another", force)
    assert not flies(mechanism_of(model))


def test_joints_and_constraints_that_tie_it(model):
    twin = model.copy()
    twin.add_constraint("rod", tt.Distance("ground", "tug", 1.0))
    assert not flies(mechanism_of(twin))
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), "ground", "tug", cut=True)
    assert not flies(mechanism_of(model))


def test_the_bodies_that_a_part_acts_on(model):
    assert bodies_of(model, tt.JointSpring("boom", 1.0)) == {"bus", "tug"}
    assert bodies_of(model, tt.UserForce("push", "tug")) == {"ground", "tug"}
    assert bodies_of(model, tt.UniformGravity()) == set()
    assert bodies_of(model, tt.Coupling({"boom.slide": 1.0})) == {"bus", "tug"}
    assert bodies_of(model, model.joints["orbit"]) == {"ground", "bus"}

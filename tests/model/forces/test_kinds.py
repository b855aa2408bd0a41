"""Forces, their units and their equality."""

import pytest

import treetop as tt
from treetop.model.forces.kinds import FORCES


def push(t, motion, p):
    return None


FORCE_OF_EACH_KIND = [
    tt.UniformGravity(), tt.CentralGravity("398600.4418 km^3/s^2"),
    tt.SpringDamper("a", "b", 1, "25 N/m"), tt.ElasticCord(["a", "b"], 1, "25 N/m"),
    tt.JointSpring("boom", stiffness="3 N*m/rad"), tt.JointEffort("boom", 3),
    tt.FrameForce("bus", force=[1, 0, 0]), tt.UserForce(push, "bus"),
    tt.FluidLoad("cable", diameter=0.1),
    tt.Contact("a", tt.Sphere("b", 1), 1), tt.RigidContact("a", tt.Sphere("b", 1)),
    tt.HardStop("boom", 1, upper=1), tt.Backlash("boom", 1, 1),
    tt.HysteresisSpring("boom", [0, 1], [0, 0], [1, 1], 0.1), tt.LuGre("boom", 1, 1),
    tt.DryFriction("boom", 1), tt.RigidStop("boom", 0), tt.Latch("boom", 1),
]  # fmt: skip


def test_one_of_each():
    assert [type(force) for force in FORCE_OF_EACH_KIND] == list(FORCES.values())


def test_units():
    assert tt.CentralGravity("398600.4418 km^3/s^2").mu == pytest.approx(3.986004418e14)
    assert tt.UniformGravity([0, 0, "-1 g0"]).acceleration == (0, 0, -9.80665)


@pytest.mark.parametrize(
    ("make", "where"),
    [
        (lambda: tt.SpringDamper("a", "b", 1, stiffness="25 N"), "SpringDamper.stiffness"),
        (lambda: tt.SpringDamper("a", "b", -1), "SpringDamper.length"),
        (lambda: tt.CentralGravity(0), "CentralGravity.mu"),
        (lambda: tt.CentralGravity(1, gradient="no"), "CentralGravity.gradient"),
        (lambda: tt.JointSpring("boom", stiffness="3 kg"), "JointSpring.stiffness"),
        (lambda: tt.JointEffort("boom", [1, 2]), "JointEffort.effort"),
        (lambda: tt.FrameForce("bus", force=3), "FrameForce.force"),
        (lambda: tt.FrameForce("bus", force=tt.Table([0], [3])), "FrameForce.force"),
        (lambda: tt.FrameForce("bus", torque=[0, 0, "1 N"]), "FrameForce.torque[2]"),
        (lambda: tt.FrameForce("bus", axes="bdy"), "FrameForce.axes"),
        (lambda: tt.HardStop("boom", 1), "HardStop"),
        (lambda: tt.HardStop("boom", 1, lower=2, upper=1), "HardStop.lower"),
        (lambda: tt.HardStop("boom", -1, lower=2), "HardStop.stiffness"),
        (lambda: tt.HardStop("boom", 1, lower=2, damping=-1), "HardStop.damping"),
        (lambda: tt.Backlash("boom", 0, 1), "Backlash.gap"),
        (lambda: tt.HysteresisSpring("boom", [0, 1], [0], [1, 1], 1), "HysteresisSpring.out"),
        (
            lambda: tt.HysteresisSpring("boom", [1, 0], [0, 0], [1, 1], 1),
            "HysteresisSpring.knots[1]",
        ),
        (lambda: tt.HysteresisSpring("boom", [0, 1], [0, 2], [1, 1], 1), "HysteresisSpring.out[1]"),
        (lambda: tt.HysteresisSpring("boom", [0], [0], [1], 0), "HysteresisSpring.reversal"),
        (lambda: tt.LuGre("boom", 0, 1), "LuGre.coulomb"),
        (lambda: tt.LuGre("boom", 2, 1, static=1), "LuGre.static"),
        (lambda: tt.DryFriction("boom", -1), "DryFriction.coulomb"),
        (lambda: tt.DryFriction("boom"), "DryFriction"),
        (lambda: tt.DryFriction("boom", 1, coefficient=1), "DryFriction"),
        (lambda: tt.DryFriction("boom", 1, radius=1), "DryFriction.radius"),
        (lambda: tt.DryFriction("boom", static=1, coefficient=1), "DryFriction.static"),
        (lambda: tt.DryFriction("boom", coefficient=-1), "DryFriction.coefficient"),
        (lambda: tt.RigidStop("boom", lower=0, restitution=-0.1), "RigidStop.restitution"),
        (lambda: tt.RigidStop("boom", lower=1, upper=0), "RigidStop.lower"),
        (lambda: tt.RigidStop("boom"), "RigidStop"),
        (lambda: tt.Latch("boom", 1, capture=0), "Latch.capture"),
        (lambda: tt.LuGre("boom", 1, 1, static=2), "LuGre.stribeck_speed"),
        (lambda: tt.DryFriction("boom", 2, static=1), "DryFriction.static"),
        (
            lambda: tt.DryFriction("boom", 1, static=2, stribeck_speed=0),
            "DryFriction.stribeck_speed",
        ),
        (lambda: tt.Contact("a", "b", 1), "Contact"),
        (lambda: tt.Contact(3, tt.Sphere("b", 1), 1), "Contact.a"),
        (lambda: tt.Contact("a", {"kind": "cube"}, 1), "Contact.b.kind"),
        (lambda: tt.Contact("a", {"at": "b"}, 1), "Contact.b"),
        (
            lambda: tt.Contact("a", {"kind": "sphere", "at": "b", "radius": 0}, 1),
            "Contact.b.radius",
        ),
        (lambda: tt.Contact("a", tt.Sphere("b", 1), "1 N/m"), "Contact.stiffness"),
        (lambda: tt.Contact("a", tt.Sphere("b", 1), 1, friction=-0.1), "Contact.friction"),
        (lambda: tt.Contact("a", tt.Sphere("b", 1), 1, exponent=0.5), "Contact.exponent"),
        (lambda: tt.Contact("a", tt.Sphere("b", 1), 1, slip_speed=0), "Contact.slip_speed"),
        (lambda: tt.RigidContact("a", tt.Sphere("b", 1), -0.1), "RigidContact.restitution"),
        (lambda: tt.RigidContact("a", "b"), "RigidContact"),
        (lambda: tt.Capsule("a", "a", 1), "Capsule"),
        (lambda: tt.UserForce(3, "bus"), "UserForce.function"),
        (lambda: tt.UserForce(push, "bus", parameters=["x"]), "UserForce.parameters[0]"),
    ],
)
def test_wrong(make, where, problems_of):
    (problem,) = problems_of(make)
    assert problem.where == where


def test_the_unit_of_a_table_is_that_of_its_force(problems_of):
    table = tt.Table([0, 1], [[0, 0, 0], ["1 mN", 0, 0]])
    assert tt.FrameForce("bus", force=table).force.values[1] == (1e-3, 0, 0)
    (problem,) = problems_of(tt.FrameForce, "bus", torque=table)
    assert problem.where == "FrameForce.torque[1][0]"


def test_user_forces_are_equal_by_the_name_of_their_function():
    assert tt.UserForce(push, "bus") == tt.UserForce("push", "bus")
    assert hash(tt.UserForce(push, "bus")) == hash(tt.UserForce("push", "bus"))
    assert tt.UserForce(push, "bus") != tt.UserForce(print, "bus")
    assert tt.UserForce(push, "bus").function is push

"""Which bodies' turning a quantity depends on."""

import numpy as np
import pytest

import treetop as tt
from treetop.assembly.joint_friction import limits_of
from treetop.assembly.turning import of_all, of_body, of_point


@pytest.fixture
def tables():
    """A bus with an arm, and a balanced wheel on the bus."""
    m = tt.Model("bus")
    bus, arm, wheel = (m.add_body(n, mass=1, inertia=[1, 1, 2]) for n in ("bus", "arm", "wheel"))
    m.add_joint("base", tt.Revolute([0, 0, 1]), m.ground, bus)
    m.add_joint("elbow", tt.Revolute([0, 0, 1]), bus.frame("end", at=[2, 0, 0]), arm)
    m.add_joint("spin", tt.Revolute([0, 0, 1]), bus.frame("top", at=[0, 0, 1]), wheel)
    return m.build().tables


def test_a_place_turns_with_all_bodies_from_the_ground_to_it(tables):
    found = of_point(tables, 2, np.array([1.0, 0, 0]))
    assert found.bodies == {1, 2} and found.length == pytest.approx(3)


def test_a_place_on_the_axis_does_not_turn_with_its_body(tables):
    assert of_point(tables, 3, np.array([0, 0, 1.0])).bodies == {1}
    assert of_body(tables, 3).bodies == {1, 3}
    assert of_point(tables, 0, np.ones(3)).bodies == set()


def test_forces_do_not_depend_on_the_turning_of_balanced_rotors(tables):
    """The arm is one as well; the bus carries others."""
    assert of_all(tables).bodies == {1}


def test_where_forces_begin_to_act():
    assert limits_of(tt.HardStop("a", upper=2.0, stiffness=1)) == [2.0]
    assert limits_of(tt.Backlash("a", gap=2.0, stiffness=1)) == [-1.0, 1.0]
    curve = tt.HysteresisSpring(
        "a", knots=[0, 1, 2, 3, 4], out=[-1, 0, 0, -2, -3], back=[-1, 0, 0, -2, -3], reversal=1
    )
    assert limits_of(curve) == [1, 2]

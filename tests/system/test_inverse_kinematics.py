"""Frames brought where they should be: arms with known answers, free bodies, loops."""

import numpy as np
import pytest

import treetop as tt
from four_bar import closed, four_bar
from random_trees import random_motion, random_tree
from treetop.errors import TreetopError
from treetop.system.inverse_kinematics import frame_pose


def arm():
    model = tt.Model("arm")
    upper = model.add_body("upper", mass=2, centre=[0.5, 0, 0])
    lower = model.add_body("lower", mass=1, centre=[0.5, 0, 0])
    lower.frame("tip", at=[0.7, 0, 0])
    model.add_joint("shoulder", tt.Revolute("z"), model.ground, upper)
    model.add_joint("elbow", tt.Revolute("z"), upper.frame("end", at=[1, 0, 0]), lower)
    return model


@pytest.mark.parametrize("bend", [0.2, -0.2])
def test_both_ways_of_an_arm_by_the_law_of_cosines(bend):
    system = arm().build()
    reach, direction = 1.3, 0.4
    place = [reach * np.cos(direction), reach * np.sin(direction), 0]
    state = system.state(elbow={"angle": bend})
    found = tt.inverse_kinematics(system, state, "lower.tip", position=place)
    elbow = np.sign(bend) * np.arccos((reach**2 - 1 - 0.49) / 1.4)
    shoulder = direction - np.arctan2(0.7 * np.sin(elbow), 1 + 0.7 * np.cos(elbow))
    assert found["elbow.angle"] == pytest.approx(elbow, abs=1e-11)
    assert found["shoulder.angle"] == pytest.approx(shoulder, abs=1e-11)


def test_what_is_out_of_reach_says_how_near_it_comes():
    system = arm().build()
    state = system.state(elbow={"angle": 0.2})
    with pytest.raises(TreetopError, match=r"'lower.tip' cannot be brought there: .* 0.3 m off"):
        tt.inverse_kinematics(system, state, "lower.tip", position=[2, 0, 0])


def test_what_is_held_stays():
    system = arm().build()
    state = system.state(shoulder={"angle": 0.3}, elbow={"angle": 0.2})
    place = [np.cos(0.3) + 0.7 * np.cos(1.5), np.sin(0.3) + 0.7 * np.sin(1.5), 0]
    found = tt.inverse_kinematics(system, state, "lower.tip", place, hold=["shoulder"])
    assert found["shoulder.angle"] == 0.3
    assert found["elbow.angle"] == pytest.approx(1.2, abs=1e-11)


def test_poses_that_trees_have_elsewhere_are_found():
    model = random_tree(seed=8, bodies=7, reach=1, kinds=("revolute", "universal", "spherical"))
    system = model.build()
    start = system.state(**random_motion(model, seed=8))
    goal = system.state(**random_motion(model, seed=9))
    pose = frame_pose(system, goal, "b6")
    found = tt.inverse_kinematics(system, start, "b6", pose.p, pose.R)
    reached = frame_pose(system, found, "b6")
    np.testing.assert_allclose(reached.p, pose.p, rtol=0, atol=1e-10)
    np.testing.assert_allclose(reached.R, pose.R, rtol=0, atol=1e-10)


def test_a_four_bar_is_moved_along_its_freedom():
    system = four_bar().build()
    start, goal = (system.state(**closed(crank)) for crank in (1.0, 1.6))
    coupler = system.body_names[1]
    place = frame_pose(system, goal, coupler).p
    found = tt.inverse_kinematics(system, start, coupler, place)
    np.testing.assert_allclose(found.vector, goal.vector, rtol=0, atol=1e-10)


def test_nothing_to_aim_at_is_refused():
    system = arm().build()
    with pytest.raises(TreetopError, match="a position, an attitude, or both"):
        tt.inverse_kinematics(system, system.state(), "lower.tip")

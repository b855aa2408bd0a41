"""The tables of the forces."""

import numpy as np
import pytest

import treetop as tt
from treetop.assembly.assembly import assemble
from treetop.topology.mechanism import mechanism_of


def model_with(**forces):
    model = tt.Model("craft")
    bus, arm = model.add_body("bus", 1, [1, 1, 1]), model.add_body("arm", 1, [1, 1, 1])
    bus.frame("port", at=[1, 2, 3])
    model.add_joint("orbit", tt.Free(), model.ground, bus)
    model.add_joint("boom", tt.Cylindrical([1, 0, 0]), bus, arm)
    for name, force in forces.items():
        model.add_force(name, force)
    return assemble(mechanism_of(model)).tables


def test_no_forces_give_empty_tables():
    tables = model_with()
    tables = tables._replace(user_forces=tables.user_forces[:2])  # without what is compiled
    kinds = ("line", "joint", "frame", "user", "closing")
    names = [name for name in tables._fields if name.partition("_")[0] in kinds]
    assert len(names) == 7
    rows = [rows for name in names for rows in getattr(tables, name) if rows is not None]
    assert not any(len(each) for each in rows)  # laws of users are compiled later
    assert not tables.gravity.uniform.any()
    assert not tables.gravity.central.any()


def test_gravities_add_up():
    g = tt.UniformGravity([1, 0, 0]), tt.UniformGravity([0, 2, 0])
    tables = model_with(a=g[0], b=g[1], c=tt.CentralGravity(3.0), d=tt.CentralGravity(4.0))
    assert tables.gravity.uniform.tolist() == [1, 2, 0]
    assert tables.gravity.central.tolist() == [7, 1]


def test_frames_are_shared():
    push = tt.FrameForce("bus.port", force=[1, 0, 0])
    tables = model_with(a=push, b=push, c=tt.SpringDamper("bus.port", "arm", length=1))
    row = tables.frame_forces.frame[0]
    assert tables.frame_forces.frame.tolist() == [row, row]
    assert tables.line_springs.frames.tolist() == [[row, 2]]
    assert tables.frames.p[row].tolist() == [1, 2, 3]


def test_the_first_frames_are_the_bodies_own():
    tables = model_with(a=tt.FrameForce("bus.port", force=[1, 0, 0]))
    assert tables.frames.body.tolist() == [0, 1, 2, 1]


@pytest.mark.parametrize(("name", "row"), [("angle", 0), ("slide", 1), ("slide_rate", 1)])
def test_springs_find_their_coordinate_and_speed(name, row):
    springs = model_with(a=tt.JointSpring("boom", damping=1, coordinate=name)).joint_springs
    assert springs.coordinate.tolist() == [7 + row]
    assert springs.speed.tolist() == [6 + row]


def test_a_damper_on_a_vector_is_three_without_coordinates():
    damper = tt.JointSpring("orbit", damping=2, coordinate="angular_velocity")
    springs = model_with(a=damper).joint_springs
    assert springs.coordinate.tolist() == [-1, -1, -1]
    assert springs.speed.tolist() == [0, 1, 2]
    assert springs.law.tolist() == [[0, 0, 2]] * 3


def test_parameters_of_user_forces_are_padded():
    law = lambda t, motion, p: None  # noqa: E731
    forces = model_with(a=tt.UserForce(law, "bus"), b=tt.UserForce(law, "arm", "bus", (1, 2)))
    assert forces.user_forces.parameters.tolist() == [[0, 0], [1, 2]]
    assert forces.user_forces.frames.tolist() == [[1, 0], [2, 1]]


def test_signals_stand_one_after_another():
    table = tt.Table([0, 1, 5], [[1, 2, 3], [4, 5, 6], [7, 8, 9]], "hold")
    signals = model_with(
        a=tt.JointEffort("boom", 4, "slide"), b=tt.FrameForce("bus", table)
    ).signals
    assert signals.at.tolist() == [0, 1, 4, 5]
    assert signals.hold.tolist() == [0, 1, 0]
    assert signals.time.tolist() == [0, 0, 1, 5, 0]
    assert np.array_equal(signals.value[1:4], np.arange(1, 10).reshape(3, 3))

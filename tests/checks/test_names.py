"""Parts whose outputs or coordinates would be taken for quantities of bodies."""

import pytest

import treetop as tt
from treetop.checks.checks import problems
from treetop.checks.names import name_warnings


def hub(name):
    m = tt.Model("hub")
    m.add_joint("flight", tt.Free(), m.ground, m.add_body(name, 100, [30, 30, 50]))
    return m


def test_a_sensor_does_not_hide_a_quantity_of_a_body():
    """`gps.position` would be that of the body or of the sensor."""
    m = hub("gps")
    m.add_sensor("gps", tt.Gps("gps", every=0.1))
    (problem,) = problems(m)
    assert problem.where == "sensors.gps"
    assert problem.what == "the body 'gps' has a quantity 'gps.position' as well"


@pytest.mark.parametrize(
    "device", [tt.Wheel("bus", [1, 0, 0], 0.1), tt.StoredMomentum("bus", [0, 0, 3])]
)
def test_a_device_may_be_called_as_a_body_whose_quantities_are_others(device):
    m = hub("bus")
    m.add_device("bus", device)
    assert not problems(m)


def hung(name, inboard="ground", outboard="b"):
    """A body `b`, joined by a joint of a name that leads to it or to another body."""
    m = tt.Model("hung")
    m.ground.frame("pad", at=[1, 0, 0])
    for body in ("b", "c"):
        m.add_body(body, 1, [1, 1, 1]).frame("eye", at=[0, 0, 1])
    m.add_joint(name, tt.Free(), inboard, outboard)
    m.add_joint("other", tt.Free(), "ground", "c" if outboard.startswith("b") else "b")
    return m


@pytest.mark.parametrize(
    ("inboard", "outboard"), [("ground.pad", "b"), ("ground", "b.eye"), ("ground", "c")]
)
def test_a_joint_that_hides_where_the_body_of_its_name_is_says_so(inboard, outboard):
    """`b.position` would be that of the joint, in its frames, or of the body."""
    m = hung("b", inboard, outboard)
    assert not problems(m)
    with pytest.warns(UserWarning, match="joint 'b' is called as a body: .*'b.position'") as warned:
        m.build()
    turned = "'b.angular_velocity' and 'b.attitude'" in str(warned[0].message)
    assert turned == (outboard == "c")


@pytest.mark.parametrize(("turned", "wrong"), [(False, 0), (True, 1)])
def test_a_ball_joint_turns_the_body_of_its_name_in_inertial_axes(turned, wrong):
    """Where its frames are does not matter to the attitude, how they are turned does."""
    m = tt.Model("top")
    top = m.add_body("top", 1, [1, 1, 1], [0, 0, 1])
    tip = top.frame("tip", at=[0, 0, -1], attitude=[0.8, 0, 0.6, 0] if turned else [1, 0, 0, 0])
    m.add_joint("top", tt.Spherical(), m.ground.frame("pad", at=[1, 0, 0]), tip)
    assert len(list(name_warnings(m))) == wrong


def test_a_joint_from_the_ground_to_the_body_of_its_name_says_the_same_as_that():
    m = hung("b")
    assert not [*problems(m), *name_warnings(m)]
    m.set_start("b", position=[1, 2, 3], velocity=[4, 5, 6])
    state = m.build().start()
    assert state["b.position"].tolist() == [1, 2, 3]


def test_a_joint_without_such_coordinates_may_be_called_as_a_body():
    m = tt.Model("arm")
    m.add_joint(
        "arm",
        tt.Revolute([0, 0, 1]),
        m.ground.frame("pad", at=[1, 0, 0]),
        m.add_body("arm", 1, [1, 1, 1]),
    )
    assert not [*problems(m), *name_warnings(m)]

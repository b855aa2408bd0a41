"""Bodies without looks are drawn by what is known of them."""

import numpy as np
import pytest

import treetop as tt
from treetop.results.distance import turned
from treetop.topology.mechanism import mechanism_of
from treetop.view.playback.default_looks import default_looks, equivalent_box, links


def inertia_of(size, mass, attitude):
    """The inertia of a homogeneous box, in the axes that it is turned in."""
    a, b, c = np.square(size)
    principal = mass / 12 * np.diag([b + c, a + c, a + b])
    turn = np.stack([turned(np.array(attitude), axis) for axis in np.eye(3)], axis=1)
    return turn @ principal @ turn.T


def test_a_box_of_the_same_inertia():
    model = tt.Model()
    attitude = np.array([0.8, 0.2, -0.4, 0.4])
    tensor = inertia_of([1.0, 2.0, 0.5], 3.0, attitude)
    body = model.add_body("body", 3.0, tensor.tolist())
    sides, turn = equivalent_box(body)
    assert sorted(sides) == pytest.approx([0.5, 1.0, 2.0])
    assert inertia_of(sides, 3.0, turn) == pytest.approx(tensor)
    plain = model.add_body("plain", 3.0, np.diag(inertia_of([1, 2, 0.5], 3, [1, 0, 0, 0])).tolist())
    assert equivalent_box(plain)[0] == pytest.approx([1.0, 2.0, 0.5])


def test_a_point_mass_is_a_ball_on_a_rod():
    model = tt.Model()
    bob = model.add_body("bob", mass=1, centre=[0, -1, 0])
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), model.ground, bob)
    ball, arm = default_looks(mechanism_of(model), 1.0)["bob"]
    assert ball["kind"] == "sphere" and ball["at"] == [0, -1, 0]
    assert arm["kind"] == "cylinder" and arm["length"] == 1.0 and arm["at"] == [0, -0.5, 0]
    (post,) = default_looks(mechanism_of(model), 1.0)["ground"]
    assert post["at"] == [0, 0, 0]


def test_thin_bodies_can_be_seen():
    model = tt.Model()
    model.add_body("sheet", 1.0, [1.0, 1.0, 2.0])
    (sheet,) = default_looks(mechanism_of(model))["sheet"]
    assert min(sheet["size"]) > 0


def test_what_touches_and_rolls_is_round():
    model = tt.Model()
    ball = model.add_body("ball", 1.0, [0.1] * 3)
    disc = model.add_body("disc", 1.0, [0.1, 0.1, 0.2])
    model.add_joint("fall", tt.Free(), model.ground, ball)
    model.add_joint("roll", tt.Free(), model.ground, disc)
    floor = tt.RigidContact(tt.Plane("ground"), tt.Sphere("ball", 0.3), restitution=0.5)
    model.add_force("floor", floor)
    rim = disc.frame("rim", attitude=[np.sqrt(0.5), np.sqrt(0.5), 0, 0])
    model.add_constraint("rolls", tt.RollingDisc(rim, "ground", radius=0.4, axis=[0, 0, 1]))
    looks = default_looks(mechanism_of(model))
    assert [(look["kind"], look["radius"]) for look in looks["ball"]] == [("sphere", 0.3)]
    (wheel,) = looks["disc"]
    assert wheel["radius"] == 0.4
    assert turned(np.array(wheel["attitude"]), [0, 0, 1]) == pytest.approx([0, -1, 0])


def test_springs_and_rods_are_links(model):
    model.add_constraint("tie", tt.Distance("bus", "tug", length=1))
    assert links(model) == {"spring": ("bus.port", "tug.tail"), "tie": ("bus", "tug")}

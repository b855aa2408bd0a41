"""Directions and attitudes in the forms that people write."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import treetop as tt
from treetop.formats.yaml.load import loads
from treetop.model.quantity import Invalid
from treetop.model.rotation import attitude, direction, matrix

ANGLES = (0.3, -1.1, 2.0)


@pytest.mark.parametrize(
    ("word", "vector"), [("x", (1, 0, 0)), ("+y", (0, 1, 0)), ("-z", (0, 0, -1))]
)
def test_axes_by_name(word, vector):
    assert direction(word) == vector
    assert tt.Revolute(word).axis == vector


@pytest.mark.parametrize("wrong", ["w", "", "--x", "xy"])
def test_other_words_are_no_axes(wrong):
    with pytest.raises(Invalid):
        direction(wrong)


@pytest.mark.parametrize("axes", ["ZYX", "zyx", "XYZ", "xyz", "ZXZ", "zxz", "YX", "z"])
def test_euler_angles_are_those_of_scipy(axes):
    angles = list(ANGLES[: len(axes)])
    theirs = Rotation.from_euler(axes, angles[0] if len(axes) == 1 else angles)
    ours = attitude({axes: angles[0] if len(axes) == 1 else angles})
    assert np.array(matrix(ours)) == pytest.approx(theirs.as_matrix(), abs=1e-15)
    assert np.array(matrix(attitude(theirs))) == pytest.approx(theirs.as_matrix(), abs=1e-15)


@pytest.mark.parametrize(
    "wrong",
    [{}, {"ZyX": [0, 0, 0]}, {"abc": [0, 0, 0]}, {"xyz": [0, 0]}, {"x": 0, "y": 0}, {3: 1},
     Rotation.from_euler("x", [[0.1], [0.2]])],
)  # fmt: skip
def test_other_angles_are_refused(wrong):
    with pytest.raises(Invalid):
        attitude(wrong)


def test_in_files_with_other_spellings():
    model = loads("""
treetop: 1
bodies:
  bus:
    mass: 1
    inertia: [1, 1, 1]
    center: [0, 0, 1]
    frames: {port: {attitude: {ZYX: [90 deg, 0, 0]}}}
    looks: [{kind: sphere, radius: 1, color: gold}]
joints: {hinge: {kind: revolute, axis: -y, outboard: bus.port}}
""")
    bus = model.bodies["bus"]
    assert bus.centre == (0, 0, 1)
    assert bus.looks[0].colour == "gold"
    assert bus.frames["port"].attitude == pytest.approx((0.5**0.5, 0, 0, 0.5**0.5))
    assert model.joints["hinge"].kind.axis == (0, -1, 0)


def test_both_spellings_at_once_are_refused():
    model = tt.Model("twice")
    with pytest.raises(tt.ModelError, match="unknown key 'center'"):
        model.add_body("bus", mass=1, centre=[0, 0, 1], center=[0, 0, 1])
    with pytest.raises(tt.ModelError, match="did you mean 'centre'"):
        model.add_body("bus", mass=1, centr=[0, 0, 1])

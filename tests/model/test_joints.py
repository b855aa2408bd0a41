"""Joint kinds and their coordinates."""

import math
import pickle

import numpy as np
import pytest

import treetop as tt
from treetop.model.joints import JOINT_KINDS, Joint

LINE = [[0, 0, 0], [1, 0, 0], [2, 0.1, 0], [3, 0, 0]]
KINDS = [
    tt.Fixed(), tt.Revolute([0, 0, 2]), tt.Prismatic([1, 0, 0]), tt.Screw([0, 1, 0], "2 mm/turn"),
    tt.Cylindrical([1, 1, 0]), tt.Universal([1, 0, 0], [0, 1, 0]), tt.Spherical(),
    tt.Planar([1, 2, 3]), tt.Free(), tt.Curvilinear(tt.Curve(LINE), across=[0, 0, 2]),
]  # fmt: skip


def test_one_of_each():
    assert [type(kind) for kind in KINDS] == list(JOINT_KINDS.values())


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.kind)
def test_coordinates_and_speeds_go_in_pairs(kind):
    assert len(kind.coordinates) == len(kind.speeds)
    for coordinate, speed in zip(kind.coordinates, kind.speeds, strict=True):
        assert speed.size == min(coordinate.size, 3)
        assert speed.unit == ("rad/s" if coordinate.name == "attitude" else coordinate.unit + "/s")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.kind)
def test_values(kind):
    twin = pickle.loads(pickle.dumps(kind))
    assert twin == kind
    assert hash(twin) == hash(kind)


def test_axes_become_unit_vectors():
    assert tt.Revolute([0, 0, 2]).axis == (0, 0, 1)


def test_pitch_of_a_screw():
    assert tt.Screw([0, 0, 1], "2 mm/turn").pitch == pytest.approx(2e-3 / (2 * math.pi))


@pytest.mark.parametrize(
    ("given", "x"),
    [([0, 0, 1], (1, 0, 0)), ([1, 0, 0], (0, 1, 0)), ([0, -2, 0], (1, 0, 0))],
)
def test_planar_finds_its_x(given, x):
    assert tt.Planar(given).x == x


def test_planar_makes_x_perpendicular():
    joint = tt.Planar([1, 2, 3], x=[1, 1, 0])
    assert np.dot(joint.normal, joint.x) == pytest.approx(0, abs=1e-15)
    assert np.linalg.norm(joint.x) == pytest.approx(1, abs=1e-15)
    assert tt.Planar(joint.normal, joint.x) == joint


@pytest.mark.parametrize(
    ("make", "where"),
    [
        (lambda: tt.Revolute([0, 0, 0]), "Revolute.axis"),
        (lambda: tt.Revolute("w"), "Revolute.axis"),
        (lambda: tt.Screw([0, 0, 1], "2 mm"), "Screw.pitch"),
        (lambda: tt.Screw([0, 0, 1]), "Screw"),
        (lambda: tt.Universal([0, 0, 1], [0, 0, -1]), "Universal"),
        (lambda: tt.Planar([0, 0, 1], x=[0, 0, 1]), "Planar"),
        (lambda: tt.Revolute([0, 0, 1], axe=3), "Revolute.axe"),
        (lambda: tt.Curvilinear(LINE), "Curvilinear.curve"),
        (lambda: tt.Curvilinear({"points": LINE[:2]}), "Curvilinear.curve.points"),
        (lambda: tt.Curvilinear(tt.Curve(LINE), "along"), "Curvilinear.attitude"),
        (
            lambda: tt.Curvilinear(tt.Curve(LINE), "parallel", across=[0, 0, 1]),
            "Curvilinear.across",
        ),
        (lambda: Joint("hinge", tt.Free, "ground", "bus"), "Joint.kind"),
        (lambda: Joint("hinge", tt.Free(), 3, "bus"), "Joint.inboard"),
    ],
)
def test_wrong(make, where, problems_of):
    (problem,) = problems_of(make)
    assert problem.where == where


def test_suggests_the_near_name(problems_of):
    missing, strange = problems_of(tt.Revolute, axs=[0, 0, 1])
    assert missing.what == "'axis' is missing"
    assert strange.hint == "did you mean 'axis'?"

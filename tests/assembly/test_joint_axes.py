"""Axes that suit a joint."""

import numpy as np
import pytest

import treetop as tt
from treetop.assembly.joint_axes import suited_axes, with_z

AXES = [(0, 0, 1), (0, 0, -1), (1, 0, 0), (0.6, 0, -0.8), (1, 2, 3), (1e-9, 1, 0)]


@pytest.mark.parametrize("axis", AXES)
def test_a_rotation_with_its_third_axis_along_the_joint(axis):
    kind = tt.Revolute(axis)
    inboard, outboard = suited_axes(kind)
    assert inboard[:, 2] == pytest.approx(kind.axis, abs=1e-16)
    assert inboard.T @ inboard == pytest.approx(np.eye(3), abs=1e-15)
    assert np.linalg.det(inboard) == pytest.approx(1.0)
    assert (inboard == outboard).all()


def test_a_plane_keeps_its_own_x():
    kind = tt.Planar([1, 2, 3], x=[0, 0, 1])
    assert suited_axes(kind)[0][:, 0] == pytest.approx(kind.x)


def test_a_universal_joint_has_two_of_them():
    kind = tt.Universal([1, 0, 0], [0, 0.6, 0.8])
    inboard, outboard = suited_axes(kind)
    assert inboard[:, 2] == pytest.approx(kind.axis1)
    assert outboard[:, 2] == pytest.approx(kind.axis2)


def test_attitudes_are_seen_in_the_users_own_axes():
    for kind in (tt.Spherical(), tt.Free(), tt.Fixed()):
        assert (suited_axes(kind)[0] == np.eye(3)).all()


def test_any_direction_across_z_will_do():
    x, y, z = with_z([0.0, 1.0, 0.0]).T
    assert np.cross(x, y) == pytest.approx(z)

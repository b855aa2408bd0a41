"""Attitudes from local axes."""

import math

import numpy as np
import pytest

import treetop as tt
from treetop.environment.frames import matrix_of
from treetop.model.environment.local_attitude import local_attitude

X, V = np.array([7e6, 0, 0]), np.array([0, 7.5e3, 0])


def test_no_turn_is_the_local_axes_themselves():
    q, w = tt.local().in_orbit(X, V)
    M = matrix_of(q)
    assert pytest.approx([0, 1, 0]) == M @ [1, 0, 0]  # forward
    assert pytest.approx([-1, 0, 0]) == M @ [0, 0, 1]  # down
    assert w == pytest.approx([0, -7.5e3 / 7e6, 0])  # about -y, the normal


def test_a_pitch_lifts_the_nose():
    q, _ = tt.local(0, "10 deg", 0).in_orbit(X, V)
    assert (matrix_of(q) @ [1, 0, 0])[0] == pytest.approx(math.sin(math.radians(10)))


def test_a_body_may_rest_in_inertial_axes():
    _, w = tt.local(0.1, 0.2, 0.3, turning=False).in_orbit(X, V)
    assert w == (0.0, 0.0, 0.0)


def test_each_way_to_write_it():
    assert local_attitude([0, "0.2 rad", 0]) == tt.local(0, 0.2, 0)
    given = {"angles": [0.1, 0, 0], "order": "ZXZ", "frame": "rtn", "turning": False}
    assert local_attitude(given) == tt.local(0.1, order="zxz", frame="rtn", turning=False)
    assert local_attitude(None) is None


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"order": "zz"}, "no order of three turns"),
        ({"frame": "ned"}, "'lvlh' or 'rtn'"),
        ({"turning": "yes"}, "true or false"),
    ],
)
def test_what_cannot_be_is_refused(given, words):
    with pytest.raises(tt.ModelError, match=words):
        tt.local(0, 0, 0, **given)

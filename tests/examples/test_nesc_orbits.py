"""Orbital check cases of the NASA Engineering and Safety Center: every case by two formulations,
and some by closed forms."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pages import page

pytestmark = pytest.mark.compiled
script = page("nesc-orbits")


@pytest.mark.parametrize("name", ["3B", "6A", "7B", "9D", "10D"])
def test_formulations_agree(name):
    place, attitude = script.differences(name)
    assert place < 1e-5
    assert attitude < 1e-9


def test_a_point_mass_leaves_keplers_orbit():
    found = script.flown("2")["body.position"].values[-1]
    assert_allclose(found, script.kepler(script.TYPICAL), atol=1e-5)


def test_a_ball_keeps_its_attitude_or_its_rotation():
    start = script.flown("8A").start["orbit.attitude"]
    assert script.turn_between(script.flown("8A")["body.attitude"].values[-1], start) < 1e-14
    assert script.turned_by_then("8B")[0] < 1e-12


def test_constant_air_takes_the_power_of_drag():
    found, expected = script.drag_work()
    assert_allclose(found, expected, rtol=1e-6)


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("4", [-1024259.614510, -6151102.122928, 2599955.982948]),
        ("7B", [-1279794.002248, -6056086.644719, 2681723.850560]),
        ("9D", [-1025524.188176, -6150301.251536, 2601375.016404]),
    ],
)
def test_ends(name, place):
    assert_allclose(script.flown(name)["body.position"].values[-1], place, atol=2e-5)


def test_the_extent_of_the_cylinder_is_felt_by_its_orbit():
    moved = script.flown("10B")["body.position"].values[-1]
    apart = np.linalg.norm(moved - script.flown("2")["body.position"].values[-1])
    assert 1e-5 < apart < 1e-3

"""A cable from a ship to an underwater vehicle, in a current and without."""

import pytest
from numpy.testing import assert_allclose

from pages import page

pytestmark = pytest.mark.compiled
script = page("towed-cable")


def test_the_current_carries_the_vehicle_to_the_side():
    flowing = script.sailed()
    assert_allclose(script.vehicle(flowing)[-1], [-468.239, 47.247, -166.945], atol=2e-3)
    late = script.pull(flowing)[flowing.time > 300.0]
    assert_allclose([late.min(), late.max()], [3530.15, 4108.18], atol=0.1)


def test_half_as_many_elements_come_to_nearly_the_same_place():
    coarse = script.sailed(elements=10)
    assert_allclose(script.vehicle(coarse)[-1], [-468.239, 47.247, -166.945], atol=0.02)

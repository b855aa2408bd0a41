import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

from geodetic_points import A, F, placed
from treetop.core.environment.ellipsoid import height_and_up
from treetop.core.spatial import Vec3


@pytest.mark.parametrize("height", [-5e3, 0.0, 2e5, 1e6, 3.6e7])
@pytest.mark.parametrize("latitude", [0.0, 1e-9, 0.3, -0.785, 1.2, 1.57, 0.5 * math.pi])
def test_geodetic_height(latitude, height):
    found, up = height_and_up(A, F, placed(latitude, 0.7, height))
    assert found == pytest.approx(height, abs=1e-8)
    flat = math.cos(latitude)
    assert_allclose(up, [flat * math.cos(0.7), flat * math.sin(0.7), math.sin(latitude)], atol=1e-8)


def test_a_flat_planet():
    found, _ = height_and_up(A, 1.0 / 170.0, placed(0.8, -2.0, 4e5, 1.0 / 170.0))
    assert found == pytest.approx(4e5, abs=1e-7)


def test_on_the_axis():
    found, up = height_and_up(A, F, Vec3(0.0, 0.0, -7e6))
    assert found == pytest.approx(7e6 - A * (1 - F), abs=1e-8)
    assert_allclose(up, [0.0, 0.0, -1.0], atol=1e-15)


def test_a_sphere():
    found, up = height_and_up(A, 0.0, Vec3(3e6, 4e6, 5e6))
    assert found == math.sqrt(5e13) - A
    assert_allclose(up, np.array([3, 4, 5]) / math.sqrt(50), rtol=1e-15)

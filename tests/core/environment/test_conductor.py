import numpy as np
import pytest
from numpy.testing import assert_allclose

from treetop.core.environment.conductor import (
    conductor_force,
    driven_current,
    electromotive_force,
)
from treetop.core.spatial import Vec3, dot


def test_a_tether_to_the_zenith_flying_east_over_the_magnetic_equator():
    # Field north, motion east, conductor up: current flows up, and its force is towards the west.
    east, north, up = 7500.0, 3e-5, 1000.0
    L, v, B = Vec3(0.0, 0.0, up), Vec3(east, 0.0, 0.0), Vec3(0.0, north, 0.0)
    assert electromotive_force(L, v, B) == pytest.approx(east * north * up)
    current = driven_current(electromotive_force(L, v, B), 0.0, 150.0)
    assert current == pytest.approx(1.5)
    assert_allclose(conductor_force(current, L, B), [-1.5 * up * north, 0.0, 0.0], rtol=1e-14)


def test_work_is_what_the_resistance_takes_and_the_source_gives():
    rng = np.random.default_rng(3)
    for voltage in (0.0, 40.0, -40.0):
        L, v, B = (Vec3(*rng.normal(size=3).tolist()) for _ in range(3))
        current = driven_current(electromotive_force(L, v, B), voltage, 7.0)
        work = dot(conductor_force(current, L, B), v)
        assert work == pytest.approx(-current * current * 7.0 + voltage * current, rel=1e-12)

"""Round an asteroid: Jacobi's integral, and what its rotation does to orbits."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pages import page

pytestmark = pytest.mark.compiled
script = page("asteroid")


def test_rotation_takes_one_orbit_out_and_leaves_the_other():
    for way, nearest, farthest in (("0 deg", 728.07, 4166.70), ("180 deg", 772.84, 900.0)):
        run = script.flown(way)
        far = script.distances(run)
        assert_allclose([far.min(), far.max()], [nearest, farthest], atol=0.05)
        assert run.audit()["energy"].relative < 1e-9


def test_jacobis_integral_is_constant():
    C = script.jacobi(script.flown("180 deg", gradient=False))
    assert np.ptp(C) < 1e-9 * abs(C[0])

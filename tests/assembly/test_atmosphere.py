"""Descriptions of atmospheres become the tables that kernels read."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from geodetic_points import A, F, placed
from treetop.assembly.atmosphere import air_table
from treetop.core.compiler import kernel
from treetop.core.environment.atmosphere import air_at
from treetop.core.spatial import Mat3, Vec3
from treetop.model.environment.atmosphere import (
    MSIS,
    ExponentialAtmosphere,
    HarrisPriester,
    TabulatedAtmosphere,
)

UNIT = Mat3(Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0))
SPIN, SUN = Vec3(0.0, 0.0, 7.2921159e-5), Vec3(1.5e11, 0.0, 0.0)


class Noon:
    """The epoch 2025-03-20T12:00 UTC."""

    def jd(self, scale):
        assert scale == "UTC"
        return 2460754.5, 0.5


@kernel
def air_here(air, t, x, R, spin, sun):
    return air_at(air, t, x, R, spin, sun)


def there(atmosphere, x):
    planet = SimpleNamespace(atmosphere=atmosphere, radius=A, flattening=F)
    return air_here(air_table(planet, Noon()), 0.0, x, UNIT, SPIN, SUN)


def test_no_atmosphere():
    assert there(None, placed(0.0, 0.0, 0.0)).density == 0.0


def test_exponential_with_winds():
    wind = [["100 km", 10, 0, 0], ["200 km", 20, 0, 0]]
    gas = {"temperature": 900, "molar_mass": 0.02}
    own = ExponentialAtmosphere(3e-12, "400 km", "60 km", **gas, rotation=1.1, wind=wind)
    x = placed(0.0, 0.0, 4.6e5)
    found = there(own, x)
    assert found.density == pytest.approx(3e-12 / math.e, rel=1e-9)
    assert (found.temperature, found.molar_mass) == (900.0, 0.02)
    assert_allclose(found.velocity, [0.0, 1.1 * SPIN.z * x.x + 20.0, 0.0], rtol=1e-9)


def test_harris_priester():
    own = HarrisPriester(lag="20 deg", exponent=2, wind=[0, 0, 5])
    x = placed(0.0, math.radians(20), 5e5)
    found = there(own, x)
    assert found.density == pytest.approx(2.042e-12, rel=1e-8)
    assert_allclose(
        found.velocity - np.cross(SPIN, x), np.array(x) / A / (1 + 5e5 / A) * 5, atol=1e-6
    )


def test_table():
    own = TabulatedAtmosphere(["1 km", "2 km", "3 km"], [1, 0.5, 0.25], temperature=[300, 290, 280])
    found = there(own, placed(0.3, 0.0, 2e3))
    assert found.density == pytest.approx(0.5, rel=1e-9)
    assert found.temperature == pytest.approx(290, rel=1e-9)
    assert found.molar_mass == pytest.approx(0.016)


def test_msis():
    pytest.importorskip("pymsis")
    own = MSIS(lowest="380 km", highest="420 km", duration="1 h", version="0")
    found = there(own, placed(math.radians(50), math.radians(10), 4e5))
    assert found.density == pytest.approx(5.803142e-12, rel=5e-4)

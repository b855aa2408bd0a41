"""MSIS air against the references and direct calls; splines through a grid."""

import math
import sys

import numpy as np
import pytest
from numpy.testing import assert_allclose

from geodetic_points import compass, placed
from treetop.core.compiler import kernel
from treetop.core.environment.air_grid import gridded
from treetop.core.environment.atmosphere import gas_at
from treetop.core.spatial import Vec3
from treetop.environment import msis
from treetop.environment.atmospheres import Figure
from treetop.environment.msis import Activity, Nodes, msis_air, spline_coefficients
from treetop.errors import ModelError

EARTH = Figure(6378137.0, 1.0 / 298.257223563)
NOON, DAWN = np.datetime64("2025-03-20T12:00"), np.datetime64("2025-03-20T00:00")
FEW = Nodes(lowest=350e3, highest=450e3)
SUN = Vec3(1.0, 0.0, 0.0)


@kernel
def gas_here(air, t, height, g, up, sun):
    return gas_at(air, t, height, g, up, sun)


def found(air, t, latitude, longitude, height):
    up = -compass(latitude, longitude)[2]
    x = placed(latitude, longitude, height)
    return gas_here(air, t, height, x, Vec3(*up.tolist()), SUN)


def direct(start, t, latitude, longitude, height, version="2.1"):
    at = (np.array([angle]) for angle in (longitude, latitude, height))
    return msis._gas(start, t, *at, Activity(), version)[0, 0, 0]


@pytest.mark.parametrize(("version", "wanted"), [("0", 5.803142e-12), ("2.1", 5.565988e-12)])
def test_density_of_the_reference(version, wanted):
    pytest.importorskip("pymsis")
    place = math.radians(50), math.radians(10), 400e3
    assert math.exp(direct(NOON, 0.0, *place, version)[0]) == pytest.approx(wanted, rel=2e-7)
    air = msis_air(EARTH, NOON, 7200.0, version=version, nodes=FEW)
    assert found(air, 0.0, *place)[0] == pytest.approx(wanted, rel=3e-4)


def test_a_day_of_air_against_direct_calls():
    pytest.importorskip("pymsis")
    air, rng = msis_air(EARTH, DAWN, 72000.0, nodes=FEW), np.random.default_rng(1)
    errors = []
    for _ in range(200):
        place = (
            math.asin(rng.uniform(-1, 1)),
            rng.uniform(-math.pi, math.pi),
            rng.uniform(355e3, 445e3),
        )
        t = rng.uniform(0.0, 72000.0)
        density, temperature, molar_mass = found(air, t, *place)
        wanted = direct(DAWN, t, *place)
        errors.append(math.log(density) - wanted[0])
        assert temperature == pytest.approx(wanted[1], rel=1e-3)
        assert molar_mass == pytest.approx(wanted[2], rel=1e-3)
    assert np.abs(errors).max() < 5e-4
    assert np.sqrt(np.mean(np.square(errors))) < 1e-4


def test_air_over_a_pole_and_over_midnight():
    pytest.importorskip("pymsis")
    air = msis_air(EARTH, DAWN, 7200.0, nodes=FEW)
    step = 1e-7
    for longitude in (0.0, 1.0, 2.0):
        here = found(air, 100.0, 0.5 * math.pi - step, longitude, 4e5)
        beyond = found(air, 100.0, 0.5 * math.pi - step, longitude + math.pi, 4e5)
        assert here[0] == pytest.approx(beyond[0], rel=1e-6)
    midnight = -2.0 * math.pi * 100.0 / 86400.0
    before, after = (found(air, 100.0, 0.3, midnight + d, 4e5)[0] for d in (-step, step))
    assert before == pytest.approx(after, rel=1e-6)


def test_density_goes_on_beyond_the_heights_of_the_grid():
    pytest.importorskip("pymsis")
    air = msis_air(EARTH, DAWN, 7200.0, nodes=FEW)
    for edge, beyond in ((350e3, 340e3), (450e3, 460e3)):
        at, out = (found(air, 0.0, 0.2, 0.3, h)[0] for h in (edge, beyond))
        near = found(air, 0.0, 0.2, 0.3, edge + 0.1 * math.copysign(1.0, beyond - edge))[0]
        assert near == pytest.approx(at, rel=1e-5)
        wanted = math.exp(direct(DAWN, 0.0, 0.2, 0.3, beyond)[0])
        assert out == pytest.approx(wanted, rel=0.03)


def test_splines_pass_through_the_values_of_a_smooth_function():
    # Of time, height, latitude and local time, with one value at each pole.
    t, h = np.arange(5.0), np.arange(6.0)
    latitude, local = np.linspace(-0.5, 0.5, 19) * math.pi, np.arange(24) * math.pi / 12

    def f(t, h, latitude, local):
        x = np.cos(latitude) * np.cos(local)
        return np.sin(0.3 * t) + 0.1 * h**2 + 0.5 * x + 0.2 * np.sin(latitude)

    values = f(*np.meshgrid(t, h, latitude, local, indexing="ij"))[..., None] * np.ones(3)
    grid = spline_coefficients(values)
    assert grid.shape == (7, 8, 21, 27, 3)
    axes = np.array([[0, 1], [0, 1], [latitude[0], latitude[1] - latitude[0]], [0, local[1]]])
    rng = np.random.default_rng(2)
    for _ in range(50):
        at = [rng.uniform(0, 4), rng.uniform(0, 5), rng.uniform(-1.57, 1.57), rng.uniform(0, 6.28)]
        assert_allclose(gridded(axes, grid, *at), f(*at), atol=5e-4)
    for i, j, k, l in ((0, 0, 0, 0), (4, 5, 18, 23), (2, 3, 7, 11)):
        at = float(t[i]), float(h[j]), float(latitude[k]), float(local[l])
        assert_allclose(gridded(axes, grid, *at), values[i, j, k, l], atol=1e-13)


def test_without_the_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "pymsis", None)
    with pytest.raises(ModelError, match=r"treetop\[atmosphere\]"):
        msis_air(EARTH, DAWN, 60.0, nodes=FEW)


def test_the_table_spreads_the_jump_of_msis_at_midnight():
    pytest.importorskip("pymsis")
    air, midnight = msis_air(EARTH, NOON, 72000.0, nodes=FEW), 43200.0
    jumps = []
    for latitude in (-1.2, -0.5, 0.0, 0.7, 1.3):
        place = latitude, 1.0, 4e5
        before, after = (direct(NOON, midnight + d, *place)[0] for d in (-1.0, 1.0))
        jumps.append(abs(after - before))
        one, other = (math.log(found(air, midnight + d, *place)[0]) for d in (-1.0, 1.0))
        assert abs(other - one) < 2e-4
        assert min(before, after) - 2e-3 < one < max(before, after) + 2e-3
    assert 1e-3 < max(jumps) < 1e-2

"""Magnetic fields against the references, other codes, and closed forms."""

import datetime as dt
import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

from geodetic_points import compass, placed
from treetop.core.environment.magnetic import field_and_gradient, magnetic_field
from treetop.core.spatial import Vec3
from treetop.environment.magnetic_fields import YEAR, dipole_table, magnetic_table
from treetop.errors import ModelError

P2 = Vec3(-4292653.41, 955168.47, 5139356.57)


def geodetic(latitude, longitude, height):
    """A point of geodetic coordinates in degrees, and directions north, east and down there."""
    angles = math.radians(latitude), math.radians(longitude)
    return placed(*angles, height), compass(*angles)


@pytest.mark.parametrize(
    ("year", "place", "wanted"),
    [
        (2025.0, (80, 0, 0), (6521.5994, 145.8870, 54791.5077)),
        (2025.0, (0, 120, 0), (39677.7550, -109.6063, -10580.1698)),
        (2027.5, (-80, 240, 1e5), (5983.9760, 14760.1360, -49317.6706)),
    ],
)
def test_world_magnetic_model_against_its_report(year, place, wanted):
    x, axes = geodetic(*place)
    found = axes @ magnetic_field(magnetic_table("WMM2025", year), 0.0, x)
    assert_allclose(found * 1e9, wanted, atol=6e-5)


def test_reference_field_at_a_point():
    found = magnetic_field(magnetic_table("IGRF-14", 2025.0), 0.0, P2)
    wanted = 37474.303451, -7687.219663, -15170.968467
    assert_allclose(np.array(found) * 1e9, wanted, atol=6e-7)


def test_a_run_of_two_years_changes_the_field_as_a_later_epoch():
    for name in ("IGRF-14", "WMM2025"):
        later = magnetic_field(magnetic_table(name, 2027.5), 0.0, P2)
        grown = magnetic_field(magnetic_table(name, 2025.0), 2.5 * YEAR, P2)
        assert_allclose(grown, later, rtol=1e-12)


def test_between_epochs_coefficients_change_linearly():
    one, middle, other = (
        np.array(magnetic_field(magnetic_table("IGRF-14", year), 0.0, P2))
        for year in (2010.0, 2012.5, 2015.0)
    )
    assert_allclose(middle, 0.5 * (one + other), rtol=1e-13)


@pytest.mark.parametrize("z", [6.9e6, -6.9e6])
def test_at_the_poles(z):
    table = magnetic_table("IGRF-14", 2026.0)
    B, G = field_and_gradient(table, 1e7, Vec3(0.0, 0.0, z))
    near = magnetic_field(table, 1e7, Vec3(1e-3, 1e-3, z))
    assert_allclose(B, near, atol=1e-13)
    assert np.all(np.isfinite(G))


def test_the_gradient_is_that_of_the_field():
    table, h = magnetic_table("IGRF-14", 2026.0), 200.0
    B, G = field_and_gradient(table, 3e7, P2)
    assert_allclose(B, magnetic_field(table, 3e7, P2), rtol=1e-14)
    rows = [[G.xx, G.xy, G.xz], [G.xy, G.yy, G.yz], [G.xz, G.yz, G.zz]]
    for axis, step in enumerate(np.eye(3) * h):
        ahead = magnetic_field(table, 3e7, Vec3(*(np.array(P2) + step).tolist()))
        behind = magnetic_field(table, 3e7, Vec3(*(np.array(P2) - step).tolist()))
        slope = (np.array(ahead) - np.array(behind)) / (2 * h)
        assert_allclose(slope, rows[axis], atol=2e-18 + 1e-7 * np.abs(rows).max())
    assert G.xx + G.yy + G.zz == pytest.approx(0.0, abs=1e-24)


def test_dipole():
    moment = np.array([2e22, -1e22, -7.7e22])
    r = np.array(P2)
    d = np.linalg.norm(r)
    wanted = 1.25663706127e-6 / (4 * math.pi) * (3 * (moment @ r) * r / d**5 - moment / d**3)
    assert_allclose(magnetic_field(dipole_table(moment), 1e8, P2), wanted, rtol=1e-13)


def test_first_degree_is_the_tilted_dipole():
    table = magnetic_table("IGRF-14", 2025.0, degree=1)
    g10, g11, h11 = -29350.0, -1410.3, 4545.5  # nT, of the coefficients
    moment = np.array([g11, h11, g10]) * 1e-9 * 6371200.0**3 * 4 * math.pi / 1.25663706127e-6
    wanted = magnetic_field(dipole_table(moment), 0.0, P2)
    assert_allclose(magnetic_field(table, 0.0, P2), wanted, rtol=1e-13)


def test_pygeomag_at_random_points():
    pygeomag = pytest.importorskip("pygeomag")
    model, rng = pygeomag.GeoMag(), np.random.default_rng(1)
    for _ in range(30):
        place = rng.uniform(-89, 89), rng.uniform(-180, 180), rng.uniform(0, 800e3)
        year = rng.uniform(2025.0, 2029.9)
        x, axes = geodetic(*place)
        found = axes @ magnetic_field(magnetic_table("WMM2025", year), 0.0, x) * 1e9
        wanted = model.calculate(place[0], place[1], place[2] * 1e-3, year)
        assert_allclose(found, [wanted.x, wanted.y, wanted.z], atol=2e-3)


def test_ppigrf_at_random_points():
    ppigrf = pytest.importorskip("ppigrf")
    rng = np.random.default_rng(2)
    for year in (1965, 2013, 2025):
        table = magnetic_table("IGRF-14", float(year))
        for _ in range(10):
            place = rng.uniform(-89, 89), rng.uniform(-180, 180), rng.uniform(0, 800e3)
            x, axes = geodetic(*place)
            found = axes @ magnetic_field(table, 0.0, x) * 1e9
            east, north, up = ppigrf.igrf(
                place[1], place[0], place[2] * 1e-3, dt.datetime(year, 1, 1)
            )
            wanted = np.ravel([north, east, -up])
            assert_allclose(found, wanted, atol=0.5 if year % 5 else 0.02)


@pytest.mark.parametrize(
    ("name", "year", "words"),
    [
        ("IGRF-14", 2031.0, "1900 to 2030, not for 2031.00"),
        ("WMM2025", 2024.9, "2025 to 2030, not for 2024.90"),
        ("IGRF-12", 2025.0, "unknown magnetic field 'IGRF-12'"),
    ],
)
def test_dates_and_names_that_are_not_there(name, year, words):
    with pytest.raises(ModelError, match=words):
        magnetic_table(name, year)


def test_a_degree_that_is_not_there():
    with pytest.raises(ModelError, match="no degree 14"):
        magnetic_table("IGRF-14", 2025.0, degree=14)

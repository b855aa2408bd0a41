"""Air by all laws: densities of the references, smoothness, motion."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

from geodetic_points import compass, placed
from treetop.core.compiler import kernel
from treetop.core.environment.atmosphere import NO_AIR, air_at
from treetop.core.spatial import Mat3, Vec3, norm
from treetop.environment.atmospheres import (
    Figure,
    Winds,
    exponential_air,
    harris_priester_air,
    harris_priester_densities,
    tabulated_air,
)

EARTH = Figure(6378137.0, 1.0 / 298.257223563)
UNIT = Mat3(Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0))
SPIN, SUN = Vec3(0.0, 0.0, 7.2921159e-5), Vec3(1.5e11, 0.0, 0.0)


@kernel
def air_here(air, t, x, R, spin, sun):
    return air_at(air, t, x, R, spin, sun)


def there(air, x, sun=SUN, t=0.0):
    return air_here(air, t, x, UNIT, SPIN, sun)


def test_exponential_above_a_sphere_that_turns():
    air = exponential_air(Figure(6378136.3), 3e-12, 4e5, 6e4)
    x = Vec3(-4292653.41, 955168.47, 5139356.57)
    found = there(air, x)
    wanted = 3e-12 * math.exp(-(norm(x) - 6378136.3 - 4e5) / 6e4)
    assert found.density == pytest.approx(wanted, rel=1e-13)
    assert_allclose(found.velocity, np.cross(SPIN, x), rtol=1e-15)
    assert (found.temperature, found.molar_mass) == (1000.0, 0.016)


def test_exponential_above_an_ellipsoid():
    air = exponential_air(EARTH, 3e-12, 4e5, 6e4)
    assert there(air, placed(0.9, 1.0, 4.6e5)).density == pytest.approx(3e-12 / math.e, rel=1e-12)


def test_no_air():
    assert there(NO_AIR, Vec3(7e6, 0.0, 0.0)).density == 0.0


def test_harris_priester_at_an_equinox_after_midnight():
    # 2003-03-21T01:00 UTC, above latitude and longitude 0. Direction of the Sun in the Earth's axes
    # to 1e-4 rad, from the Astronomical Almanac's formulas for low precision.
    days = 52719.0 + 1.0 / 24.0 - 51544.5
    mean = math.radians(357.529 + 0.98560028 * days)
    ecliptic = 280.459 + 0.98564736 * days + 1.915 * math.sin(mean) + 0.020 * math.sin(2 * mean)
    angle, tilt = math.radians(ecliptic), math.radians(23.439 - 3.6e-7 * days)
    sidereal = math.radians(280.46061837 + 360.98564736629 * days)
    east = math.atan2(math.cos(tilt) * math.sin(angle), math.cos(angle)) - sidereal
    z = math.sin(tilt) * math.sin(angle)
    flat = math.sqrt(1 - z * z)
    sun = Vec3(flat * math.cos(east), flat * math.sin(east), z)
    found = there(harris_priester_air(EARTH), placed(0.0, 0.0, 5e5), sun)
    assert found.density == pytest.approx(3.9237e-13, rel=2e-5)


@pytest.mark.parametrize("between", ["smooth", "log-linear"])
def test_harris_priester_at_the_heights_of_its_table(between):
    air = harris_priester_air(EARTH, lag=0.5, between=between)
    apex, against = placed(0.0, 0.5, 0.0), placed(0.0, 0.5 + math.pi, 0.0)
    for height, least, greatest in zip(*harris_priester_densities(), strict=True):
        for foot, wanted in ((apex, greatest), (against, least)):
            x = foot * (1.0 + height / EARTH.radius)
            assert there(air, x).density == pytest.approx(wanted, rel=1e-9)


def test_log_linear_between_heights_is_the_book():
    air = harris_priester_air(EARTH, between="log-linear")
    x = placed(0.3, -1.0, 4.07e5)
    unit = np.array(x) / norm(x)
    cosine = unit @ [math.cos(math.pi / 6), math.sin(math.pi / 6), 0.0]
    scales = [(4e5 - 4.2e5) / math.log(b / a) for a, b in ((2.249, 1.558), (7.492, 5.684))]
    low, high = (
        a * math.exp(-7e3 / H) for a, H in zip((2.249e-12, 7.492e-12), scales, strict=True)
    )
    wanted = low + (high - low) * math.cos(0.5 * math.acos(cosine)) ** 4
    assert there(air, x).density == pytest.approx(wanted, rel=1e-10)


def test_smooth_tables_are_near_log_linear_ones():
    smooth, straight = (harris_priester_air(EARTH, between=b) for b in ("smooth", "log-linear"))
    for height in np.linspace(1.6e5, 1e6, 200):
        x = placed(0.4, 1.0, float(height))
        assert there(smooth, x).density == pytest.approx(there(straight, x).density, rel=0.02)


def log_density(air, height):
    return math.log(there(air, placed(0.4, 1.0, float(height))).density)


@pytest.mark.parametrize("height", [1.2e5, 1.3e5, 3e5, 4.2e5, 8e5, 1e6])
def test_slopes_do_not_jump_at_heights_of_a_table(height):
    air, h = harris_priester_air(EARTH), 5.0
    below, at, above = (log_density(air, height + d) for d in (-h, 0.0, h))
    assert (above - at) / h == pytest.approx((at - below) / h, rel=2e-3)


def test_a_table_of_an_exponential_is_one():
    heights = np.array([1e5, 2e5, 3.5e5, 5e5])
    air = tabulated_air(EARTH, heights, 1e-9 * np.exp(-heights / 5e4), [200, 600, 900, 1000], 0.02)
    for height in (5e4, 1e5, 1.7e5, 4.9e5, 7e5):
        found = there(air, placed(-0.3, 2.0, height))
        assert found.density == pytest.approx(1e-9 * math.exp(-height / 5e4), rel=1e-9)
        assert found.molar_mass == pytest.approx(0.02, rel=1e-14)
    assert there(air, placed(0.0, 0.0, 0.0)).temperature == pytest.approx(200.0)
    assert there(air, placed(0.0, 0.0, 9e5)).temperature == pytest.approx(1000.0)


def test_a_table_with_a_step_does_not_turn():
    heights, density = np.arange(1, 9) * 1e5, np.array([8, 7.9, 7.8, 2, 1.9, 1.8, 1.7, 1.6]) * 1e-12
    air = tabulated_air(EARTH, heights, density)
    found = [log_density(air, h) for h in np.linspace(1e5, 8e5, 400)]
    assert np.all(np.diff(found) < 0.0)


def test_winds_towards_east_north_and_up():
    winds = Winds(turning=1.2, east=100.0, north=-50.0, up=7.0)
    air = exponential_air(EARTH, 1e-12, 4e5, 6e4, winds=winds)
    x, (north, east, down) = placed(0.8, 2.0, 3e5), compass(0.8, 2.0)
    wanted = 1.2 * np.cross(SPIN, x) + 100 * east - 50 * north - 7 * down
    assert_allclose(there(air, x).velocity, wanted, atol=1e-6)
    assert np.all(np.isfinite(there(air, Vec3(0.0, 0.0, 7e6)).velocity))


def test_winds_by_height():
    winds = Winds(heights=[1e5, 2e5, 3e5, 4e5], east=[10, 20, 30, 40], north=0, up=0)
    air = exponential_air(EARTH, 1e-12, 4e5, 6e4, winds=winds)
    for height, wind in ((5e4, 10.0), (1.5e5, 15.0), (3.7e5, 37.0), (8e5, 40.0)):
        x = placed(0.0, 0.0, height)
        found = np.array(there(air, x).velocity) - np.cross(SPIN, x)
        assert_allclose(found, [0.0, wind, 0.0], atol=1e-6)


def test_axes_of_the_planet():
    s, c = math.sin(1.1), math.cos(1.1)
    R = Mat3(Vec3(c, s, 0.0), Vec3(-s, c, 0.0), Vec3(0.0, 0.0, 1.0))
    air = harris_priester_air(EARTH, winds=Winds(east=100.0))
    fixed, sun = placed(0.5, 0.3, 4e5), Vec3(0.4, -0.8, 0.3)
    back = np.array(R).T
    turned = [Vec3(*(back @ np.array(v)).tolist()) for v in (fixed, sun)]
    one, other = there(air, fixed, sun), air_here(air, 0.0, turned[0], R, SPIN, turned[1])
    assert other.density == pytest.approx(one.density, rel=1e-12)
    assert_allclose(other.velocity, back @ np.array(one.velocity), rtol=1e-12)

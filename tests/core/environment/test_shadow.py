"""The lit part of the Sun against closed forms, many digits, and points on its disc."""

import math

import mpmath
import numpy as np
import pytest
from numpy.testing import assert_allclose

from treetop.core.environment.shadow import (
    contacts,
    cylinder_contact,
    cylinder_lit_fraction,
    lit_by_both,
    lit_fraction,
    segment,
    uncovered,
)
from treetop.core.spatial import Vec3

AU, SUN, EARTH = 149597870700.0, 6.95e8, 6378137.0


def exact(a, b, c):
    """The textbook formula, with 60 digits."""
    with mpmath.workdps(60):
        a, b, c = map(mpmath.mpf, (a, b, c))
        if c >= a + b:
            return 1.0
        if c <= b - a:
            return 0.0
        if c <= a - b:
            return float(1 - b**2 / a**2)
        x = (c**2 + a**2 - b**2) / (2 * c)
        y = mpmath.sqrt(a**2 - x**2)
        covered = a**2 * mpmath.acos(x / a) + b**2 * mpmath.acos((c - x) / b) - c * y
        return float(1 - covered / (mpmath.pi * a**2))


@pytest.mark.parametrize(
    ("a", "b"), [(0.00465, 1.19), (0.00465, 0.151), (0.00465, 0.00465), (0.00465, 0.0042), (0.2, 1)]
)
def test_the_uncovered_part_of_a_disc(a, b):
    low, high = abs(b - a), a + b
    for part in (0.0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 0.1, 0.3, 0.5, 0.7, 0.9, 0.999, 1 - 1e-9, 1):
        c = low + part * (high - low)
        wanted = exact(a, b, c)
        assert uncovered(a, b, c) == pytest.approx(wanted, rel=1e-12, abs=4e-14), part


def test_little_light_is_known_to_all_its_digits():
    # Distances that are whole multiples of a power of two: the gap has no rounding.
    a, b = 0.25, 1.0
    for k in range(2, 45):
        c = 0.75 + 2.0**-k
        assert uncovered(a, b, c) == pytest.approx(exact(a, b, c), rel=2e-13)


@pytest.mark.parametrize(("a", "b"), [(0.00465, 1.19), (0.00465, 0.0042), (0.00465, 0.00465)])
def test_continuous_at_all_contacts(a, b):
    for edge in (a + b, abs(b - a)):
        for gap in (1e-12, 1e-14, 1e-16):
            step = uncovered(a, b, edge + gap) - uncovered(a, b, max(edge - gap, 0.0))
            assert abs(step) <= 3.0 * gap / a + 1e-15


def test_concentric_discs():
    assert uncovered(1.0, 0.5, 0.0) == 0.75
    assert uncovered(0.5, 1.0, 0.0) == 0.0
    assert uncovered(0.5, 0.5, 0.0) == 0.0
    assert uncovered(0.5, 0.5, 1e-18) == pytest.approx(4e-18 / math.pi, rel=1e-12)


@pytest.mark.parametrize("angle", [1e-200, 1e-9, 1e-3, 0.1, 0.49999, 0.50001, 1.5, math.pi])
def test_segments(angle):
    with mpmath.workdps(700):
        wanted = float(mpmath.mpf(angle) - mpmath.sin(angle) * mpmath.cos(angle))
    assert segment(angle) == pytest.approx(wanted, rel=2e-15)


def test_points_of_the_disc_that_a_planet_covers():
    rng = np.random.default_rng(1)
    radius = np.sqrt(rng.random(400_000)) * 0.02
    angle = rng.random(radius.size) * 2 * math.pi
    away = np.hypot(radius * np.cos(angle) - 0.05, radius * np.sin(angle))
    assert uncovered(0.02, 0.045, 0.05) == pytest.approx(np.mean(away > 0.045), abs=3e-3)


def test_day_side_night_side_and_a_planet_behind_the_sun():
    sun = Vec3(AU, 0.0, 0.0)
    assert lit_fraction(sun, SUN, EARTH, Vec3(7e6, 0.0, 0.0)) == 1.0
    assert lit_fraction(sun, SUN, EARTH, Vec3(0.0, 7e6, 0.0)) == 1.0
    assert lit_fraction(sun, SUN, EARTH, Vec3(-7e6, 1e3, 0.0)) == 0.0
    assert lit_fraction(sun, SUN, EARTH, Vec3(2 * AU, 0.0, 0.0)) == 1.0
    beyond = lit_fraction(sun, SUN, EARTH, Vec3(-2e9, 0.0, 0.0))
    a, b = math.asin(SUN / (AU + 2e9)), math.asin(EARTH / 2e9)
    assert beyond == pytest.approx(1.0 - (b / a) ** 2, rel=1e-14)


def test_low_above_the_ground_the_sun_sets_below_the_horizontal():
    sun, high = Vec3(AU, 0.0, 0.0), EARTH + 10.0
    half = lit_fraction(sun, SUN, EARTH, Vec3(0.0, high, 0.0))
    a, b = math.asin(SUN / math.hypot(AU, high)), math.asin(EARTH / high)
    assert 0.0 < half < 1.0
    assert half == pytest.approx(exact(a, b, math.atan2(AU, high)), abs=1e-13)


def test_contacts_are_where_light_begins_and_ends():
    sun = Vec3(0.6 * AU, -0.8 * AU, 0.0)
    for angle in np.linspace(0.0, 2 * math.pi, 5001):
        x = Vec3(7e6 * math.cos(angle), 7e6 * math.sin(angle), 1e5)
        penumbra, umbra = contacts(sun, SUN, EARTH, x)
        lit = lit_fraction(sun, SUN, EARTH, x)
        assert (lit == 1.0) == (penumbra >= 0.0)
        assert (lit == 0.0) == (umbra <= 0.0)


def test_cone_and_cylinder_meet_for_a_far_small_sun():
    for angle in np.linspace(0.0, math.pi, 101):
        x = Vec3(7e6 * math.cos(angle), 7e6 * math.sin(angle), 0.0)
        far = Vec3(1e20, 0.0, 0.0)
        assert lit_fraction(far, 1.0, EARTH, x) == cylinder_lit_fraction(far, EARTH, x)


def test_part_of_a_circular_orbit_in_a_cylinder():
    radius, sun = EARTH + 500e3, Vec3(AU, 0.0, 0.0)
    low, high = 0.5 * math.pi, math.pi
    for _ in range(60):
        middle = 0.5 * (low + high)
        x = Vec3(radius * math.cos(middle), radius * math.sin(middle), 0.0)
        low, high = (low, middle) if cylinder_contact(sun, EARTH, x) < 0 else (middle, high)
    part = (math.pi - high) / math.pi
    assert part == pytest.approx(0.377881521191371, abs=1e-15)
    period = 2 * math.pi * math.sqrt(radius**3 / 3.986004418e14)
    assert part * period == pytest.approx(2145.22509318934, abs=1e-10)


def test_cylinder_contact_is_continuous():
    sun = Vec3(0.6, 0.8, 0.0)
    angles = np.linspace(0.0, 2 * math.pi, 2001)
    found = [
        cylinder_contact(sun, EARTH, Vec3(7e6 * math.cos(a), 7e6 * math.sin(a), 2e5))
        for a in angles
    ]
    assert_allclose(np.diff(found), 0.0, atol=1.01 * (angles[1] - angles[0]))


def test_two_planets():
    assert lit_by_both(1.0, 0.25) == 0.25
    assert lit_by_both(0.75, 0.5) == 0.25
    assert lit_by_both(0.25, 0.0) == 0.0


def test_earth_and_moon_before_the_sun():
    # Seen from far behind, both are small before the Sun, and beside each other.
    sun, x, moon, radius = Vec3(AU, 0.0, 0.0), Vec3(-3e9, 0.0, 0.0), Vec3(0.0, 1e7, 0.0), 1737400.0
    by_earth = lit_fraction(sun, SUN, EARTH, x)
    by_moon = lit_fraction(sun - moon, SUN, radius, x - moon)
    sines = EARTH / 3e9, radius / math.hypot(3e9, 1e7), SUN / (AU + 3e9)
    earth, moon_disc, disc = (math.asin(sine) ** 2 for sine in sines)
    wanted = 1.0 - (earth + moon_disc) / disc
    assert lit_by_both(by_earth, by_moon) == pytest.approx(wanted, rel=1e-10)

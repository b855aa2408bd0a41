"""Spherical harmonics: published digits, exact arithmetic, poles, high degrees."""

import mpmath as mp
import numpy as np
import pytest

from treetop.core.environment.harmonics import (
    NO_HARMONICS,
    perturbation,
    perturbation_and_gradient,
    perturbation_difference,
)
from treetop.core.forces.gravity import central_field
from treetop.core.spatial import Vec3
from treetop.environment.gravity_fields import field
from treetop.environment.harmonics import harmonics

P1 = Vec3(6778137.0, 0.0, 0.0)
P2 = Vec3(-4292653.41, 955168.47, 5139356.57)
P4 = Vec3(100.0, 200.0, 6900000.0)

# EGM2008 with its point mass, evaluated with 40 digits.
ACCELERATIONS = [
    (P1, 2, (-8.6885352424492415, -4.16622345378642658e-5, -6.1474151621097910e-9)),
    (P1, 8, (-8.6884956589036377, -3.7867352933014656e-5, 2.4219004819566898e-5)),
    (P2, 8, (5.5139606756150116, -1.2268500493139634, -6.6205793119657316)),
    (P4, 8, (-4.5515916949258843e-5, -2.4678462746686986e-4, -8.3490919048603591)),
    (P2, 20, (5.5139809766692547, -1.2268476517789874, -6.6205538531588678)),
]
GRADIENT = (
    *(2.604359737095634e-7, -3.437329368150302e-7, -1.858545368840561e-6),
    *(-1.207993880176183e-6, 4.134680590650949e-7, 9.475579064666195e-7),
)


def central_gradient(mu, x):
    r = np.linalg.norm(x)
    return (mu / r**5 * (3 * np.outer(x, x) - r * r * np.eye(3)))[np.triu_indices(3)]


def exact(n, m, x, y, z):
    """V and W of degree n and order m for unit radius, from the explicit polynomial."""
    r = mp.sqrt(x * x + y * y + z * z)
    polynomial = mp.fsum(
        (-1) ** k * mp.factorial(2 * n - 2 * k) * (z / r) ** (n - m - 2 * k)
        / (mp.factorial(k) * mp.factorial(n - k) * mp.factorial(n - m - 2 * k))
        for k in range((n - m) // 2 + 1)
    )  # fmt: skip
    norm = mp.sqrt((2 - (m == 0)) * (2 * n + 1) * mp.factorial(n - m) / mp.factorial(n + m))
    power = ((mp.mpc(x, y)) / r) ** m
    value = norm * polynomial / mp.mpf(2) ** n / r ** (n + 1)
    return value * power.real, value * power.imag


def exact_derivatives(U, x):
    """Slopes and second derivatives of U at x, by differences in long arithmetic."""
    h = mp.mpf("1e-18")
    x = [mp.mpf(c) for c in x]

    def at(*steps):
        return U(*(c + h * s for c, s in zip(x, steps, strict=True)))

    e = np.eye(3, dtype=int)
    slope = [(at(*e[i]) - at(*-e[i])) / (2 * h) for i in range(3)]
    second = [
        (at(*(e[i] + e[j])) - at(*(e[i] - e[j])) - at(*(e[j] - e[i])) + at(*(-e[i] - e[j])))
        / (4 * h * h)
        for i in range(3)
        for j in range(i, 3)
    ]
    return slope, second


def near(ours, exactly, tolerance):
    exactly = np.array([float(value) for value in exactly])
    assert np.abs(np.array(ours) - exactly).max() <= tolerance * np.abs(exactly).max()


@pytest.mark.parametrize("x, degree, expected", ACCELERATIONS)
def test_acceleration_has_the_published_digits(x, degree, expected):
    earth = field("EGM2008", 20)
    whole = central_field(earth.mu, x) + perturbation(earth.tables(), x, degree)
    assert np.abs(np.array(whole) - expected).max() < 3e-15


def test_gradient_has_the_published_digits():
    earth = field("EGM2008", 20)
    a, gradient = perturbation_and_gradient(earth.tables(), P2, 8)
    whole = np.array(gradient) + central_gradient(earth.mu, np.array(P2))
    assert np.abs(whole - GRADIENT).max() < 2e-21
    assert a == perturbation(earth.tables(), P2, 8)


def exact_potential(C, S):
    """The potential of coefficients in exact arithmetic, as a function of the place."""
    terms = [(n, m) for n in range(len(C)) for m in range(n + 1)]

    def U(*place):
        values = [exact(n, m, *place) for n, m in terms]
        return mp.fsum(C[k] * v + S[k] * w for k, (v, w) in zip(terms, values, strict=True))

    return U


@pytest.mark.parametrize("degree", [1, 2, 3, 5])
def test_random_fields_equal_exact_arithmetic(degree):
    random = np.random.default_rng(degree)
    C, S = (np.tril(random.normal(size=(degree + 1, degree + 1))) for _ in range(2))
    x = random.normal(size=3)
    x *= random.uniform(1.0, 1.5) / np.linalg.norm(x)
    with mp.workdps(60):
        slope, second = exact_derivatives(exact_potential(C, S), x)
    tables = harmonics(1.0, 1.0, C, S)
    a, gradient = perturbation_and_gradient(tables, Vec3(*x), degree)
    near(a, slope, 3e-15)
    near(gradient, second, 3e-15)


@pytest.mark.parametrize("length", [1e-9, 3e-7, 1e-5, 3e-4, 0.01, 1.9])
def test_differences_have_the_digits_of_the_distance(length):
    random = np.random.default_rng(3)
    C, S = (np.tril(random.normal(size=(4, 4))) for _ in range(2))
    O, x = np.array([0.9, -0.8, 0.6]), length * np.array([-0.48, 0.6, 0.64])

    with mp.workdps(60):
        there = [mp.mpf(float(a)) + mp.mpf(float(b)) for a, b in zip(O, x, strict=True)]
        far, near_by = (exact_derivatives(exact_potential(C, S), place)[0] for place in (there, O))
        expected = [a - b for a, b in zip(far, near_by, strict=True)]
    ours = perturbation_difference(harmonics(1.0, 1.0, C, S), Vec3(*O), Vec3(*x), 3)
    near(ours, expected, 3e-12)


@pytest.mark.compiled
@pytest.mark.parametrize("n, m", [(8, 8), (36, 0), (70, 1), (70, 35), (70, 70)])
@pytest.mark.parametrize("x", [(0.3, -0.7, 0.75), (1e-3, 2e-3, 1.01), (0.7, 0.8, -1e-6)])
def test_single_harmonics_of_high_degree_equal_exact_arithmetic(n, m, x):
    C, S = np.zeros((2, n + 1, n + 1))
    C[n, m], S[n, m] = 0.8, -0.6 * (m > 0)

    def U(*place):
        v, w = exact(n, m, *place)
        return C[n, m] * v + S[n, m] * w

    with mp.workdps(120):
        slope, second = exact_derivatives(U, x)
    tables = harmonics(1.0, 1.0, C, S)
    a, gradient = perturbation_and_gradient(tables, Vec3(*x), n)
    near(a, slope, 1e-12)
    near(gradient, second, 1e-12)


def test_the_pole_is_a_place_like_others():
    tables = field("EGM2008", 12).tables()
    for z in (6.9e6, -6.9e6):
        a, gradient = perturbation_and_gradient(tables, Vec3(0.0, 0.0, z), 12)
        beside = [
            perturbation(tables, Vec3(*(s * 1e-3 * np.array(way))) + Vec3(0.0, 0.0, z), 12)
            for way in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (-0.6, 0.8, 0.0))
            for s in (1.0, -1.0)
        ]
        assert np.abs(np.mean(beside, axis=0) - np.array(a)).max() < 1e-15
        assert np.abs(np.array(a)[:2]).min() > 1e-6  # tesseral terms act there
        assert abs(gradient.xx + gradient.yy + gradient.zz) < 1e-22


def test_gradient_is_the_slope_of_the_acceleration():
    tables, h = field("EGM2008", 20).tables(), 200.0
    x = np.array([5.1e6, -3.3e6, 3.4e6])
    _, gradient = perturbation_and_gradient(tables, Vec3(*x), 20)
    for i, e in enumerate(np.eye(3)):
        beyond, before = (Vec3(*(x + s * h * e)) for s in (1, -1))
        far, close = (np.array(perturbation(tables, place, 20)) for place in (beyond, before))
        row = np.array([gradient.xx, gradient.xy, gradient.xz, gradient.xy, gradient.yy])
        row = np.array([*row, gradient.yz, gradient.xz, gradient.yz, gradient.zz]).reshape(3, 3)[i]
        assert np.abs((far - close) / (2 * h) - row).max() < 1e-7 * np.abs(row).max()


def test_degrees_above_the_one_asked_for_do_not_count():
    whole, part = field("EGM2008", 20).tables(), field("EGM2008", 7).tables()
    ours, theirs = (perturbation_and_gradient(tables, P2, 7) for tables in (whole, part))
    assert np.ptp([ours[0], theirs[0]], axis=0).max() == 0.0
    assert np.ptp([ours[1], theirs[1]], axis=0).max() == 0.0


def test_no_harmonics_pull_nowhere():
    a, gradient = perturbation_and_gradient(NO_HARMONICS, P2, 0)
    assert not np.any(a) and not np.any(gradient)


@pytest.mark.compiled
def test_degrees_of_the_largest_models_stay_in_range():
    degree = 1500
    C, S = np.tril(np.random.default_rng(1).normal(size=(2, degree + 1, degree + 1)))
    tables = harmonics(1.0, 1.0, C, S)
    total = np.sqrt(sum((2 * n + 1) * n * n for n in range(degree)))
    for x in (1e-4, 1e-4, 1.0), (0.6, 0.0, 0.8), (1.0, 0.0, 1e-5):
        assert 0.3 < np.linalg.norm(perturbation(tables, Vec3(*x), degree)) / total < 3.0


def test_oblateness_turns_an_orbit_at_the_rates_of_the_textbooks():
    """Gauss's equations, averaged over an orbit, against rates of first order in J2."""
    mu, R, J2 = 3.986004418e14, 6378137.0, 1.08262668e-3
    a, e, i, perigee = 7078137.0, 0.001, np.radians(98.2), 0.7
    C = np.zeros((3, 3))
    C[2, 0] = -J2 / np.sqrt(5)
    tables, p, n = harmonics(mu, R, C, 0 * C), a * (1 - e * e), np.sqrt(mu / a**3)
    h, node, turn, samples = np.sqrt(mu * p), 0.0, 0.0, 64
    for nu in 2 * np.pi * np.arange(samples) / samples:
        r, u = p / (1 + e * np.cos(nu)), nu + perigee
        radial = np.array([np.cos(u), np.sin(u) * np.cos(i), np.sin(u) * np.sin(i)])
        normal = np.array([0.0, -np.sin(i), np.cos(i)])
        f = np.array(perturbation(tables, Vec3(*(r * radial)), 2))
        fr, ft, fn = f @ radial, f @ np.cross(normal, radial), f @ normal
        time = r * r / h * 2 * np.pi / samples * n / (2 * np.pi)  # part of the period
        node += time * r * np.sin(u) * fn / (h * np.sin(i))
        along = (p + r) * np.sin(nu) * ft - p * np.cos(nu) * fr
        turn += time * (along / (e * h) - r * np.sin(u) * np.cos(i) / (h * np.sin(i)) * fn)
    assert node == pytest.approx(1.99397031426570e-7, rel=1e-12)
    assert turn == pytest.approx(-6.27906782410808e-7, rel=1e-9)

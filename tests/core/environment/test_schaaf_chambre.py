"""Facet, sphere and cylinder in free-molecular flow, against the closed forms of the literature,
written with speed ratio and angles, and against sums over facets."""

import math

import numpy as np
import pytest
from scipy.special import iv

from treetop.core.environment.free_molecular import Gas, not_colder
from treetop.core.environment.schaaf_chambre import (
    SLOW,
    cylinder,
    facet,
    plate,
    sphere,
    sphere_drag,
)
from treetop.core.spatial import Vec3

RHO, C, WALL = 3e-12, 1050.0, 540.0
PAIRS = [(1.0, 1.0), (0.8, 0.9), (0.0, 0.0), (1.0, 0.3)]
RATIOS = [0.2, 0.9, 3.0, 7.5]


def gas(normal=0.8, tangential=0.9, c=C):
    return Gas(RHO, c, normal, tangential, WALL)


def head(s):
    return 0.5 * RHO * (s * C) ** 2


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("s", RATIOS)
@pytest.mark.parametrize("angle", [0.0, 0.4, 1.2, math.pi / 2, 2.0])
def test_pressure_and_shear_on_a_plate(pair, s, angle):
    """Schaaf and Chambré, equations for p and τ of one side; `angle` from the normal."""
    normal, tangential = pair
    V = Vec3(-s * C * math.cos(angle), s * C * math.sin(angle), 0.0)
    push = facet(gas(*pair), V, Vec3(1.0, 0.0, 0.0))
    x, ratio = s * math.cos(angle), WALL / C  # √(T wall / T)
    gauss, both = math.exp(-x * x), 1 + math.erf(x)
    p = (2 - normal) / math.sqrt(math.pi) * x + normal / 2 * ratio
    q = (2 - normal) * (x * x + 0.5) + normal / 2 * ratio * math.sqrt(math.pi) * x
    pressure = head(s) / s**2 * (p * gauss + q * both)
    shear = gauss + math.sqrt(math.pi) * x * both
    shear *= head(s) * tangential * math.sin(angle) / (s * math.sqrt(math.pi))
    assert push == pytest.approx((-pressure, shear, 0.0), rel=1e-12, abs=1e-12 * head(s))


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("V", [(900.0, -400.0, 700.0), (0.0, 7000.0, 0.0), (0.3, 7000.0, 0.0)])
def test_a_plate_is_its_two_sides(pair, V):
    n, own = Vec3(1.0, 0.0, 0.0), gas(*pair)
    sides = np.array([facet(own, Vec3(*V), n), facet(own, Vec3(*V), -n)])
    found = plate(own, Vec3(*V), n)
    assert found == pytest.approx(sides.sum(axis=0), rel=1e-13, abs=1e-15 * np.abs(sides).max())


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("s", RATIOS)
def test_drag_coefficient_of_a_sphere(pair, s):
    normal, tangential = pair
    first = (4 * s**4 + 4 * s**2 - 1) / (2 * s**4) * math.erf(s)
    second = (2 * s**2 + 1) / (math.sqrt(math.pi) * s**3) * math.exp(-s * s)
    coefficient = (2 - normal + tangential) / 2 * (first + second)
    coefficient += 2 * normal * math.sqrt(math.pi) / (3 * s) * WALL / C
    push = sphere(gas(*pair), Vec3(0.0, s * C, 0.0))
    assert push == pytest.approx((0.0, head(s) * coefficient, 0.0), rel=1e-10)


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("s", RATIOS)
def test_drag_coefficient_of_a_cylinder_across_the_flow(pair, s):
    """On diameter × length; complete accommodation as it is printed, else by parts."""
    normal, tangential = pair
    z, e = s * s / 2, math.exp(-s * s / 2)
    I0, I1 = iv(0, z), iv(1, z)
    if normal == tangential == 1.0:
        value = math.sqrt(math.pi) / s * e * ((s * s + 1.5) * I0 + (s * s + 0.5) * I1)
    else:
        a = (I0 * (1 + 4 * z / 3) + I1 * (1 / 3 + 4 * z / 3)) * (2 - normal)
        b = (I0 * (1 + 4 * z / 3) + I1 * (1 / 3 + 4 * z / 3)) * tangential / 2
        value = math.sqrt(math.pi) / s * e * (a + b)
    value += math.pi**1.5 / (4 * s) * normal * WALL / C
    push, turn = cylinder(gas(*pair), Vec3(s * C, 0.0, 0.0), Vec3(0.0, 0.0, 1.0))
    assert push == pytest.approx((2 * head(s) * value, 0.0, 0.0), rel=1e-10)
    assert turn == (0.0, 0.0, 0.0)


def test_drag_of_a_slow_sphere_is_a_series():
    below, above = sphere_drag(SLOW * (1 - 1e-15)), sphere_drag(SLOW * (1 + 1e-15))
    assert above == pytest.approx(below, rel=1e-13)
    assert sphere_drag(0.0) == pytest.approx(16 / (3 * math.sqrt(math.pi)), rel=1e-15)


def directions_of_a_sphere(count):
    """Gauss points in z, equal angles about it, and their weights, whose sum is 4 π."""
    z, w = np.polynomial.legendre.leggauss(count)
    angle = 2 * math.pi * np.arange(2 * count) / (2 * count)
    r = np.sqrt(1 - z**2)
    points = [
        np.outer(r, np.cos(angle)),
        np.outer(r, np.sin(angle)),
        np.repeat(z[:, None], 2 * count, 1),
    ]
    return np.stack(points, -1).reshape(-1, 3), np.repeat(w, 2 * count) * math.pi / count


@pytest.mark.parametrize("pair", PAIRS[1:2])
def test_a_sphere_is_the_sum_of_its_facets(pair):
    V = Vec3(900.0, -400.0, 1700.0)
    n, w = directions_of_a_sphere(40)
    total = sum(
        (np.array(facet(gas(*pair), V, Vec3(*a))) * b for a, b in zip(n, w, strict=True)),
        np.zeros(3),
    )
    assert total == pytest.approx(np.array(sphere(gas(*pair), V)) * math.pi, rel=1e-10)


def test_a_cylinder_is_the_sum_of_its_facets_in_force_and_torque():
    V, R, L, count = Vec3(1900.0, -400.0, 700.0), 0.4, 3.0, 400
    angle = 2 * math.pi * np.arange(count) / count
    force, torque = np.zeros(3), np.zeros(3)
    for a in angle:
        n = Vec3(math.cos(a), math.sin(a), 0.0)
        push = np.array(facet(gas(), V, n)) * (2 * math.pi * R * L / count)
        force, torque = force + push, torque + np.cross(R * np.array(n), push)
    push, turn = cylinder(gas(), V, Vec3(0.0, 0.0, 1.0))
    assert np.array(push) * R * L == pytest.approx(force, rel=1e-11)
    assert np.array(turn) * R * R * L == pytest.approx(torque, rel=1e-11, abs=1e-18)


def test_hyperthermal_limits():
    """A beam that sticks: momentum of what the shape sweeps; a mirror returns twice the normal."""
    v, n = 7600.0, Vec3(0.6, 0.8, 0.0)
    V = Vec3(-v, 0.0, 0.0)
    stuck = Gas(RHO, not_colder(0.0, V), 1.0, 1.0, 0.0)
    mirror = Gas(RHO, not_colder(0.0, V), 0.0, 0.0, 0.0)
    assert facet(stuck, V, n) == pytest.approx((-RHO * v * v * 0.6, 0, 0), rel=1e-14)
    pressure = 2 * RHO * (v * 0.6) ** 2
    assert facet(mirror, V, n) == pytest.approx((-pressure * 0.6, -pressure * 0.8, 0), rel=1e-14)
    assert facet(stuck, V, -n) == (0.0, 0.0, 0.0)
    assert sphere(stuck, V) == pytest.approx((-RHO * v * v, 0, 0), rel=1e-14)
    assert sphere(mirror, V) == pytest.approx((-RHO * v * v, 0, 0), rel=1e-14)
    push, _ = cylinder(stuck, V, Vec3(0.0, 0.0, 1.0))
    assert push == pytest.approx((-2 * RHO * v * v, 0, 0), rel=1e-13)
    push, _ = cylinder(mirror, V, Vec3(0.0, 0.0, 1.0))
    assert push == pytest.approx((-2 * RHO * v * v * 4 / 3, 0, 0), rel=1e-13)


def test_gas_at_rest_pushes_a_plate_by_its_pressure():
    """With accommodation to its own temperature: p = ρ R T = ρ c² / 2."""
    still = Gas(RHO, C, 0.7, 0.7, C)
    pressure = RHO * C**2 / 2
    n = Vec3(0.0, 0.0, 1.0)
    assert facet(still, Vec3(0.0, 0.0, 0.0), n) == pytest.approx((0, 0, -pressure), rel=1e-14)
    assert sphere(still, Vec3(0.0, 0.0, 0.0)) == (0.0, 0.0, 0.0)

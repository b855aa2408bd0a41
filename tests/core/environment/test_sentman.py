"""Sentman's coefficients of a plate and a sphere, as Doornbos (2012) writes them."""

import math

import pytest

from treetop.core.environment.free_molecular import GAS_CONSTANT, Gas, most_probable_speed
from treetop.core.environment.schaaf_chambre import facet, sphere
from treetop.core.environment.sentman import leaving_speed
from treetop.core.spatial import Vec3

RHO, T, WALL, M = 3e-12, 900.0, 320.0, 0.0175


def gas(accommodation, V):
    wall = most_probable_speed(WALL, M)
    leaving = leaving_speed(accommodation, wall, V)
    return Gas(RHO, most_probable_speed(T, M), 1.0, 1.0, leaving)


@pytest.mark.parametrize("accommodation", [1.0, 0.93, 0.0])
@pytest.mark.parametrize("v", [500.0, 3000.0, 7700.0])
@pytest.mark.parametrize("angle", [0.0, 0.5, 1.5, 2.5])
def test_drag_and_lift_of_a_facet(accommodation, v, angle):
    V = Vec3(v, 0.0, 0.0)
    n = Vec3(-math.cos(angle), math.sin(angle), 0.0)
    F = facet(gas(accommodation, V), V, n)
    s = v / math.sqrt(2 * GAS_CONSTANT / M * T)
    cosine, lift = math.cos(angle), -math.sin(angle)
    G, P = 1 / (2 * s * s), math.exp(-((cosine * s) ** 2)) / s
    Q, Z = 1 + G, 1 + math.erf(cosine * s)
    ratio = math.sqrt(0.5 * (1 + accommodation * (4 * GAS_CONSTANT / M * WALL / v**2 - 1)))
    out = ratio / 2 * (cosine * math.sqrt(math.pi) * Z + P)
    drag = P / math.sqrt(math.pi) + cosine * Q * Z + cosine * out
    assert F.x == pytest.approx(0.5 * RHO * v * v * drag, rel=1e-11)
    up = lift * (G * Z + out)
    assert F.y == pytest.approx(0.5 * RHO * v * v * up, rel=1e-10, abs=1e-12 * RHO * v * v)


@pytest.mark.parametrize("accommodation", [1.0, 0.93])
@pytest.mark.parametrize("v", [900.0, 7700.0])
def test_drag_coefficient_of_a_sphere(accommodation, v):
    V = Vec3(0.0, 0.0, v)
    s = v / most_probable_speed(T, M)
    value = (2 * s**2 + 1) / (math.sqrt(math.pi) * s**3) * math.exp(-s * s)
    value += (4 * s**4 + 4 * s**2 - 1) / (2 * s**4) * math.erf(s)
    ratio = math.sqrt(0.5 * (1 + accommodation * (4 * GAS_CONSTANT / M * WALL / v**2 - 1)))
    value += 2 * math.sqrt(math.pi) / 3 * ratio
    F = sphere(gas(accommodation, V), V)
    assert F.z == pytest.approx(0.5 * RHO * v * v * value, rel=1e-12)

"""Light on a facet by the momentum of what arrives and leaves, on a sphere and a cylinder against
closed forms and sums over facets."""

import math

import numpy as np
import pytest
from scipy.integrate import dblquad

from treetop.core.environment.light_pressure import Reflection, cylinder, facet, plate, sphere
from treetop.core.spatial import Vec3

N = Vec3(0.0, 0.0, 1.0)
S = Vec3(0.48, 0.6, 0.64)


def reflection(specular, diffuse):
    return Reflection(1 - specular, 2 * specular, 2 / 3 * diffuse)


def lambert():
    """Mean component along the normal of light that leaves by Lambert's law."""
    value, _ = dblquad(
        lambda a, _: math.cos(a) ** 2 * math.sin(a) / math.pi, 0, 2 * math.pi, 0, math.pi / 2
    )
    return value


def test_a_facet_gains_what_arrives_less_what_leaves():
    specular, diffuse = 0.3, 0.25
    s, n, cosine = np.array(S), np.array(N), 0.64
    mirrored = 2 * cosine * n - s  # where it goes
    gained = -s - specular * mirrored - diffuse * lambert() * n
    assert facet(reflection(specular, diffuse), S, N) == pytest.approx(cosine * gained, rel=1e-10)


def test_a_facet_that_faces_away_is_dark():
    assert facet(reflection(0.3, 0.25), Vec3(0.6, 0.0, -0.8), N) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("s", [S, -S, Vec3(0.6, -0.8, 0.0)])
def test_a_plate_is_its_two_sides(s):
    light = reflection(0.3, 0.25)
    sides = np.array([facet(light, s, N), facet(light, s, -N)]).sum(axis=0)
    found = plate(light, s, N)
    assert found == pytest.approx(sides, rel=1e-14)


@pytest.mark.parametrize(("specular", "diffuse"), [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.2, 0.5)])
def test_a_sphere_is_pushed_by_one_and_four_ninths_of_the_diffuse_part(specular, diffuse):
    push = sphere(reflection(specular, diffuse), S)
    assert push == pytest.approx(-np.array(S) * (1 + 4 / 9 * diffuse), rel=1e-14)


@pytest.mark.parametrize(("specular", "diffuse"), [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.2, 0.5)])
def test_a_sphere_is_the_sum_of_its_lit_facets(specular, diffuse):
    """Over the lit half, with Gauss points about the light, where the integrand is smooth."""
    light, total = reflection(specular, diffuse), np.zeros(3)
    x, w = np.polynomial.legendre.leggauss(12)
    for cosine, weight in zip(0.5 * (x + 1), 0.5 * w, strict=True):
        for a in 2 * math.pi * np.arange(8) / 8:
            sine = math.sqrt(1 - cosine**2)
            n = Vec3(sine * math.cos(a), sine * math.sin(a), cosine)
            total += np.array(facet(light, N, n)) * weight * 2 * math.pi / 8
    assert total / math.pi == pytest.approx(np.array(sphere(light, N)), rel=1e-12, abs=1e-15)


@pytest.mark.parametrize(("specular", "diffuse"), [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.2, 0.5)])
def test_a_cylinder_is_the_sum_of_its_lit_facets(specular, diffuse):
    light, s, axis = reflection(specular, diffuse), Vec3(0.6, 0.0, 0.8), Vec3(0.0, 0.0, 1.0)
    force, torque = np.zeros(3), np.zeros(3)
    x, w = np.polynomial.legendre.leggauss(24)
    for a, weight in zip(0.5 * math.pi * x, 0.5 * math.pi * w, strict=True):
        n = Vec3(math.cos(a), math.sin(a), 0.0)
        push = np.array(facet(light, s, n)) * weight
        force, torque = force + push, torque + np.cross(n, push)
    push, turn = cylinder(light, s, axis)
    assert push == pytest.approx(force, rel=1e-12, abs=1e-15)
    assert turn == pytest.approx(torque, rel=1e-12, abs=1e-15)

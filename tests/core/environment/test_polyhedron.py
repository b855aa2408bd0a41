"""Polyhedra: a box against its closed form, a sphere in the limit, inside and outside, far away."""

import itertools
import math

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from treetop.core.environment.polyhedron import NO_POLYHEDRON, polyhedron_field
from treetop.core.spatial import Vec3
from treetop.environment.small_bodies import GRAVITATION, closed_surface, polyhedron
from treetop.validation.small_bodies import brick_pull

DENSITY = 2000.0
SIDES = np.array([300.0, 200.0, 100.0])
OUTSIDE = [(250.0, 30.0, -20.0), (155.0, 104.0, 57.0), (-900.0, 700.0, 800.0), (0.0, 0.0, 50.5)]
INSIDE = [(20.0, -30.0, 10.0), (149.0, 99.0, 49.0), (-1.0, 2.0, 3.0)]


def outward(vertices):
    """Triangles of the convex hull, counter-clockwise from outside."""
    vertices, faces = np.asarray(vertices, dtype=float), []
    middle = vertices.mean(axis=0)
    for a, b, c in ConvexHull(vertices, qhull_options="Qt").simplices:
        normal = np.cross(vertices[b] - vertices[a], vertices[c] - vertices[a])
        faces.append((a, b, c) if normal @ (vertices[a] - middle) > 0 else (a, c, b))
    return vertices, np.array(faces)


def solid(vertices, faces):
    surface = closed_surface(vertices, faces)
    return polyhedron(surface, GRAVITATION * DENSITY * surface.volume)


def box():
    corners = np.array(list(itertools.product(*([-0.5 * s, 0.5 * s] for s in SIDES))))
    return solid(*outward(corners))


def matrix(G):
    return np.array([[G.xx, G.xy, G.xz], [G.xy, G.yy, G.yz], [G.xz, G.yz, G.zz]])


@pytest.mark.parametrize("x", OUTSIDE + INSIDE)
def test_a_box_attracts_by_its_closed_form(x):
    ours = np.array(polyhedron_field(box(), Vec3(*x))[0])
    expected = GRAVITATION * DENSITY * np.array([brick_pull(x, axis, SIDES) for axis in range(3)])
    assert np.abs(ours - expected).max() < 1e-12 * np.abs(expected).max()


@pytest.mark.parametrize("x", OUTSIDE + INSIDE)
def test_the_gradient_is_that_of_the_acceleration(x):
    body, h = box(), 0.003
    G = matrix(polyhedron_field(body, Vec3(*x))[1])
    for e, row in zip(np.eye(3), G, strict=True):
        far, near = (np.array(polyhedron_field(body, Vec3(*(x + k * h * e)))[0]) for k in (1, -1))
        change = (far - near) / (2 * h)
        assert np.abs(change - row).max() < 1e-5 * np.abs(G).max()


@pytest.mark.parametrize("x", OUTSIDE + INSIDE)
def test_the_laplacian_says_what_is_inside(x):
    laplacian = -4 * math.pi * GRAVITATION * DENSITY * (x in INSIDE)
    _, G = polyhedron_field(box(), Vec3(*x))
    assert np.trace(matrix(G)) == pytest.approx(laplacian, abs=1e-18)


def sphere(parts):
    """An octahedron with its edges in so many parts, blown up."""
    grid = itertools.product(range(-parts, parts + 1), repeat=3)
    points = np.array([point for point in grid if np.abs(point).sum() == parts], dtype=float)
    return outward(1000.0 * points / np.linalg.norm(points, axis=1)[:, None])


def test_a_sphere_is_a_point_mass_in_the_limit():
    x, errors = np.array([900.0, -800.0, 600.0]), []
    for parts in (5, 10):
        vertices, faces = sphere(parts)
        volume = sum(np.linalg.det(vertices[face]) for face in faces) / 6
        pull, _ = polyhedron_field(solid(vertices, faces), Vec3(*x))
        mu = -np.array(pull) / x * np.linalg.norm(x) ** 3
        errors.append(np.abs(mu / (GRAVITATION * DENSITY * volume) - 1).max())
    assert errors[0] < 5e-3 and errors[1] < 0.3 * errors[0]


def test_far_away_it_is_a_point_mass():
    mu = GRAVITATION * DENSITY * SIDES.prod()
    a, _ = polyhedron_field(box(), Vec3(2e4, -1e4, 3e4))
    assert np.array(a) == pytest.approx(-mu * np.array([2e4, -1e4, 3e4]) / 14e8**1.5, rel=2e-4)


def test_an_edge_and_a_corner_are_finite():
    for x in ((150.0, 100.0, 0.0), (150.0, 100.0, 50.0), (150.0, 0.0, 0.0)):
        now, _ = polyhedron_field(box(), Vec3(*x))
        beside, _ = polyhedron_field(box(), Vec3(x[0] + 1e-6, x[1] + 1e-6, x[2]))
        assert np.allclose(now, beside, rtol=1e-4)


def test_no_polyhedron_pulls_nowhere():
    assert not np.any(polyhedron_field(NO_POLYHEDRON, Vec3(1.0, 2.0, 3.0))[0])

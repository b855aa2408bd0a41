import math

import numpy as np
import pytest

from treetop.core.environment.drag_simple import cylinder, facet, plate, sphere
from treetop.core.spatial import Vec3

HEAD = 0.5 * 3e-12 * 2.2
V = Vec3(-5000.0, 3000.0, 4000.0)
SPEED = math.sqrt(50e6)


def test_a_facet_shows_its_projected_area():
    push = facet(HEAD, V, Vec3(1.0, 0.0, 0.0))
    assert push == pytest.approx(np.array(V) * HEAD * 5000)
    assert facet(HEAD, V, Vec3(-1.0, 0.0, 0.0)) == (0.0, 0.0, 0.0)
    assert plate(HEAD, V, Vec3(-1.0, 0.0, 0.0)) == push


def test_a_sphere_shows_its_great_circle():
    assert sphere(HEAD, V) == pytest.approx(np.array(V) * HEAD * SPEED)


def test_a_cylinder_is_the_sum_of_its_facets():
    count, force, torque = 4000, np.zeros(3), np.zeros(3)
    for a in 2 * math.pi * (np.arange(count) + 0.5) / count:
        n = Vec3(math.cos(a), math.sin(a), 0.0)
        push = np.array(facet(HEAD, V, n)) * 2 * math.pi / count
        force, torque = force + push, torque + np.cross(n, push)
    push, turn = cylinder(HEAD, V, Vec3(0.0, 0.0, 1.0))
    assert push == pytest.approx(force, rel=1e-5)
    assert turn == pytest.approx(torque, rel=1e-5, abs=1e-14)
    assert push == pytest.approx(np.array(V) * HEAD * 2 * math.hypot(5000, 3000), rel=1e-14)

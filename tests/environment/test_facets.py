"""Rows of surfaces: areas, normals and centres of shapes, and forces on them."""

import math

import numpy as np
import pytest

from treetop.core.environment import light_pressure, schaaf_chambre
from treetop.core.environment.free_molecular import Gas
from treetop.core.environment.light_pressure import Reflection
from treetop.core.environment.surfaces import CYLINDER, FACET, SPHERE
from treetop.core.spatial import Vec3
from treetop.environment import facets as f

C, AXIS = np.array([0.5, -1.0, 2.0]), np.array([0.48, 0.6, 0.64])
CUBE = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=float)
TETRAHEDRON = (CUBE[[0, 4, 2, 1]], np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]))

SHAPES = {
    "box": (f.box(C, np.array([1.0, 2.0, 3.0]), (1, 1, 1)), 22.0),
    "box in pieces": (f.box(C, np.array([1.0, 2.0, 3.0]), (3, 2, 5)), 22.0),
    "sphere": (f.sphere(C, 0.7, 30), 4 * math.pi * 0.49),
    "cylinder": (f.cylinder(C, AXIS, 0.4, 3.0, True, 20), 2 * math.pi * 0.4 * 3.4),
    "mesh": (f.mesh(*TETRAHEDRON, False), 1.5 + math.sqrt(3) / 2),
}


@pytest.mark.parametrize("name", SHAPES)
def test_closed_shapes_have_their_area_and_no_resultant_of_a_pressure(name):
    shape, area = SHAPES[name]
    assert shape.area.sum() == pytest.approx(area, rel=1e-12)
    assert shape.normal.T @ shape.area == pytest.approx(np.zeros(3), abs=1e-12)
    moment = np.cross(shape.place, shape.normal * shape.area[:, None]).sum(axis=0)
    assert moment == pytest.approx(np.zeros(3), abs=1e-12)
    assert set(shape.kind) == {FACET}
    outward = np.einsum("ki,ki->k", shape.place - shape.points.mean(axis=0), shape.normal)
    assert (outward > 0).all()


@pytest.mark.parametrize("name", SHAPES)
def test_points_share_the_area_of_their_rows(name):
    shape, _ = SHAPES[name]
    found = np.bincount(shape.point_row, shape.point_area)
    assert found == pytest.approx(shape.area, rel=1e-12)
    moments = [np.bincount(shape.point_row, shape.point_area * x) for x in shape.points.T]
    middle = (np.array(moments) / found).transpose()
    assert middle == pytest.approx(shape.place, abs=1e-12)
    for k in range(len(shape.kind)):
        corners = shape.corners[shape.owner == k]
        across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        assert (across @ shape.normal[k] >= -1e-12).all()


def test_round_shapes_are_one_row_and_caps():
    ball, tube = f.sphere(C, 0.7, None), f.cylinder(C, AXIS, 0.4, 3.0, True, None)
    assert list(ball.kind) == [SPHERE]
    assert ball.area == pytest.approx([math.pi * 0.49])
    assert list(tube.kind) == [CYLINDER, FACET, FACET]
    assert tube.area == pytest.approx([1.2, math.pi * 0.16, math.pi * 0.16])
    assert list(f.cylinder(C, AXIS, 0.4, 3.0, False, None).kind) == [CYLINDER]
    assert tube.place[1:] == pytest.approx(np.array([C + 1.5 * AXIS, C - 1.5 * AXIS]))


def total(shape, law):
    return sum(
        (a * np.array(law(Vec3(*n))) for a, n in zip(shape.area, shape.normal, strict=True)),
        np.zeros(3),
    )


@pytest.mark.parametrize("law", ["gas", "light"])
@pytest.mark.parametrize("round_shape", ["sphere", "cylinder"])
def test_sums_over_facets_converge_to_closed_forms(law, round_shape):
    V, s = Vec3(1900.0, -400.0, 700.0), Vec3(0.6, 0.0, 0.8)
    gas, light = Gas(3e-12, 1000.0, 0.9, 0.8, 500.0), Reflection(0.8, 0.4, 0.3)
    on_facet = {
        "gas": lambda n: schaaf_chambre.facet(gas, V, n),
        "light": lambda n: light_pressure.facet(light, s, n),
    }[law]
    axis = Vec3(0.0, 0.0, 1.0)
    if round_shape == "sphere":
        closed = schaaf_chambre.sphere(gas, V) if law == "gas" else light_pressure.sphere(light, s)
        shapes = [f.sphere(np.zeros(3), 1.0, count) for count in (20, 40, 80)]
        closed = math.pi * np.array(closed)
    else:
        gas_force, light_force = (
            schaaf_chambre.cylinder(gas, V, axis)[0],
            light_pressure.cylinder(light, s, axis)[0],
        )
        closed = np.array(gas_force if law == "gas" else light_force)
        shapes = [f.cylinder(np.zeros(3), np.array(axis), 1.0, 1.0, False, k) for k in (10, 20, 40)]
    errors = [np.linalg.norm(total(each, on_facet) - closed) for each in shapes]
    scale = np.linalg.norm(closed)
    assert errors[2] < 3e-3 * scale
    assert errors[2] < max(0.3 * errors[1], 1e-13 * scale)


def test_facets_are_turned_and_moved():
    shape, _ = SHAPES["box"]
    R = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1.0]])
    moved = f.placed(shape, R, np.array([1.0, 2.0, 3.0]))
    assert moved.normal == pytest.approx(shape.normal @ R.T)
    assert moved.place[0] == pytest.approx(R @ shape.place[0] + [1, 2, 3])
    assert moved.corners[3, 1] == pytest.approx(R @ shape.corners[3, 1] + [1, 2, 3])


def test_outlines_enclose():
    tube = f.cylinder(C, AXIS, 0.4, 3.0, True, None)
    outline = f.bounding_outline(tube.corners, AXIS)
    n = np.cross(outline.a, outline.b)
    area = 4 * np.linalg.norm(n, axis=1)
    assert sorted(area) == pytest.approx([0.64, 0.64, 2.4, 2.4, 2.4, 2.4], rel=0.02)
    n /= np.linalg.norm(n, axis=1)[:, None]
    assert (np.einsum("ki,ki->k", outline.centre - C, n) > 0).all()
    for p in tube.corners.reshape(-1, 3):
        assert (np.einsum("ki,ki->k", p - outline.centre, n) < 1e-12).all()

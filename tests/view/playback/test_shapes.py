"""Looks that were given, as the page draws them."""

import numpy as np
import pytest

import treetop as tt
from treetop.results.distance import turned
from treetop.view.playback.shapes import look_of, reach, rod, turned_from_z


def test_each_kind():
    box = look_of(tt.looks.Box([1, 2, 3], at=[1, 0, 0], colour="gold", opacity=0.5))
    assert box["kind"] == "box" and box["size"] == [1, 2, 3] and box["at"] == [1, 0, 0]
    assert box["colour"] == "#d8a838" and box["opacity"] == 0.5
    plate = look_of(tt.looks.Plate([2, 4], thickness=0.1, colour="#123456"))
    assert plate["size"] == [2, 4, 0.1] and plate["colour"] == "#123456"
    assert look_of(tt.looks.Plate([2, 4]))["size"][2] == pytest.approx(0.02)
    cone = look_of(tt.looks.Cylinder(radius=0.5, length=2, top=0))
    assert (cone["radius"], cone["top"], cone["length"], cone["colour"]) == (0.5, 0, 2, None)
    assert "top" not in look_of(tt.looks.Cylinder(radius=0.5, length=2))
    assert look_of(tt.looks.Sphere(radius=0.2))["radius"] == 0.2


def test_a_mesh_has_the_size_that_its_unit_gives(tmp_path):
    (tmp_path / "one.obj").write_text("v 0 0 0\nv 1000 0 0\nv 0 2000 0\nf 1 2 3\n")
    mesh = look_of(tt.looks.Mesh(tmp_path / "one.obj", scale="1 mm"))
    assert mesh["vertices"].values.max() == pytest.approx(2.0)
    assert mesh["triangles"].values.tolist() == [[0, 1, 2]]
    assert reach(mesh) == pytest.approx(2.0)


def test_a_rod_lies_between_its_points():
    start, end = np.array([1.0, 2, 3]), np.array([-1.0, 0.5, 4])
    made = look_of(tt.looks.Rod(start.tolist(), end.tolist(), radius=0.1))
    half = turned(np.array(made["attitude"]), [0, 0, made["length"] / 2])
    assert made["at"] + half == pytest.approx(end)
    assert made["at"] - half == pytest.approx(start)
    assert made == rod(start, end, 0.1)


@pytest.mark.parametrize("axis", [[0, 0, 1], [0, 0, -1], [1, 0, 0], [-2, 1, -3]])
def test_z_is_turned_into_an_axis(axis):
    unit = np.array(axis) / np.linalg.norm(axis)
    assert turned(np.array(turned_from_z(axis)), [0, 0, 1]) == pytest.approx(unit, abs=1e-9)

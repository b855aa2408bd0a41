"""Surfaces as looks of bodies."""

import math

import numpy as np
import pytest

import treetop as tt
from treetop.model.rotation import matrix
from treetop.view.playback.bodies import own_looks
from treetop.view.playback.surfaces import surface_looks

HALF = math.sqrt(0.5)


def model():
    m = tt.Model("craft")
    bus = m.add_body("bus", mass=10, inertia=[1, 1, 1])
    m.add_joint("orbit", tt.Free(), m.ground, bus)
    bus.frame("side", at=[1, 2, 3], attitude=[HALF, 0, 0, HALF])  # x along the body's y
    return m


def test_a_plate_lies_along_its_edges():
    m = model()
    m.add_surface("wing", tt.Plate("bus.side", size=[4, 2], centre=[1, 0, 0], normal=[1, 0, 0]))
    (look,) = surface_looks(m, "bus")
    assert look.kind == "plate"
    assert look.size == pytest.approx((4, 2))
    assert look.at == pytest.approx((1, 3, 3))
    axes = np.array(matrix(look.attitude))
    assert axes[:, 2] == pytest.approx([0, 1, 0], abs=1e-15)  # the normal
    assert axes[:, 0] == pytest.approx(
        [-1, 0, 0], abs=1e-15
    )  # the first edge, along y of the frame


def test_each_shape_has_its_look():
    m = model()
    given = {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 2]]}
    m.add_surface("hull", tt.Box("bus", [1, 2, 3]))
    m.add_surface("tube", tt.Cylinder("bus", 0.5, 3, axis=[0, 1, 0]))
    m.add_surface("ball", tt.surfaces.Sphere("bus", 0.7))
    m.add_surface("fin", tt.Mesh("bus", **given))
    m.add_surface("whole", tt.Cannonball("bus", 1, drag=2))
    box, tube, ball, fin = surface_looks(m, "bus")
    assert box.size == (1, 2, 3)
    assert (tube.radius, tube.length) == (0.5, 3)
    assert np.array(matrix(tube.attitude))[:, 2] == pytest.approx([0, 1, 0], abs=1e-15)
    assert ball.radius == 0.7
    assert fin.surface.vertices.tolist() == given["vertices"]
    assert surface_looks(m, "ground") == []


def test_surfaces_far_beyond_the_looks_of_a_body_are_drawn_with_them():
    m = model()
    bus = m.bodies["bus"]
    bus.add_look(tt.looks.Box([1, 1, 1]))
    m.add_surface("panel", tt.Plate("bus", size=[1, 1]))
    assert [look["kind"] for look in own_looks(m, bus)] == ["box"]
    m.add_surface("sail", tt.Plate("bus", size=[9, 9]))
    assert len(own_looks(m, bus)) == 3

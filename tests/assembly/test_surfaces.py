"""Tables of surfaces from what a person describes."""

import math

import numpy as np
import pytest

import treetop as tt
from treetop.assembly.poses import AT_REST, Pose
from treetop.assembly.surfaces import facets_of, outline_of, surface_table
from treetop.core.environment.blocking import BALL, BOTH_SIDES, ONE_SIDE
from treetop.core.environment.surfaces import (
    CYLINDER,
    FACET,
    NO_AIR,
    NO_SURFACES,
    PLATE,
    SCHAAF_CHAMBRE,
    SENTMAN,
    SIMPLE_DRAG,
    SPHERE,
)

GREY = {"absorption": 0.6, "specular": 0.1}


class Frames:
    """A book of frames at rest, with the numbers of their bodies."""

    def __init__(self, **bodies):
        self.rows, self.bodies, self.poses = list(bodies), list(bodies.values()), []
        self.poses = [AT_REST] * len(bodies)

    def add(self, reference):
        return self.rows.index(reference)


def test_laws_and_properties_of_each_kind():
    surfaces = {
        "plate": tt.Plate("bus", size=[2, 3], both=True, drag=2.2, **GREY),
        "box": tt.Box("bus", [1, 1, 1], gas="sentman", accommodation=0.9, wall=350),
        "ball": tt.surfaces.Sphere("bus", 1, gas="schaaf-chambre", reemission=True, **GREY),
        "tube": tt.Cylinder("bus", 0.5, 3, capped=False),
        "all": tt.Cannonball("bus", 20, drag=2.1, light=1.3),
    }
    table = surface_table(surfaces, Frames(bus=1), level=1)
    assert table.row_at.tolist() == [0, 1, 7, 8, 9, 10]
    assert table.kind.tolist() == [PLATE, *[FACET] * 6, SPHERE, CYLINDER, SPHERE]
    assert table.air_law.tolist() == [SIMPLE_DRAG, SENTMAN, SCHAAF_CHAMBRE, NO_AIR, SIMPLE_DRAG]
    assert table.air[[0, 1, 2, 4]].tolist() == [
        [2.2, 0, 0], [0.9, 0.9, 350], [1, 1, 300], [2.1, 0, 0],
    ]  # fmt: skip
    light = [[0.9, 0.2, 0.2], [0, 0, 0], [0.9, 0.2, 0.6], [0, 0, 0], [1.3, 0, 0]]
    assert table.light == pytest.approx(np.array(light))
    assert table.area[[0, 7, 8, 9]] == pytest.approx([6, math.pi, 1.5, 20])
    assert table.arm.tolist() == [0] * 8 + [0.5, 0]
    assert table.radius[-1] == 0.0
    assert table.shading.blockers.surface.size == 0


def test_without_surfaces_there_is_no_table():
    assert surface_table({}, Frames()) is NO_SURFACES


@pytest.mark.compiled
def test_surfaces_of_one_body_hide_each_other_in_its_axes():
    """A wing beside a box, both seen from the joint's frame of the body."""
    frames = Frames(**{"bus": 1, "bus.wing": 1})
    turned = np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0.0]])  # its z axis along the body's x
    frames.poses[1] = Pose(turned, np.array([2.0, 0, 0]))
    surfaces = {"box": tt.Box("bus", [1, 1, 1]), "wing": tt.Plate("bus.wing", area=4, both=True)}
    shading = surface_table(surfaces, frames, level=3).shading
    assert shading.body.tolist() == [1]
    assert set(shading.row) >= {0, 6}  # the side of the box at +x, and the wing
    assert shading.row.max() == 6
    along = shading.direction @ [1, 0, 0]
    columns = shading.row.tolist()
    from_wing = shading.open_part[along > 0.995][:, columns.index(0)]
    from_box = shading.open_part[along < -0.995][:, columns.index(6)]
    assert from_wing == pytest.approx(0.0)
    assert from_box == pytest.approx(0.75, abs=0.06)
    away = shading.open_part[along > 0.9][:, columns.index(6)]
    assert (away == 1.0).all()


def test_surfaces_of_other_bodies_are_hidden_by_outlines():
    surfaces = {
        "box": tt.Box("bus", [1, 2, 3], centre=[1, 0, 0]),
        "wing": tt.Plate("wing.root", size=[4, 2], centre=[0, 3, 0]),
        "ball": tt.Cannonball("bus", 1, drag=1),
    }
    frames = Frames(**{"bus": 1, "wing.root": 2})
    table = surface_table(surfaces, frames, level=1)
    blockers = table.shading.blockers
    assert table.body.tolist() == [0, 1, 0]
    assert blockers.surface.tolist() == [0, 1]
    assert blockers.part_at.tolist() == [0, 6, 7]
    assert blockers.kind.tolist() == [ONE_SIDE] * 6 + [BOTH_SIDES]
    assert blockers.middle == pytest.approx(np.array([[1, 0, 0], [0, 3, 0], [0, 0, 0]]))
    assert blockers.extent == pytest.approx([math.sqrt(3.5), math.sqrt(5), 0])


def test_outlines():
    ball = tt.surfaces.Sphere("bus", 0.5, centre=[0, 0, 1])
    outline = outline_of(ball, facets_of(ball))
    assert outline.kind.tolist() == [BALL]
    assert outline.a[0, 0] == 0.5
    tube = tt.Cylinder("bus", 0.5, 3, axis=[1, 0, 0])
    assert len(outline_of(tube, facets_of(tube)).kind) == 6


def test_a_mesh_is_scaled_and_moved():
    given = {"vertices": [[0, 0, 0], [2, 0, 0], [0, 2, 0]], "triangles": [[0, 1, 2]]}
    mesh = facets_of(tt.Mesh("bus", scale="10 cm", centre=[0, 0, 1], both=True, **given))
    assert mesh.area == pytest.approx([0.02])
    assert mesh.place[0] == pytest.approx([0.2 / 3, 0.2 / 3, 1])
    assert mesh.kind.tolist() == [PLATE]

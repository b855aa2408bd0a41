"""Surfaces come back from files as they were, and bad ones are refused by one message."""

import pytest

import treetop as tt
from treetop.formats.yaml.load import dumps, loads

TETRAHEDRON = {
    "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "triangles": [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
}
GREY = {"absorption": 0.6, "specular": 0.1}

SURFACES = {
    "plate": tt.Plate("bus", size=["8 m", 2], normal=[0, 0, 2], both=True, drag=2.2, **GREY),
    "square": tt.Plate("bus", area="20 m^2", centre=[0, 1, 0], gas="sentman", accommodation=0.93),
    "box": tt.Box("bus", [1, 2, 3], divisions=[2, 2, 4], specular=0.2, diffuse=0.3, emissivity=0.8),
    "tube": tt.Cylinder("bus", 0.1, 3, axis=[1, 0, 0], capped=False, wall="350 K", **GREY),
    "ball": tt.surfaces.Sphere(
        "bus", 0.5, gas="schaaf-chambre", accommodation=[0.9, 0.8], reemission=True, **GREY
    ),
    "mesh": tt.Mesh("bus", both=True, **TETRAHEDRON, **GREY),
    "cannonball": tt.Cannonball("bus", area=20, drag=2.2, light=1.3),
}


def craft():
    model = tt.Model("craft")
    bus = model.add_body("bus", 50, [20, 25, 30])
    model.add_joint("flight", tt.Free(), model.ground, bus)
    return model


@pytest.mark.parametrize("name", SURFACES)
def test_a_surface_comes_back_from_a_file(name):
    model = craft()
    model.add_surface(name, SURFACES[name])
    again = loads(dumps(model))
    assert again.surfaces == {name: SURFACES[name]}
    assert again == model
    assert model.copy() == model


def test_a_mesh_of_a_file_comes_back_with_it(tmp_path):
    corners = "\n".join(f"v {x} {y} {z}" for x, y, z in TETRAHEDRON["vertices"])
    faces = "\n".join(f"f {a + 1} {b + 1} {c + 1}" for a, b, c in TETRAHEDRON["triangles"])
    (tmp_path / "hull.obj").write_text(f"{corners}\n{faces}\n")
    model = craft()
    model.add_surface("hull", tt.Mesh("bus", tmp_path / "hull.obj", scale="1 mm", **GREY))
    (tmp_path / "saved").mkdir()
    model.save(tmp_path / "saved" / "craft.yaml")
    again = tt.load(tmp_path / "saved" / "craft.yaml").surfaces["hull"]
    assert again.file == "hull.obj"
    assert again.content == model.surfaces["hull"].content
    assert again.surface.triangles.shape == (4, 3)


def test_finish_has_the_third_part():
    assert SURFACES["plate"].finish == pytest.approx((0.6, 0.1, 0.3))
    assert SURFACES["box"].finish == pytest.approx((0.5, 0.2, 0.3))
    assert SURFACES["square"].finish is None


def test_edges_of_a_plate_are_across_its_normal():
    plate = tt.Plate("bus", size=[3, 2], normal=[1, 0, 0])
    assert plate.edges == ((0.0, 3.0, 0.0), (0.0, 0.0, 2.0))
    plate = tt.Plate("bus", area=4, normal=[0, 0, 1], along=[0, 5, 1])
    assert plate.edges == ((0.0, 2.0, 0.0), (-2.0, 0.0, 0.0))


BAD = {
    "a plate has no area": lambda: tt.Plate("bus"),
    "both size and area": lambda: tt.Plate("bus", size=[1, 1], area=1),
    "0 m is not above 0": lambda: tt.Plate("bus", size=[0, 1]),
    "is not above 0": lambda: tt.Cannonball("bus", area=0, drag=2),
    "zero length": lambda: tt.Plate("bus", area=1, normal=[0, 0, 0]),
    "along the normal": lambda: tt.Plate("bus", area=1, along=[0, 0, 1]),
    "sum to 1.2": lambda: tt.Plate("bus", area=1, absorption=0.7, specular=0.5),
    "sum to 0.9": lambda: tt.Box("bus", [1, 1, 1], absorption=0.7, specular=0.1, diffuse=0.1),
    "one of absorption": lambda: tt.Box("bus", [1, 1, 1], absorption=0.7),
    "is more than 1": lambda: tt.Box("bus", [1, 1, 1], absorption=1.7, specular=0),
    "drag coefficient and a law": lambda: tt.Plate("bus", area=1, drag=2, gas="sentman"),
    "one accommodation": lambda: tt.Plate("bus", area=1, gas="sentman", accommodation=[0.9, 0.9]),
    "not from 0 to 1": lambda: tt.Plate("bus", area=1, gas="sentman", accommodation=1.1),
    "does not fit here": lambda: tt.Plate("bus", area=1, gas="newton"),
    "neither air nor light": lambda: tt.Cannonball("bus", area=3),
    "no triangles": lambda: tt.Mesh("bus"),
    "two sources": lambda: tt.Mesh("bus", "x.stl", **TETRAHEDRON),
    "belong together": lambda: tt.Mesh("bus", vertices=[[0, 0, 0]]),
    "not one of the 4": lambda: tt.Mesh("bus", **(TETRAHEDRON | {"triangles": [[0, 1, 4]]})),
    "have no area": lambda: tt.Mesh("bus", **(TETRAHEDRON | {"triangles": [[0, 1, 1]]})),
    "whole number of 8 or more": lambda: tt.Cylinder("bus", 1, 1, facets=3),
    "from 1 to 100": lambda: tt.Plate("bus", area=1, divisions=[0, 1]),
}


@pytest.mark.parametrize("message", BAD)
def test_bad_surfaces_are_refused_by_one_message(message):
    with pytest.raises(tt.ModelError, match=message) as error:
        BAD[message]()
    assert len(error.value.problems) == 1


def test_a_surface_needs_a_frame_and_a_name_of_its_own():
    model = craft()
    model.add_surface("wing", tt.Plate("bus.wing", area=1))
    with pytest.raises(tt.ModelError, match=r"surfaces\.wing\.at"):
        model.validate()
    with pytest.raises(tt.ModelError, match="taken already"):
        model.add_surface("wing", tt.Plate("bus", area=1))
    with pytest.raises(tt.ModelError, match="is a joint already"):
        model.add_surface("flight", tt.Plate("bus", area=1))
    with pytest.raises(tt.ModelError, match="is not a surface"):
        model.add_surface("ball", tt.Sphere("bus", 1))
    with pytest.raises(tt.ModelError, match="is not a force"):
        model.add_force("force", tt.Plate("bus", area=1))

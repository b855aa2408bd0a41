"""What is seen of a structure is where its nodes are, and has the area that it has."""

import numpy as np
import pytest

from flexible_craft import boom_modes, craft
from treetop.errors import ModelError
from treetop.structures.arrays import structure_arrays, structure_of_arrays
from treetop.structures.assemble import Tie, joined, placed
from treetop.structures.body.reduced_body import load_reduced, save_reduced
from treetop.structures.elements.panel_section import PanelSection
from treetop.structures.elements.shell import Shell
from treetop.structures.elements.solid import Material, box, solid_structure
from treetop.structures.modes.modes import normal_modes
from treetop.structures.surface import skin, stiff_pairs

pytestmark = pytest.mark.compiled  # no kernels here


def area(points, triangles):
    a, b, c = points[triangles].swapaxes(0, 1).astype(float)
    return np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2


def sheet():
    shell = Shell()
    section = PanelSection.isotropic(thickness=2e-3, E=70e9, nu=0.33, density=2700)
    shell.add_panel([[0, 0, 0], [2, 0, 0], [2.3, 1, 0], [0.3, 1, 0]], (3, 2), section)
    shell.name_node("hinge", [0, 0, 0])
    return shell.structure()


METAL = Material(E=70e9, nu=0.3, density=2700)


@pytest.mark.parametrize("degree", [1, 2])
def test_the_surface_of_a_solid_is_that_of_its_box(degree):
    points, cells = box([3, 2, 1], (3, 2, 2))
    seen = solid_structure(points, cells, METAL, degree=degree)
    assert area(seen.positions, seen.triangles) == pytest.approx(22)
    tetrahedron = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]])
    seen = solid_structure(tetrahedron, [[0, 1, 2, 3]], METAL, degree=degree)
    assert area(seen.positions, seen.triangles) == pytest.approx(1.5 + np.sqrt(3) / 2)


def test_the_area_of_a_plate_remains_when_it_is_joined_and_kept_in_a_file():
    one = sheet()
    assert area(one.positions, one.triangles) == pytest.approx(2.0)
    turned = placed(one, [5, 0, 0], [[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    both = joined({"a": one, "b": turned}, [Tie("a.hinge", "b.hinge")])
    assert area(both.positions, both.triangles) == pytest.approx(4.0)
    again = structure_of_arrays(structure_arrays(both))
    assert (again.triangles == both.triangles).all()
    with pytest.raises(ModelError, match="triangles"):
        structure_of_arrays({**structure_arrays(one), "triangles": [[0, 1, 9999]]})


def test_points_move_as_nodes_do(tmp_path):
    model = craft()
    boom = model.bodies["boom"]
    seen = boom.reduced.skin
    assert len(seen.points) == 5
    assert sorted(map(tuple, np.sort(seen.lines).tolist())) == [(0, 2), (1, 4), (2, 3), (3, 4)]
    tip = boom.node_motion("tip")
    at = int(np.argmax(seen.points[:, 0]))
    moved = seen.shapes[:, at].T
    assert moved == pytest.approx(tip.shapes, rel=1e-6, abs=1e-7)
    save_reduced(boom.reduced, tmp_path / "boom.npz")
    again = load_reduced(tmp_path / "boom.npz")
    for one, other in zip(again.skin, seen, strict=True):
        assert (one == other).all()


def test_of_matrices_alone_neighbours_are_joined():
    modes = boom_modes()
    pairs = stiff_pairs(modes.structure)
    assert sorted(map(tuple, pairs.tolist())) == sorted(
        map(tuple, np.sort(modes.structure.lines).tolist())
    )
    modes = normal_modes(sheet(), "hinge", count=2)
    assert len(skin(modes).points) == len(modes.structure.positions)

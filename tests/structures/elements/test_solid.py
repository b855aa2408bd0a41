"""Solids: patches, beams made of them, buckling."""

import numpy as np
import pytest

from flexible_structures import displacement, frequencies, least_buckling
from treetop.errors import ModelError
from treetop.structures.elements.solid import Material, box, solid_structure

pytestmark = pytest.mark.compiled  # no kernels here

ALUMINIUM = Material(70e9, 0.33, 2700)
SIX = np.array([[0, 1, 2, 6], [0, 2, 3, 6], [0, 3, 7, 6], [0, 7, 4, 6], [0, 4, 5, 6], [0, 5, 1, 6]])
LENGTH, WIDTH, HEIGHT = 1.0, 0.05, 0.03


def bar(count, corners, degree, material=ALUMINIUM):
    points, cells = box([LENGTH, WIDTH, HEIGHT], (count, 1, 1))
    if corners == 4:
        cells = cells[:, SIX].reshape(-1, 4)
    return solid_structure(points, cells, material, degree=degree, names={"tip": [LENGTH, 0, 0]})


def root(structure):
    return structure.held(np.flatnonzero(structure.positions[:, 0] < 1e-9))


@pytest.mark.parametrize("corners", [4, 8])
@pytest.mark.parametrize("degree", [1, 2])
def test_constant_strain_passes_through_distorted_cells(corners, degree):
    points, cells = box([1, 1, 1], (2, 2, 2))
    inside = np.all((points > 0.1) & (points < 0.9), axis=1)
    points[inside] += [0.08, -0.1, 0.06]
    if corners == 4:
        cells = cells[:, SIX].reshape(-1, 4)
    s = solid_structure(points, cells, ALUMINIUM, degree=degree)
    slope = 1e-3 * np.random.default_rng(1).standard_normal((3, 3))
    u = (s.positions @ slope.T).ravel()
    edge = (s.positions < 1e-9).any(axis=1) | (s.positions > 1 - 1e-9).any(axis=1)
    held = s.held(np.flatnonzero(edge))
    found = displacement(s, -s.stiffness[:, held] @ u[held], held)
    found[held] = u[held]
    assert np.allclose(found, u, atol=1e-14)
    strain = (slope + slope.T) / 2
    stress = 2 * 70e9 / 2.66 * strain + 70e9 * 0.33 / (1.33 * 0.34) * np.trace(strain) * np.eye(3)
    assert np.allclose(
        s.recoveries["stress"](found), stress[[0, 1, 2, 1, 2, 0], [0, 1, 2, 2, 0, 1]]
    )
    turned = np.array(
        [slope[2, 1] - slope[1, 2], slope[0, 2] - slope[2, 0], slope[1, 0] - slope[0, 1]]
    )
    assert np.allclose(s.rotation(int(np.argmin(edge))) @ found, turned / 2)


@pytest.mark.parametrize("corners", [4, 8])
def test_a_bar_is_a_beam_that_weighs_the_same(corners):
    s = bar(8, corners, 2, Material(70e9, 0.0, 2700))
    mass = 2700 * LENGTH * WIDTH * HEIGHT
    a, b, c = LENGTH, WIDTH, HEIGHT
    assert s.total_mass == pytest.approx(mass, rel=1e-13)
    assert np.allclose(s.centre, [a / 2, b / 2, c / 2], rtol=1e-13)
    box_inertia = mass / 12 * np.diag([b * b + c * c, a * a + c * c, a * a + b * b])
    assert np.allclose(s.inertia(), box_inertia, atol=1e-13 * mass)
    assert (s.points.masses > 0).all()
    assert abs(s.points.mass_matrix() - s.mass).max() <= 1e-15 * abs(s.mass).max()
    assert abs(s.stiffness @ s.rigid_modes([1, 2, 3])).max() < 1e-14 * abs(s.stiffness).max()
    bernoulli = 1.875104068711961**2 * np.sqrt(70e9 * HEIGHT**2 / 12 / 2700) / LENGTH**2
    assert frequencies(s, root(s))[0] == pytest.approx(bernoulli, rel=3e-3)


def test_a_column_buckles():
    s = bar(8, 8, 2, Material(70e9, 0.0, 2700))
    squeezed = np.zeros((len(s.positions), 3))
    squeezed[:, 0] = -s.positions[:, 0]  # unit strain, without lateral strain
    euler = np.pi**2 * HEIGHT**2 / 12 / (4 * LENGTH**2)
    assert least_buckling(s, squeezed.ravel(), root(s)) == pytest.approx(euler, rel=5e-3)


def test_what_a_solid_cannot_be_made_of():
    points, cells = box([1, 1, 1], (1, 1, 1))
    with pytest.raises(ModelError, match="wrong number of nodes: four or eight"):
        solid_structure(points, cells[:, :6], ALUMINIUM)
    with pytest.raises(ModelError, match="wrong number of nodes: a position"):
        solid_structure(points[:7], cells, ALUMINIUM)
    with pytest.raises(ModelError, match="turned inside out"):
        solid_structure(points, cells[:, [0, 1, 3, 2, 4, 5, 6, 7]], ALUMINIUM)
    with pytest.raises(ModelError, match=r"(?s)material\.density: is 0 .*material\.nu: is 0\.5"):
        Material(70e9, 0.5, 0)

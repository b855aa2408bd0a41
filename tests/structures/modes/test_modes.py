"""Modes of structures, whatever holds them."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from slender import CANTILEVER, FREE, PINNED, slender
from treetop import structures
from treetop.errors import ModelError
from treetop.structures.modes import modes as source
from treetop.structures.modes.modes import given_modes, normal_modes
from treetop.structures.structure import Structure

pytestmark = pytest.mark.compiled  # no kernels: once is enough

BEAM = slender(20, bending_z=2.0)
HOLDS = {
    "free": (),
    "clamped": "root",
    "in the middle": ["middle"],
    "pinned": {"root": "x y z rx"},
    "pinned twice": {"root": "x y z rx", "tip": ["y", "z"]},
}


@pytest.mark.parametrize(
    ("held", "squares"),
    [((), FREE), ("root", CANTILEVER), ({"root": "x y z rx"}, PINNED)],
    ids=["free", "clamped", "pinned"],
)
def test_frequencies_are_those_of_the_books(held, squares):
    """Bending along z; along y the beam is √2 stiffer."""
    modes = normal_modes(slender(20, bending_z=2.0), held, count=8)
    along_z = np.abs(modes.structure.translation("tip") @ modes.shapes).argmax(axis=0) == 2
    found = modes.angular_frequencies[along_z][: len(squares)]
    np.testing.assert_allclose(found, squares[: len(found)], rtol=1e-4)
    assert len(found) >= 2


@pytest.mark.parametrize("held", HOLDS.values(), ids=HOLDS)
def test_modes_satisfy_their_equation_and_what_holds_them(held):
    modes = normal_modes(BEAM, held, count=10)
    M, K, shapes = BEAM.mass, BEAM.stiffness, modes.shapes
    left = K @ shapes - M @ shapes * modes.angular_frequencies**2
    loose = np.setdiff1d(np.arange(BEAM.size), modes.fixed)
    assert np.abs(left[loose]).max() < 1e-7 * np.abs(K @ shapes).max()
    assert not shapes[modes.fixed].any()
    np.testing.assert_allclose(modes.mass, np.eye(10), atol=1e-12)
    np.testing.assert_allclose(modes.support.rigid.T @ (M @ shapes), 0, atol=1e-12)
    assert np.all(np.diff(modes.frequencies) > -1e-9) and modes.frequencies[0] > 0.1


@pytest.mark.parametrize("held", HOLDS.values(), ids=HOLDS)
def test_small_and_large_problems_are_solved_alike(held, monkeypatch):
    """Frequencies come in pairs, shapes agree nevertheless: pairs are turned in one way."""
    beam = slender(20)
    small = normal_modes(beam, held, count=7)
    monkeypatch.setattr(source, "DENSE", 10)
    large = normal_modes(beam, held, count=7)
    np.testing.assert_allclose(large.frequencies, small.frequencies, rtol=1e-9)
    np.testing.assert_allclose(large.shapes, small.shapes, atol=1e-6)


def test_all_modes_are_orthogonal_though_frequencies_are_far_apart():
    """Up to torsion of hardly any inertia, 2e6 times the first; and with none at all."""
    thin = normal_modes(slender(10, rotary_y=1e-8, rotary_z=1e-8), "root", count=60)
    assert thin.frequencies[-1] > 1e6 * thin.frequencies[0]
    np.testing.assert_allclose(thin.mass, np.eye(60), atol=1e-10)
    size = np.sqrt(thin.stiffness.diagonal())
    np.testing.assert_allclose(thin.stiffness / np.outer(size, size), np.eye(60), atol=1e-10)
    assert len(normal_modes(slender(10), "root", count=50)) == 50
    with pytest.raises(ModelError, match="51 modes of a structure whose mass allows for 50"):
        normal_modes(slender(10), "root", count=51)


def test_motion_as_one_piece_is_what_is_left_free():
    counts = [normal_modes(BEAM, held, count=1).support.rigid.shape[1] for held in HOLDS.values()]
    # A beam without thickness has no inertia about its axis.
    assert counts == [5, 0, 0, 2, 0]


def test_static_displacement_of_a_free_body_is_relieved_by_inertia():
    """Displacement and load tell the same as all modes together: u = Σ φ (φ·f) / ω²."""
    modes = normal_modes(slender(6, rotary_y=1e-4, rotary_z=1e-4), count=36)
    load = np.random.default_rng(2).standard_normal(modes.structure.size)
    sum_of_modes = modes.shapes @ (modes.shapes.T @ load / modes.angular_frequencies**2)
    np.testing.assert_allclose(modes.support.displacement(load), sum_of_modes, atol=1e-11)


def test_modes_are_chosen_by_frequency():
    modes = normal_modes(BEAM, "root", count=8)
    band = modes.within(1.0, 10.0)
    assert len(band) == np.sum((modes.frequencies > 1) & (modes.frequencies < 10)) > 0
    assert len(normal_modes(BEAM, "root", count=8, highest=3.0)) == np.sum(modes.frequencies < 3)


def test_given_modes_become_normal():
    """Any mixture of modes spans the same displacements."""
    modes = normal_modes(BEAM, "root", count=5)
    mixed = modes.shapes @ np.random.default_rng(3).standard_normal((5, 5))
    again = given_modes(BEAM, mixed, "root").normal()
    np.testing.assert_allclose(again.frequencies, modes.frequencies, rtol=1e-9)
    np.testing.assert_allclose(again.shapes, modes.shapes, atol=1e-7)


def test_modes_that_contradict_what_is_held():
    free, clamped = normal_modes(BEAM, count=3).shapes, normal_modes(BEAM, "root", count=3).shapes
    with pytest.raises(ModelError, match=r"modes\.0: the mode moves where it is held"):
        given_modes(BEAM, free, "root")
    with pytest.raises(ModelError, match="not orthogonal to motion as one piece"):
        given_modes(BEAM, clamped)
    with pytest.raises(ModelError, match="depend on each other, or that move no mass"):
        given_modes(BEAM, clamped[:, [0, 1, 0]], "root")
    with pytest.raises(ModelError, match=r"shape \(5, 2\) for 126 degrees of freedom"):
        given_modes(BEAM, np.zeros((5, 2)), "root")
    with pytest.raises(ModelError, match="1 labels for 3 modes"):
        given_modes(BEAM, clamped, "root", labels=["first"])
    with pytest.raises(ModelError, match="not finite"):
        given_modes(BEAM, np.full((BEAM.size, 1), np.nan), "root")


def test_more_modes_than_there_can_be():
    with pytest.raises(ModelError, match=r"500 modes of a structure with 120 elastic"):
        normal_modes(BEAM, "root", count=500)
    with pytest.raises(ModelError, match=r"3.0 modes.*a whole number"):
        normal_modes(BEAM, "root", count=3.0)


def test_no_modes_at_all():
    with pytest.raises(ModelError, match=r"none of the modes is chosen \(they are at 0.5596 Hz"):
        normal_modes(BEAM, "root", highest=0.5)
    with pytest.raises(ModelError, match="no such mode"):
        normal_modes(BEAM, "root").chosen([20])
    ball = springs(np.eye(3), np.zeros((3, 3)))
    with pytest.raises(ModelError, match="nothing is left to deform"):
        normal_modes(ball)


def springs(mass: np.ndarray, stiffness: np.ndarray) -> Structure:
    """Matrices of one node."""
    degrees = np.array([[0, d] for d in range(len(mass))])
    return Structure(np.zeros((1, 3)), degrees, *map(sparse.csr_array, (mass, stiffness)))


def test_matrices_that_no_structure_has():
    good = np.diag([2.0, 3.0, 4.0])
    wrong = np.array([[1.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    with pytest.raises(ModelError, match="no positive kinetic energy"):
        normal_modes(springs(wrong, good))
    nearly = np.eye(3) + (1 + 1e-12) * np.eye(3)[[1, 0, 2]] * [1, 1, 0]  # a pivot of exactly zero
    with pytest.raises(ModelError, match="no positive kinetic energy"):
        normal_modes(springs(nearly, good))
    with pytest.raises(ModelError, match="stiffness: a matrix that is not symmetric"):
        normal_modes(springs(good, good + np.eye(3, k=1)))
    with pytest.raises(ModelError, match="mass: entries that are not finite"):
        normal_modes(springs(good * [1, np.nan, 1], good))


def test_a_structure_that_stands_on_springs_needs_nothing_held():
    modes = normal_modes(springs(np.diag([1.0, 1.0, 2.0]), np.diag([4.0, 9.0, 32.0])))
    np.testing.assert_allclose(modes.angular_frequencies, [2, 3, 4])


def test_a_mechanism_is_told_by_its_node():
    """The pull of the last element is missing: its end slides along the beam."""
    beam = slender(4)
    stiffness = beam.stiffness.tolil()
    tip = beam.held("tip", "x")
    stiffness[tip], stiffness[:, tip] = 0, 0
    with pytest.raises(ModelError, match="node 'tip' moves along x without resistance"):
        normal_modes(replace(beam, stiffness=sparse.csr_array(stiffness)), "root")


@pytest.mark.parametrize("name", structures.__all__)
def test_every_public_name_is_there(name):
    assert getattr(structures, name).__name__ == name

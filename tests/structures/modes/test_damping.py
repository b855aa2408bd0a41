"""Damping of modes, and the internal coordinates of viscoelastic materials."""

import numpy as np
import pytest
from scipy import linalg

from slender import slender
from treetop.errors import ModelError
from treetop.structures.body.modal_integrals import moments, node_motion
from treetop.structures.modes.damping import (
    GHMTerm,
    MatrixDamping,
    ModalDamping,
    RayleighDamping,
    StructuralDamping,
    Viscoelastic,
)
from treetop.structures.modes.modes import normal_modes
from treetop.structures.modes.reduction import craig_bampton

pytestmark = pytest.mark.compiled  # no kernels: once is enough

MODES = normal_modes(slender(8, bending_z=2.0, rotary_y=1e-4, rotary_z=1e-4), "root", count=4)
TERMS = (GHMTerm(0.3, 20.0, 1.5), GHMTerm(0.1, 90.0, 0.8))


def roots(matrices) -> np.ndarray:
    """Eigenvalues of M z'' + D z' + K z = 0."""
    M, D, K = matrices
    count = len(M)
    first = np.block([[np.zeros_like(M), np.eye(count)], [-K, -D]])
    return linalg.eigvals(first, linalg.block_diag(np.eye(count), M))


def swinging(values: np.ndarray) -> np.ndarray:
    return np.sort_complex(values[values.imag > 1e-9])


def test_modal_ratios_are_those_of_the_motion():
    ratios = np.array([0.01, 0.02, 0.03, 0.2])
    found = swinging(roots(ModalDamping(ratios).matrices(MODES)))
    found = found[np.argsort(np.abs(found))]
    np.testing.assert_allclose(np.abs(found), MODES.angular_frequencies, rtol=1e-9)
    np.testing.assert_allclose(-found.real / np.abs(found), ratios, rtol=1e-9)


def test_modal_ratios_of_modes_that_are_not_normal():
    modes = craig_bampton(MODES.structure, "tip", "root", count=3)
    assert np.abs(modes.mass - np.diag(modes.mass.diagonal())).max() > 1e-3
    found = swinging(roots(ModalDamping(0.05).matrices(modes)))
    np.testing.assert_allclose(-found.real / np.abs(found), 0.05, rtol=1e-6)


def test_rayleigh_damping_passes_through_two_points():
    low, high = MODES.frequencies[[0, 3]]
    matrices = RayleighDamping.through((low, 0.01), (high, 0.04)).matrices(MODES)
    ratios = matrices.damping.diagonal() / (2 * MODES.angular_frequencies)
    np.testing.assert_allclose(ratios[[0, 3]], [0.01, 0.04])


def test_matrix_of_the_structure_and_of_the_modes_are_the_same():
    structure = MODES.structure
    one = MatrixDamping(1e-3 * structure.stiffness).matrices(MODES).damping
    np.testing.assert_allclose(one, 1e-3 * MODES.stiffness, atol=1e-9)
    np.testing.assert_allclose(MatrixDamping(one).matrices(MODES).damping, one)


def test_internal_coordinates_give_the_stiffness_that_depends_on_frequency():
    """What they leave to the modes, M s² + K(s), and eigenvalues by the polynomial of one mode."""
    material = Viscoelastic(TERMS)
    M, D, K = material.matrices(MODES)
    s = 2j * np.pi * 3.0
    whole = s**2 * M + s * D + K
    left = whole[:4, :4] - whole[:4, 4:] @ np.linalg.solve(whole[4:, 4:], whole[4:, :4])
    np.testing.assert_allclose(
        left, s**2 * MODES.mass + material.factor(3.0) * MODES.stiffness, atol=1e-8
    )
    assert np.linalg.eigvalsh(M)[0] > 0 and np.linalg.eigvalsh(D)[0] > -1e-12
    k = MODES.stiffness[0, 0]
    bottoms = [np.poly1d([1, 2 * ratio * w, w**2]) for _, w, ratio in TERMS]
    tops = [np.poly1d([strength, 2 * strength * ratio * w, 0]) for strength, w, ratio in TERMS]
    whole = (np.poly1d([1, 0, k]) * bottoms[0] * bottoms[1]) + k * (
        tops[0] * bottoms[1] + tops[1] * bottoms[0]
    )
    expected = whole.roots
    found = roots((M, D, K))
    apart = np.abs(found[:, None] - expected).min(axis=0)
    assert apart.max() < 1e-7 * np.abs(expected).max() and found.real.max() < 0


@pytest.mark.parametrize(("terms", "error"), [(2, 0.25), (3, 0.06), (4, 0.03)])
def test_structural_damping_is_even_over_its_band(terms, error):
    material = StructuralDamping(0.02, (1.0, 100.0), terms).viscoelastic()
    factor = material.factor(np.geomspace(1, 100, 300))
    np.testing.assert_allclose(factor.imag / factor.real, 0.02, rtol=error)
    np.testing.assert_allclose(material.factor(10.0).real, 1.0)
    np.testing.assert_allclose(factor.real, 1.0, atol=0.05)


def test_moments_know_internal_coordinates():
    """They weigh nothing on the body: its moments are those without them, and zeros."""
    plain, found = moments(MODES), moments(MODES, damping=Viscoelastic(TERMS))
    assert found.modal_mass.shape == (12, 12)
    np.testing.assert_array_equal(found.inertia2[:4, :4], plain.inertia2)
    np.testing.assert_array_equal(found.turn[:4, :4], plain.turn)
    for values, one in ((found.inertia2, found.inertia1), (found.turn, found.first1.T)):
        assert not values[4:].any() and not values[:, 4:].any() and not one[4:].any()
    assert found.first2.shape == (3, 12, 12) and found.arm.shape == (3, 12)
    tip = node_motion(MODES, "tip", internal=8)
    assert tip.shapes.shape == (3, 12) and tip.second.shape == (3, 12, 12)


@pytest.mark.parametrize(
    ("damping", "message"),
    [
        (lambda: ModalDamping([0.1, 1.2, 0.1, 0.1]), r"damping\.1: damping is 1.2 of critical"),
        (lambda: ModalDamping(-0.1), "not negative"),
        (lambda: ModalDamping([0.1, 0.1]), r"shape \(2,\) for 4 modes"),
        (lambda: RayleighDamping(0, 0.1), "of critical"),
        (lambda: RayleighDamping.through((3, 0.1), (2, 0.1)), "positive and ascending"),
        (lambda: MatrixDamping(-np.eye(4)), "feeds energy"),
        (lambda: MatrixDamping(np.eye(3)), r"shape \(3, 3\) for 4 modes"),
        (lambda: Viscoelastic([GHMTerm(0.1, -3.0)]), "are positive"),
        (lambda: StructuralDamping(2.0, (1, 2)), "a loss factor of 2"),
        (lambda: StructuralDamping(0.1, (3, 2)), r"a band of \(3, 2\) Hz"),
    ],
)
def test_bad_input(damping, message):
    with pytest.raises(ModelError, match=message):
        moments(MODES, damping=damping())

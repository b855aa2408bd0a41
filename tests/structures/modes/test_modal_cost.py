"""Modal costs against the H2 norm found in other ways; what truncation by cost is worth."""

from itertools import pairwise

import numpy as np
import pytest
from scipy import integrate, linalg

from slender import slender
from treetop.errors import ModelError
from treetop.structures.modes.damping import GHMTerm, ModalDamping, Viscoelastic
from treetop.structures.modes.modal_cost import accelerated, displaced, modal_costs
from treetop.structures.modes.modes import normal_modes
from treetop.structures.modes.selection import mode_selection

pytestmark = pytest.mark.compiled  # no kernels: once is enough

MODES = normal_modes(slender(8, bending_z=2.3), "root", count=8)
DAMPING = ModalDamping(0.02)


def response(matrices, B, C, s):
    M, D, K = matrices
    B, C = np.pad(B, ((0, len(M) - len(B)), (0, 0))), np.pad(C, ((0, 0), (0, len(M) - C.shape[1])))
    return C @ np.linalg.solve(s**2 * M + s * D + K, B)


def mean_square(matrices, B, C):
    """The square of the H2 norm by integration over all frequencies."""

    def density(x):  # rates from 0 to infinity, spread over (0, 1)
        w = 20 * x / (1 - x)
        return np.sum(np.abs(response(matrices, B, C, 1j * w)) ** 2) * 20 / (1 - x) ** 2

    peaks = np.sqrt(np.maximum(matrices.stiffness.diagonal()[:6], 0))
    places = np.sort(peaks / (20 + peaks))
    edges = np.unique(np.concatenate([[0.0], places, (1 + 1e-3) * places, [1 - 1e-9]]))
    parts = [integrate.quad(density, *ends, limit=200, epsrel=1e-9)[0] for ends in pairwise(edges)]
    return sum(parts) / np.pi


def test_one_mode_has_the_cost_of_the_books():
    """b² c² / 4 ζ ω³ for a displacement, b² c² / 4 ζ ω for a rate."""
    mode = MODES.chosen([1])
    w = mode.angular_frequencies[0]
    found = modal_costs(mode, DAMPING, [[3.0]], [[2.0], [0.0]], [[0.0], [2.0]])
    np.testing.assert_allclose(found.of_modes[0], [36 / (0.08 * w**3), 36 / (0.08 * w)], rtol=1e-10)


@pytest.mark.parametrize(
    "damping",
    [DAMPING, Viscoelastic([GHMTerm(0.2, 30.0, 1.2)])],
    ids=["modal", "viscoelastic"],
)
def test_costs_add_up_to_the_norm(damping):
    modes = MODES.chosen(range(3))
    B, C = displaced(modes, {"tip": "y z"}).T, displaced(modes, {"middle": "y", "tip": "z"})
    found = modal_costs(modes, damping, B, C)
    np.testing.assert_allclose(found.of_modes.sum(axis=0), found.totals, rtol=1e-9)
    for k in range(2):
        norm = mean_square(damping.matrices(modes), B, C[k : k + 1])
        np.testing.assert_allclose(found.totals[k], norm, rtol=1e-6)


def test_the_norm_from_what_is_observed():
    """tr(Bᵀ P B) with P of the adjoint equation; inputs are accelerations, outputs rates too."""
    B, C = accelerated(MODES), displaced(MODES, "tip")[:3]
    found = modal_costs(MODES, DAMPING, B, C, 0.1 * C, ["x", "y", "z"])
    M, D, K = DAMPING.matrices(MODES)
    A = np.block([[np.zeros_like(M), np.eye(8)], [-K, -D]])
    seen = np.hstack([C, 0.1 * C])
    observed = linalg.solve_continuous_lyapunov(A.T, -seen.T @ seen)
    np.testing.assert_allclose(found.totals.sum(), np.trace(B.T @ observed[8:, 8:] @ B), rtol=1e-6)


def test_truncation_by_cost_beats_truncation_by_frequency():
    """Modes along y do not show along z: of the same number, the dearest leave less out."""
    B, C = displaced(MODES, {"tip": "z"}).T, displaced(MODES, {"tip": "z"})
    costs = modal_costs(MODES, DAMPING, B, rates=C)
    dear = costs.ranking()[:3]

    def error(kept):
        """H2 norm of what is left out, by integration."""
        left = MODES.chosen(np.setdiff1d(np.arange(8), kept))
        return mean_square(
            DAMPING.matrices(left), displaced(left, {"tip": "z"}).T, displaced(left, {"tip": "z"})
        )

    assert error(dear) < 0.5 * error(np.arange(3))
    mask = costs.dominant(0.999)
    assert 3 <= mask.sum() < 8 and costs.shares[~mask].sum() < 1e-3


def test_each_output_keeps_its_own_modes():
    """The tip's y hardly moves, and yet its dearest modes are kept."""
    B = displaced(MODES, {"tip": "y z"}).T * [1e-3, 1.0]
    costs = modal_costs(MODES, DAMPING, B, displaced(MODES, {"tip": "y z"}), outputs=["y", "z"])
    mask = costs.dominant(0.9)
    assert mask[costs.ranking("y")[0]] and mask[costs.ranking("z")[0]]
    assert costs.ranking("y")[0] != costs.ranking("z")[0]


def test_the_table_says_what_is_kept_and_why():
    costs = modal_costs(
        MODES,
        DAMPING,
        accelerated(MODES)[:, 2:3],
        displaced(MODES, {"tip": "z"}),
        outputs=["tip z"],
    )
    found = mode_selection(MODES, highest=25, least_mass=0.3, costs=costs, cost_share=0.95)
    text = str(found).splitlines()
    assert "% rz" in text[0] and "% cost" in text[0] and len(text) == 12
    assert "of the inertia about" in text[1] and "of the cost of tip z" in text[1]
    assert list(found.kept) == [" yes  " in line for line in text[1:9]]
    assert any("above 25 Hz" in line for line in text)
    assert any("moves and shows too little" in line for line in text)
    assert len(found.chosen) == found.kept.sum() < 8
    everything = mode_selection(MODES)
    assert everything.kept.all() and set(everything.reasons) == {"in the band"}


def test_bad_input():
    B, C = displaced(MODES, "tip").T, displaced(MODES, "tip")
    with pytest.raises(ModelError, match="not damped"):
        modal_costs(MODES, ModalDamping([0] + [0.1] * 7), B, C)
    with pytest.raises(ModelError, match=r"inputs of shape \(6, 8\) for 8 modes"):
        modal_costs(MODES, DAMPING, B.T, C)
    with pytest.raises(ModelError, match="nothing is seen"):
        modal_costs(MODES, DAMPING, B)
    with pytest.raises(ModelError, match="6 rows of displacements and 2 of rates"):
        modal_costs(MODES, DAMPING, B, C, C[:2])
    with pytest.raises(ModelError, match="costs that are not given"):
        mode_selection(MODES, cost_share=0.9)
    with pytest.raises(ModelError, match="no direction is named 'up'"):
        displaced(MODES, {"tip": "up"})
    with pytest.raises(ModelError, match="2 names of 6 outputs"):
        modal_costs(MODES, DAMPING, B, C, outputs=["a", "b"])
    with pytest.raises(ModelError, match=r"no output is named 'a'.*output 0"):
        modal_costs(MODES, DAMPING, B, C).ranking("a")
    with pytest.raises(ModelError, match="a share of 2"):
        modal_costs(MODES, DAMPING, B, C).dominant(2)

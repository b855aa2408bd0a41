"""The mass matrix, by composite bodies and in every other way."""

import numpy as np

from agreeing import close


def test_recursion_is_dense(tree):
    """``Σ Jᵀ I J`` over the bodies, with their partial velocities J."""
    close(tree.system.mass_matrix(tree.state), tree.naive.mass_matrix(tree.q), 1e-12)


def test_recursion_is_naive(tree):
    """Columns are the efforts that unit rates need beyond the bias."""
    M, bias = tree.system.mass_matrix(tree.state), tree.system.bias(tree.state)
    columns = [tree.system.inverse_dynamics(tree.state, e) - bias for e in np.eye(len(M))]
    close(M, np.transpose(columns), 1e-12)


def test_half_u_M_u_is_the_kinetic_energy(tree):
    M, energy = tree.system.mass_matrix(tree.state), tree.system.evaluate(tree.state).kinetic_energy
    close(tree.u @ M @ tree.u / 2, energy, 1e-12)


def test_symmetric_and_positive_definite(tree):
    M = tree.system.mass_matrix(tree.state)
    assert np.array_equal(M, M.T)
    np.linalg.cholesky(M)

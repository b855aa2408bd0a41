"""Cholesky's factors in an envelope, with rows that depend on others."""

import numpy as np
import pytest

from treetop.core.linear_algebra.skyline_cholesky import (
    INDEPENDENT,
    REDUNDANT,
    ZERO,
    factored,
    least_left,
    solve,
)


def rows(seed: int, groups: int, of: int = 3, wide: int = 4) -> tuple[np.ndarray, np.ndarray]:
    """Groups of rows, each with unknowns of its own and some of the next one's."""
    rng = np.random.default_rng(seed)
    E = np.zeros((groups * of, (groups + 1) * wide))
    for g in range(groups):
        E[g * of : (g + 1) * of, g * wide : (g + 2) * wide] = rng.normal(size=(of, 2 * wide))
    return E, of * np.arange(groups + 1)


def envelope(E: np.ndarray) -> np.ndarray:
    """For each row the first one with an unknown in common, or itself."""
    shared = (E != 0) @ (E != 0).T | np.eye(len(E), dtype=bool)
    return shared.argmax(axis=1)


def factor(E, group_at, state=None):
    H, size = E @ E.T, np.sum(E**2, axis=1) + 1e-3
    decide, state = state is None, np.zeros(len(E), dtype=np.int64) if state is None else state
    low = envelope(E)
    held = factored(H, low, size, group_at, state, np.zeros((6, 6)), decide)
    assert held == np.sum(state == INDEPENDENT)
    return H, low, state


@pytest.mark.parametrize("seed", range(5))
def test_independent_rows_are_all_held_and_solved(seed):
    E, group_at = rows(seed, groups=5)
    L, low, state = factor(E, group_at)
    assert (state == INDEPENDENT).all()
    b = np.random.default_rng(seed).normal(size=len(E))
    x = b.copy()
    solve(L, low, state, x)
    assert np.abs(E @ (E.T @ x) - b).max() < 1e-10


@pytest.mark.parametrize("seed", range(5))
def test_dependent_rows_are_left_out_and_the_others_solved(seed):
    E, group_at = rows(seed, groups=4)
    E[4], E[8] = E[3], 0.0
    E[11] = 2.0 * E[9] - E[10]
    L, low, state = factor(E, group_at)
    assert np.sum(state == INDEPENDENT) == np.linalg.matrix_rank(E)
    assert state[8] == ZERO
    assert sorted(state[[3, 4]]) == [REDUNDANT, INDEPENDENT]
    b = E @ np.random.default_rng(seed).normal(size=E.shape[1])
    x = b.copy()
    solve(L, low, state, x)
    assert np.abs(E @ (E.T @ x) - b).max() < 1e-9


def test_the_least_part_left_is_that_of_the_row_nearest_to_the_others():
    E = np.array([[1.0, 0.0, 0.0], [1.0, 1e-3, 0.0], [0.0, 0.0, 2.0]])
    L, _, state = factor(E, np.arange(4))
    size = np.sum(E**2, axis=1)
    assert least_left(L, size, state) == pytest.approx(1e-6, rel=1e-5)


def test_of_a_group_the_rows_of_which_most_is_left_are_held():
    """The first two rows are nearly one; the third is not."""
    E = np.array([[1.0, 0.0, 0.0], [1.0, 1e-5, 0.0], [0.0, 1.0, 0.0]])
    _, _, state = factor(E, np.array([0, 3]))
    assert state[2] == INDEPENDENT
    assert np.sum(state == INDEPENDENT) == 2


def test_what_is_held_stays_held():
    E, group_at = rows(1, groups=3)
    _, _, state = factor(E, group_at)
    state[4] = REDUNDANT
    kept = state.copy()
    L, low, state = factor(E, group_at, state)
    assert (state == kept).all()
    x = np.ones(len(E))
    solve(L, low, state, x)
    taken = state == INDEPENDENT
    assert np.abs((E[taken] @ E[taken].T) @ x[taken] - 1.0).max() < 1e-10
    assert x[4] == 0.0

"""Loads that depend on the friction that depends on them."""

import numpy as np
import pytest

from treetop.core.forces.normal_forces import (
    FOUND,
    NO_SOLUTION,
    TWO_SOLUTIONS,
    UNDECIDED,
    loads_workspace,
    single_load,
    solve_loads,
)
from treetop.core.spatial import Vec3


def solved(a, C):
    """Outcome, loads, and by how much they miss the equation."""
    room = loads_workspace(len(a))
    room.a[:], room.C[:] = a, C
    outcome = solve_loads(room)
    reactions = room.a + np.einsum("ijk,j->ik", room.C, room.N)
    return outcome, room.N, np.abs(room.N - np.linalg.norm(reactions, axis=1)).max()


@pytest.mark.parametrize("m", [1, 2, 5])
def test_weak_coupling_has_one_solution(m, rng):
    for _ in range(50):
        a, C = rng.normal(size=(m, 3)), rng.normal(size=(m, m, 3))
        sizes = np.linalg.norm(C, axis=2)
        C *= 0.95 / np.abs(np.linalg.eigvals(sizes)).max()
        outcome, N, missed = solved(a, C)
        assert outcome == FOUND and N.min() > 0
        assert missed < 1e-12 * N.max()


def test_of_strong_coupling_only_a_single_load_can_be_told(rng):
    """One that is given to be missing, or double, is so: every load is tried."""
    N = np.linspace(0, 1000, 100_001)
    for _ in range(50):
        a, C = rng.normal(size=(2, 3))
        C *= rng.uniform(1.1, 3) / np.linalg.norm(C)
        _, outcome = single_load(Vec3(*a), Vec3(*C))
        missed = N - np.linalg.norm(a + np.outer(N, C), axis=1)
        crossings = int(np.sum(np.diff(np.sign(missed)) != 0))
        assert outcome == (NO_SOLUTION if crossings == 0 else TWO_SOLUTIONS)
    C = np.zeros((2, 2, 3))
    C[0, 0, 0], C[1, 1, 1] = 1.01, 0.1
    assert solved(np.ones((2, 3)), C)[0] == UNDECIDED


def test_nothing_presses():
    assert solved(np.zeros((1, 3)), np.full((1, 1, 3), 2.0))[:2] == (FOUND, [0.0])
    outcome, N, _ = solved(np.zeros((2, 3)), np.full((2, 2, 3), 0.1))
    assert outcome == FOUND and N.tolist() == [0.0, 0.0]

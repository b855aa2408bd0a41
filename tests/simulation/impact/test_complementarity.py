"""Pushes of one instant: known solutions, conditions, and order, which does not count."""

import numpy as np
import pytest

from treetop.errors import TreetopError
from treetop.simulation.impact.complementarity import Rows, pushes_at_once


def found(C, v, e=0.0, seizes=None, points=()):
    C, n = np.asarray(C, dtype=float), len(v)
    W = C @ C.T
    seizes = np.zeros(n, dtype=bool) if seizes is None else np.asarray(seizes)
    e = np.broadcast_to(np.asarray(e, dtype=float), n).copy()
    p, part = pushes_at_once(Rows(C, np.asarray(v, dtype=float), e, seizes, list(points)))
    return p, np.asarray(v) + W @ p, part


CRADLE = np.array([[-1.0, 1.0, 0.0], [0.0, -1.0, 1.0]])  # two gaps between three balls of 1 kg


def test_a_ball_between_two_that_come_from_both_sides():
    """It stays; each gets its own speed back."""
    p, v, _ = found(CRADLE, [-1.0, -1.0], 1.0)
    assert p == pytest.approx([2.0, 2.0]) and v == pytest.approx([1.0, 1.0])


def test_a_gap_that_only_touches_takes_part_if_it_is_one_of_them():
    """Moreau's answer for three balls in touch: -1/3, 2/3, 2/3."""
    p, v, _ = found(CRADLE, [-1.0, 0.0], 1.0)
    assert p == pytest.approx([4 / 3, 2 / 3]) and v == pytest.approx([1.0, 0.0])


def random_rows(rng, n, rank):
    A = rng.normal(size=(n, rank))
    return A, -rng.uniform(0.1, 1.0, n)


@pytest.mark.parametrize("seed", range(30))
def test_conditions_energy_and_order(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 7))
    C, v = random_rows(rng, n, n + int(rng.integers(0, 3)))
    e, seizes = rng.uniform(0, 1, n), rng.random(n) < 0.2
    p, after, part = found(C, v, e, seizes)
    scale = np.abs(v).max()
    slack = after + part * np.where(seizes, 0.0, e) * v
    assert (p[~seizes] >= 0.0).all() and (slack[~seizes] > -1e-9 * scale).all()
    assert np.abs(p * slack)[~seizes].max(initial=0) < 1e-9 * scale * np.abs(p).max()
    assert np.abs(after[seizes]).max(initial=0.0) < 1e-9 * scale
    assert p @ (v + after) <= 1e-11 * scale * np.abs(p).max()
    order = rng.permutation(n)
    again, _, _ = found(C[order], v[order], e[order], seizes[order])
    assert again == pytest.approx(p[order], rel=1e-9, abs=1e-10 * np.abs(p).max())


def test_pushes_that_are_not_unique_are_shared_evenly():
    """A table of four legs that falls flat: each takes a quarter."""
    legs = np.array([[1, x, y] for x in (-1, 1) for y in (-1, 1)], dtype=float)
    p, v, _ = found(legs, [-1.0] * 4, 0.5)
    assert p == pytest.approx([1.5 / 4] * 4, rel=1e-9) and v == pytest.approx([0.5] * 4)


def test_dependent_rows_with_other_restitutions():
    """Two stops of one speed: the livelier one sends it back."""
    p, v, _ = found(np.ones((2, 1)), [-1.0, -1.0], [0.5, 0.0])
    assert p == pytest.approx([1.5, 0.0], abs=1e-12) and v == pytest.approx([0.5, 0.5])


def test_what_nothing_can_change():
    with pytest.raises(TreetopError, match="run into its stop"):
        found(np.diag([1.0, 0.0]), [-1.0, -1.0])


def test_energy_is_not_gained_by_what_seizes_beside_a_rebound():
    C, v = np.linalg.cholesky([[1.0, -0.9], [-0.9, 1.0]]), [-1.0, 0.3]
    p, after, part = found(C, v, [1.0, 0.0], [False, True])
    assert p @ (np.array(v) + after) <= 1e-12
    assert 0.0 <= part < 1.0 and after[1] == pytest.approx(0.0, abs=1e-9)


def test_friction_of_two_points_at_once():
    """A bar that slides on two ends and falls flat: each end brakes by μ times its own push."""
    mu, C = 0.1, np.zeros((6, 4))
    C[[0, 3], 0] = C[[1, 4], 1] = C[2, 2] = C[5, 3] = 1.0  # both move along together
    v = [3.0, 0.0, -1.0, 3.0, 0.0, -1.0]
    p, after, _ = found(C, v, [0, 0, 0.5, 0, 0, 0.5], points=[(0, mu), (3, mu)])
    assert p == pytest.approx([-0.15, 0, 1.5, -0.15, 0, 1.5], abs=1e-12)
    assert after == pytest.approx([2.7, 0, 0.5, 2.7, 0, 0.5], abs=1e-12)

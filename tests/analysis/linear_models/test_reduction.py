"""Fewer states, nearly the same response."""

import numpy as np
import pytest

import treetop as tt
from treetop import LinearModel
from treetop.analysis.linear_models.sampling import zero_order_hold


def modes(frequencies, gains, damping=0.01, rigid=True):
    """Modes side by side, each with its gain; and a rigid one."""
    blocks = [np.array([[0, 1], [-(w**2), -2 * damping * w]]) for w in frequencies]
    if rigid:
        blocks.insert(0, np.array([[0.0, 1.0], [0.0, 0.0]]))
        gains = [1.0, *gains]
    n = 2 * len(blocks)
    A, B, C = np.zeros((n, n)), np.zeros((n, 1)), np.zeros((1, n))
    for k, (block, gain) in enumerate(zip(blocks, gains, strict=True)):
        A[2 * k : 2 * k + 2, 2 * k : 2 * k + 2] = block
        B[2 * k + 1], C[0, 2 * k] = gain, 1.0
    T = np.linalg.qr(np.random.default_rng(1).normal(size=(n, n)))[0]
    return LinearModel(T.T @ A @ T, T.T @ B, C @ T, [[0]])


@pytest.mark.parametrize("by", ["balanced", "modal"])
def test_modes_of_little_gain_are_left_out(by):
    whole = modes([1.0, 3.0, 10.0, 30.0], [1.0, 1e-5, 2.0, 1e-4])
    small = whole.reduced(6, by)
    assert len(small.states) == 6
    w = np.geomspace(0.05, 20, 300)
    assert small.response(w).values == pytest.approx(whole.response(w).values, rel=1e-2, abs=1e-4)
    kept = np.sort(small.poles.imag[small.poles.imag > 0.5])
    assert kept == pytest.approx([1.0, 10.0], rel=1e-3)


@pytest.mark.parametrize("by", ["balanced", "modal"])
def test_all_states_are_the_same_model(by):
    whole = modes([1.0, 3.0], [1.0, 0.5])
    w = np.geomspace(0.1, 10, 50)
    found = whole.reduced(6, by).response(w).values
    assert found == pytest.approx(whole.response(w).values, rel=1e-6)


def test_the_error_is_within_twice_the_values_left_out():
    """The bound of balanced truncation; Enns (1984), Glover (1984)."""
    whole = modes([1.0, 2.0, 3.0], [1.0, 0.3, 0.1], damping=0.2, rigid=False)
    w = np.geomspace(1e-3, 100, 500)
    off = np.abs(whole.reduced(4).response(w).values - whole.response(w).values).max()
    assert off < 0.05


def test_undamped_modes_stay():
    whole = modes([1.0, 3.0], [1.0, 0.5], damping=0.0)
    with pytest.raises(tt.TreetopError, match="2 states: there are 6, and 6 are of motions"):
        whole.reduced(2)
    assert len(whole.reduced(4, "modal").states) == 4
    with pytest.raises(tt.ModelError, match="unknown method 'modl'"):
        whole.reduced(2, "modl")


def test_what_inputs_do_not_reach_is_no_part_of_the_least_model():
    A = np.diag([-1.0, -2.0, -3.0])
    least = LinearModel(A, [[1], [0], [1]], [[1, 1, 0]], [[0]]).minimal()
    assert least.poles == pytest.approx([-1.0])


def floating_arm(seed, joints=7, period=0.02):
    """A free-floating arm at sample times: all servos but the first closed, and that one open."""
    rng, n = np.random.default_rng(seed), joints + 6
    X = rng.uniform(-1, 1, (n, n))
    M = X @ X.T + np.diag(10.0 ** rng.uniform(0, 3, n))
    W = np.linalg.inv(M)[:, 6:]  # accelerations by torques of joints; momenta stay
    A = np.block([[np.zeros((n, n)), np.eye(n)], [np.zeros((n, 2 * n))]])
    A, B = zero_order_hold(A, np.vstack([np.zeros((n, joints)), W]), period)
    inertia = np.diag(1 / np.diag(W[6:]))
    none = np.zeros((joints, 6))
    F = -np.hstack([none, 0.5 * inertia, none, inertia])
    return LinearModel(A + B[:, 1:] @ F[1:], B[:, :1], F[:1], [[0.0]], period=period)


@pytest.mark.parametrize("seed", range(8))
def test_what_floats_free_is_neither_reached_nor_seen(seed):
    """Rounding must not let momenta and places of the base in: their poles are 1."""
    small = floating_arm(seed).minimal()
    assert len(small.states) == 14
    assert np.abs(np.linalg.eigvals(small.A + small.B @ small.C)).max() < 0.999

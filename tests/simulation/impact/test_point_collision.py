"""The impact of one contact point, against many tiny steps and Routh's closed forms."""

import numpy as np
import pytest

from treetop.errors import TreetopError
from treetop.simulation.impact.point_collision import point_impact


def stepped(W, v, e, mu, steps):
    """Explicit steps of the normal impulse, friction opposing the slip of each."""
    v, p, end, size = v.copy(), np.zeros(3), np.inf, np.linalg.norm(v) / W[2, 2] / steps
    while p[2] < end:
        slip = np.linalg.norm(v[:2])
        most = -np.linalg.solve(W[:2, :2], v[:2] / size + W[:2, 2])  # what would end it in one step
        held = np.linalg.norm(most) <= mu
        friction = most if held else -mu * v[:2] / slip
        dp = size * np.append(friction, 1.0)
        if v[2] < 0.0 <= (v + W @ dp)[2]:
            end = (1 + e) * (p[2] + size * v[2] / (v[2] - (v + W @ dp)[2]))
        p, v = p + dp, v + W @ dp
    return p, v


def inverse_inertia(rng):
    A = rng.normal(size=(3, 3))
    return A @ A.T + 0.2 * np.eye(3)


@pytest.mark.parametrize("seed", range(6))
def test_a_blow_is_the_limit_of_tiny_steps(seed):
    """Slip that turns, ends, sticks or starts again, in three dimensions."""
    rng = np.random.default_rng(seed)
    W, v, mu = inverse_inertia(rng), rng.normal(size=3), rng.uniform(0.05, 1.0)
    v[2] = -abs(v[2])
    found = point_impact(W, v, 0.6, mu)
    p, after = stepped(W, v, 0.6, mu, 4000)
    assert found.impulse == pytest.approx(p, abs=3e-3 * np.linalg.norm(p))
    assert found.velocity == pytest.approx(after, abs=3e-3 * np.linalg.norm(v))


def in_plane(tangential, coupled, normal):
    return np.array([[tangential, 0.0, coupled], [0.0, 1.0, 0.0], [coupled, 0.0, normal]])


def test_slip_in_a_plane_that_turns_back_is_that_of_routh():
    W, mu, e = in_plane(2.0, -1.0, 1.5), 0.3, 0.5
    stopped = 0.2 / (1.0 + mu * 2.0)
    compressed = stopped + (1.0 - (1.5 + mu) * stopped) / (1.5 - mu)
    p = (1 + e) * compressed
    found = point_impact(W, np.array([0.2, 0.0, -1.0]), e, mu)
    assert found.impulse == pytest.approx([mu * (p - 2 * stopped), 0.0, p], rel=1e-13)
    assert not found.sticks


def test_slip_that_ends_and_holds_is_that_of_routh():
    W, mu, e = in_plane(2.0, -1.0, 1.5), 0.8, 0.5
    stopped = 0.2 / (1.0 + mu * 2.0)
    compressed = stopped + (1.0 - (1.5 + mu) * stopped) / (1.5 - 0.5)
    p = (1 + e) * compressed
    found = point_impact(W, np.array([0.2, 0.0, -1.0]), e, mu)
    assert found.impulse == pytest.approx([0.5 * (p - stopped) - mu * stopped, 0.0, p], rel=1e-13)
    assert found.velocity[:2] == pytest.approx([0.0, 0.0], abs=1e-15)
    assert found.sticks


def test_bodies_that_slide_without_approaching_may_jam():
    """Painlevé: where normal velocity falls with the impulse, nothing and an impact are
    possible."""
    W, v = in_plane(2.0, 1.0, 0.8), np.array([0.5, 0.0, 0.0])
    assert point_impact(W, v, 0.0, 0.5).note == ""
    on = point_impact(W, v, 0.0, 1.5)
    assert "Painlevé" in on.note
    assert not on.impulse.any()
    jammed = point_impact(W, v, 0.0, 1.5, jam=True)
    stopped = 0.5 / (1.5 * 2.0 - 1.0)  # then it sticks, and velocity along the normal comes back
    p = stopped + (1.5 * 1.0 - 0.8) * stopped / (0.8 - 0.5)
    assert jammed.impulse == pytest.approx([-1.5 * stopped - 0.5 * (p - stopped), 0.0, p])
    assert jammed.velocity == pytest.approx([0, 0, 0], abs=1e-15)


def test_a_point_that_nothing_lets_give_way():
    W = np.diag([1.0, 1.0, 0.0])
    with pytest.raises(TreetopError, match="let none of them give way"):
        point_impact(W, np.array([0.0, 0.0, -1.0]), 0.5, 0.1)
    assert not point_impact(W, np.array([0.0, 0.0, 1.0]), 0.5, 0.1).impulse.any()


def test_directions_in_which_nothing_moves_take_no_part():
    """A mechanism in a plane has no velocity across it, and friction finds none there."""
    W = np.array([[2.0, 0.0, -1.0], [0.0, 0.0, 0.0], [-1.0, 0.0, 1.5]])
    found = point_impact(W, np.array([0.0, 0.0, -1.0]), 0.5, 0.3)
    p = 1.5 / (1.5 - 0.3)
    assert found.impulse == pytest.approx([0.3 * p, 0.0, p], rel=1e-13)

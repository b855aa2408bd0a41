"""Rows of constraints: rates and biases are those of their errors, along any motion."""

import numpy as np
import pytest

from interpreted import interpreted_for
from random_constraints import KINDS, NONHOLONOMIC, constrained_tree
from treetop.system.state import State

H = 1e-4  # of the central differences
JOINTS = ("revolute", "universal", "cylindrical", "planar", "prismatic", "screw")


class Path:
    """A tree in joint coordinates that moves with constant speeds, constraints looked at."""

    def __init__(self, seed: int, kind: str) -> None:
        model, motion = constrained_tree(seed, (kind,), grounded=True)
        self.system = model.build("kane")  # which has rows for all kinds
        self.state = self.system.state(**motion)
        self.first = int(self.system.tables.constraints.joint_at[-1])

    def at(self, t: float):
        """Rows and velocities of all bodies at a time."""
        y, nq = self.state.vector.copy(), len(self.system.coordinate_labels)
        y[:nq] += t * y[nq : 2 * nq]
        now = self.system.at(State(self.system, t, y))
        return now.rows, now.work.V

    def felt(self, rows, V) -> np.ndarray:
        """The rows times motions of all bodies."""
        c, total = self.system.tables.constraints, np.zeros(rows.error.size)
        for k in range(total.size):
            for p in range(c.pair_at[k], c.pair_at[k + 1]):
                a, b = c.bodies[p]
                total[k] += rows.on_a[p] @ V[a] + rows.on_b[p] @ V[b]
        return total[self.first :]


def rate_of(values):
    """By central differences of order 6, values at -3 to 3 steps."""
    weights = np.array([-1, 9, -45, 0, 45, -9, 1]) / 60
    return np.tensordot(weights, np.array(values), 1) / H


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", interpreted_for([1, 3, 5], [1]))
def test_rate_and_bias_are_those_of_the_error(seed, kind):
    path = Path(seed, kind)
    seen = [path.at(k * H) for k in range(-3, 4)]
    rows, V = seen[3]
    new = slice(path.first, None)
    errors, rates = ([getattr(r, name)[new] for r, _ in seen] for name in ("error", "rate"))
    A = rate_of([V for _, V in seen])
    size = 1.0 + np.abs(rows.rate[new]).max()
    if kind not in NONHOLONOMIC:
        assert rate_of(errors) == pytest.approx(rows.rate[new], abs=1e-9 * size)
    assert path.felt(rows, V) - rows.drive[new] == pytest.approx(rows.rate[new], abs=1e-13 * size)
    second = path.felt(rows, A) + rows.bias[new]
    assert rate_of(rates) == pytest.approx(second, abs=1e-8 * (1.0 + np.abs(second).max()))


@pytest.mark.parametrize("kind", ["rolling-ball", "rolling-disc", "rolling-balls"])
def test_along_the_normal_a_rolling_contact_has_the_rate_of_the_gap(kind):
    """The gap is zero at the start, so its gradient is the normal: row errors are gap × normal."""
    path = Path(1, kind)
    seen = [path.at(k * H) for k in range(-3, 4)]
    new = slice(path.first, None)
    error_rate, slip = rate_of([r.error[new] for r, _ in seen]), seen[3][0].rate[new]
    normal = error_rate / np.linalg.norm(error_rate)
    assert normal @ slip == pytest.approx(np.linalg.norm(error_rate), rel=1e-9)

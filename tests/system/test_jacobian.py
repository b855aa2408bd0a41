"""Exact Jacobians against differences, other formulations, Pinocchio and closed forms."""

import numpy as np
import pytest

import treetop as tt
from support.random_trees import JOINTS, random_motion, random_tree
from treetop.errors import ModelError, TreetopError


def differences(system, state, places, step=1e-4):
    """The derivatives of the rate by numbers of the state vector, in rows: central, of fourth
    order."""
    rows = []
    for k in places:
        rates = []
        for far in (2, 1, -1, -2):
            y = state.vector.copy()
            y[k] += far * step
            rates.append(system.rate(tt.State(system, state.time, y)))
        rows.append((-rates[0] + 8 * rates[1] - 8 * rates[2] + rates[3]) / (12 * step))
    return np.array(rows)


def agrees(system, state, tolerance=1e-7):
    """The exact Jacobian against differences, each row by its size."""
    J = system.jacobian(state)
    assert J.method == "exact"
    places = [*range(J.sizes["to"] - len(system.assembly.states))]
    places += range(system.internal.start, system.internal.stop)
    D = differences(system, state, places).T[places]
    scale = np.abs(D).max(axis=1, keepdims=True) + np.abs(D).max() * 1e-3
    np.testing.assert_allclose(J.values / scale, D / scale, rtol=0, atol=tolerance)


@pytest.mark.parametrize("kind", JOINTS)
def test_every_joint_against_differences(kind):
    model = random_tree(seed=len(kind), bodies=3, kinds=(kind, "revolute"))
    system = model.build()
    agrees(system, system.state(**random_motion(model, seed=3)))


@pytest.mark.parametrize("seed", range(4))
def test_random_trees_against_differences(seed):
    model = random_tree(seed=seed, bodies=6)
    system = model.build()
    agrees(system, system.state(**random_motion(model, seed=seed)))

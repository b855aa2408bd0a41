"""Which parts of reactions are unique: told by forces that strain a loop and move nothing."""

import numpy as np
import pytest

from random_loops import random_mechanism
from treetop.analysis.uniqueness import unique_parts

pytestmark = pytest.mark.compiled  # whole runs, which say no more of kernels interpreted


def parts(system, state):
    now = system.evaluate(state)
    place = np.array([body.position for body in now.body.values()])
    attitude = np.array([body.attitude for body in now.body.values()])
    return unique_parts(system, state, place, attitude)


@pytest.mark.parametrize("formulation", ["newton-euler", "udwadia", "kane-absolute"])
def test_in_a_plane_mechanism_forces_in_the_plane_are_unique(four_bar, formulation):
    """Across it the joints can push as they like; about its normal a hinge has no torque."""
    system = four_bar.build(formulation)
    found = parts(system, system.start())
    assert found.indeterminate().all()
    for joint in range(4):
        assert found.force[joint] == pytest.approx(np.diag([1, 1, 0]), abs=1e-9)
        assert found.torque[joint] == pytest.approx(np.diag([0, 0, 1]), abs=1e-9)


def test_in_a_tree_all_is_unique(four_bar):
    del four_bar.joints["close"]
    system = four_bar.build("newton-euler")
    found = parts(system, system.start())
    assert not found.indeterminate().any()


@pytest.mark.parametrize("seed", [1, 7, 13])
def test_what_is_not_unique_differs_between_formulations(seed):
    """Parts taken away are those, and only those, in which multipliers can be chosen."""
    model, motion = random_mechanism(seed)
    seen = []
    for formulation in ("newton-euler", "udwadia"):
        system = model.build(formulation)
        state = system.settled(system.state(**motion))
        now, unique = system.evaluate(state), parts(system, state)
        force = np.array([load.reaction_force for load in now.joint.values()])
        torque = np.array([load.reaction_torque for load in now.joint.values()])
        seen.append((force, torque, unique))
    (f, t, P), (g, s, _) = seen
    size = np.abs(f).max()
    apart = np.abs(np.hstack([f - g, t - s])).max(axis=1) > 1e-6 * size
    assert apart.any()
    assert not (apart & ~P.indeterminate()).any()
    assert np.abs(np.einsum("jxy,jy->jx", P.force, f - g)).max() < 1e-9 * size
    assert np.abs(np.einsum("jxy,jy->jx", P.torque, t - s)).max() < 1e-9 * size

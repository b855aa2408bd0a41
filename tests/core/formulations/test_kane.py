"""Kane's equations: the same motion as the recursion, found another way."""

import numpy as np
import pytest

import treetop as tt
from random_trees import random_motion, random_tree

SEEDS = range(12)


def built(seed: int, formulation: str) -> tuple[tt.System, tt.State]:
    model = random_tree(
        seed, bodies=3 + seed, roots=1 + seed % 3, grounded=bool(seed % 2), light=0.2 * (seed % 2)
    )
    system = model.build(formulation)
    return system, system.state(**random_motion(model, seed))


@pytest.mark.parametrize("seed", SEEDS)
def test_accelerations_equal_those_of_the_recursion(seed):
    one, other = (built(seed, name) for name in ("recursive", "kane"))
    expected, found = one[0].evaluate(one[1]), other[0].evaluate(other[1])
    for field in ("acceleration", "angular_acceleration"):
        a, b = (
            np.array([getattr(m, field) for m in now.body.values()]) for now in (expected, found)
        )
        assert np.abs(a - b).max() <= 1e-11 * np.abs(a).max()
    for field in ("reaction_force", "reaction_torque"):
        a, b = (
            np.array([getattr(j, field) for j in now.joint.values()]) for now in (expected, found)
        )
        assert np.abs(a - b).max() <= 1e-10 * np.abs(a).max()

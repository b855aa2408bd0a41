"""Mechanisms of any size, hung anywhere: the same motion, ranks and flags."""

import os

import numpy as np
import pytest

import treetop as tt
from agreeing import close
from random_constraints import FRAMES, constrained_tree
from random_loops import random_mechanism
from scaled import scaled, scaled_motion
from treetop.system.system import FORMULATIONS

SEEDS = range(int(os.environ.get("TREETOP_SEQUENCES", "4")))
SIZES = [1e-3, 1.0, 1e3, 1e6]
FAR = (3.84e6, -5.12e6, 0.0)


def mechanisms(seed):
    yield random_mechanism(seed, bodies=5, loops=1 + seed % 2)
    kinds = FRAMES[seed % len(FRAMES)], FRAMES[(2 * seed + 1) % len(FRAMES)]
    yield constrained_tree(seed, kinds)


def seen(model, motion, size, formulation):
    """Accelerations in terms of the size, degrees of freedom, and which reactions are unique."""
    system = model.build(formulation)
    state = system.settled(system.state(**motion))
    now, freedom = system.evaluate(state), system.counts(state).degrees_of_freedom
    A = [[*(b.acceleration / size), *b.angular_acceleration] for b in now.body.values()]
    flags = [[*np.ravel(j.force_unique), *np.ravel(j.torque_unique)] for j in now.joint.values()]
    return np.array(A), freedom, flags


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_neither_size_nor_place_matters(seed, formulation):
    for model, motion in mechanisms(seed):
        A, freedom, flags = seen(model, motion, 1.0, "recursive")
        for size, hung in [*((size, (0, 0, 0)) for size in SIZES), (1.0, FAR), (1e-3, FAR)]:
            twin, moved = scaled(model, size, hung), scaled_motion(model, motion, size)
            found = seen(twin, moved, size, formulation)
            close(found[0], A, 1e-9)
            assert found[1:] == (freedom, flags)


def test_half_a_turn_is_no_rotation():
    m = tt.Model("turned")
    body = m.add_body("body", mass=1, inertia=[1, 2, 3])
    m.add_joint("ball", tt.Spherical(), m.ground, body)
    m.add_constraint("still", tt.NoRotation(m.ground, body, [0, 0, 1]))
    system = m.build()
    for attitude in ([1, 0, 0, 0], [0.6, 0.8, 0, 0]):  # tilted, about another axis
        system.require_start(system.state(ball={"attitude": attitude}))
    for attitude in ([0, 0, 0, 1], [0.28, 0, 0, 0.96]):
        near = system.settled(system.state(ball={"attitude": attitude}))
        with pytest.raises(tt.ModelError, match="half a turn"):
            system.require_start(near)
        with pytest.raises(tt.ModelError, match="half a turn"):
            system.assembled(system.state(ball={"attitude": attitude}))

"""Forces that few models have: in every formulation, at joints of trees and of loops."""

import numpy as np
import pytest

import treetop as tt
from agreeing import close
from interpreted import interpreted_for
from joint_physics import add_joint_physics, physical_loop
from random_trees import random_motion, random_tree
from treetop.core.forces import optional
from treetop.core.interface import EXTRA
from treetop.system.formulations import FORMULATIONS


@pytest.mark.parametrize("seed", interpreted_for(range(3), [0]))
def test_all_formulations_agree(seed):
    model, motion = physical_loop(seed)
    first = model.build()
    state = first.settled(first.state(**motion))
    now = first.evaluate(state)
    expected = [body.acceleration for body in now.body.values()]
    for formulation in FORMULATIONS:
        system = model.build(formulation)
        own = system.state_of(state)
        again = system.evaluate(own)
        close([body.acceleration for body in again.body.values()], expected, 1e-9)
        close(system.rate(own)[-2], first.rate(state)[-2], 1e-9)
        close(state_rates(system, own), state_rates(first, state), 1e-9)


def state_rates(system, state):
    """Rates of the forces' own states."""
    end = -EXTRA - len(system.tables.loops.carried)
    return system.rate(state)[end - len(system.assembly.states) : end]


def slope(system, state, seen):
    """The slope of what is seen of snapshots, by central differences along the rate of the
    state."""
    rate, h = system.rate(state), 1e-5
    before, after = (
        seen(system.evaluate(tt.State(system, state.time, state.vector + step * rate)))
        for step in (-h, h)
    )
    return (after - before) / (2 * h)


@pytest.mark.parametrize("formulation", ["recursive", "newton-euler"])
@pytest.mark.parametrize("seed", range(3))
def test_power_is_the_rate_of_energy(formulation, seed):
    model, motion = physical_loop(seed)
    system = model.build(formulation)
    state = system.settled(system.state(**motion))
    found = slope(system, state, lambda now: now.kinetic_energy + now.potential_energy)
    close(found, system.rate(state)[-2], 1e-6)


def test_between_bodies_they_leave_the_momenta_alone():
    model = random_tree(5, 8, efforts=False, gravity=False)
    add_joint_physics(model, np.random.default_rng(5))
    system = model.build()
    state = system.state(**random_motion(model, 5))
    for momentum in ("linear_momentum", "angular_momentum"):
        size = np.abs(getattr(system.evaluate(state), momentum)).max()
        assert (
            np.abs(slope(system, state, lambda now, m=momentum: getattr(now, m))).max()
            < 1e-8 * size
        )


def test_models_without_any_call_nothing():
    system = random_tree(1, 3).build()
    assert not system.tables.optional.sizes.any()
    assert not optional.needed_kernels(system.assembly.optional)
    assert not system.context().tables.optional.acting.size

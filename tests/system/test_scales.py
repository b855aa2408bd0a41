"""Mechanisms of any size, hung anywhere: the same motion, ranks and flags."""

import os

import numpy as np
import pytest

import treetop as tt
from agreeing import close
from interpreted import interpreted_for
from random_constraints import FRAMES, constrained_tree
from random_loops import random_mechanism
from scaled import scaled, scaled_motion
from treetop.analysis import diagnosis
from treetop.core.tables.scales import speed_units
from treetop.simulation.impact.impulse import engagement, motions
from treetop.system.formulations import FORMULATIONS
from treetop.system.state import State

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


def pushed_aside(system, state, seed):
    """A state nearby that does not meet the constraints."""
    z, nq = system.joint_vectors(state.vector)[0], len(system.coordinate_labels)
    unit, rng = speed_units(system.tables), np.random.default_rng(seed)
    z[nq : nq + unit.size] += 0.3 * rng.uniform(-1, 1, unit.size) * unit
    y = system.own_vector(z)
    ahead = y + 0.3 * system.rate(State(system, 0.0, y))
    z[:nq] = system.joint_vectors(ahead)[0][:nq]
    return State(system, 0.0, system.own_vector(z))


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(3, 6))
def test_starts_are_assembled_alike(seed):
    for model, motion in mechanisms(seed):
        found = []
        for size, hung in [*((size, (0, 0, 0)) for size in (1.0, 1e-6, 1e3, 1e6)), (1e3, FAR)]:
            system = scaled(model, size, hung).build()
            start = system.state(**scaled_motion(model, motion, size))
            met = system.assembled(pushed_aside(system, start, seed))
            system.require_start(met)
            found.append(met.speeds / np.where(speed_units(system.tables) == 1.0, 1.0, size))
        close(np.array(found[1:]), np.array([found[0]] * 4), 1e-6)


@pytest.mark.parametrize("seed", interpreted_for([0, 7, 9], [0]))
def test_velocities_after_an_impulse_are_alike(seed):
    for model, motion in mechanisms(seed):
        found = []
        for size in (1.0, 1e-6, 1e-3, 1e3, 1e6):
            system = scaled(model, size).build()
            start = system.settled(system.state(**scaled_motion(model, motion, size)))
            rng, per = np.random.default_rng(seed), np.repeat([1.0, size], 3)
            before = {
                k: v + rng.uniform(-1, 1, 6) * per for k, v in motions(system.at(start)).items()
            }
            z = system.joint_vectors(start.vector)[0]
            after = engagement(system, 0.0, z, before).speeds
            found.append(after / np.where(speed_units(system.tables) == 1.0, 1.0, size))
        close(np.array(found[1:]), np.array([found[0]] * 4), 1e-9)


@pytest.mark.compiled
@pytest.mark.parametrize("seed", [0, 6])
def test_no_size_is_nearly_singular(seed):
    for model, motion in mechanisms(seed):
        for size in (1e-6, 1e-3, 1.0, 1e3, 1e6):
            system = scaled(model, size).build()
            state = system.settled(system.state(**scaled_motion(model, motion, size)))
            assert not diagnosis(system, state).singular


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

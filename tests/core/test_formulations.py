"""Every formulation, found another way, gives the same of the same state."""

import os

import numpy as np
import pytest

import treetop as tt
from agreeing import close
from folders import EXAMPLES
from random_trees import random_motion, random_tree
from treetop.system.formulations import FORMULATIONS

OTHERS = [name for name in FORMULATIONS if name != "recursive"]
SEEDS = range(12)
TREES = int(os.environ.get("TREETOP_TREES", "80"))  # after 78 sizes and shapes come again


def tree(seed: int) -> tt.Model:
    return random_tree(
        seed, bodies=3 + seed, roots=1 + seed % 3, grounded=bool(seed % 2), light=0.2 * (seed % 2)
    )


def rows(parts: dict, field: str) -> np.ndarray:
    return np.array([getattr(part, field) for part in parts.values()])


@pytest.mark.parametrize("formulation", OTHERS)
@pytest.mark.parametrize(
    "seed", [*SEEDS[:6], *(pytest.param(s, marks=pytest.mark.compiled) for s in SEEDS[6:])]
)
def test_snapshots_agree(formulation, seed):
    model = tree(seed)
    one, other = model.build(), model.build(formulation)
    state = one.state(**random_motion(model, seed))
    expected, found = one.evaluate(state), other.evaluate(other.state_of(state))
    for field in vars(next(iter(expected.body.values()))):
        if field == "attitude":
            signs = np.sum(rows(expected.body, field) * rows(found.body, field), axis=1)
            assert np.abs(np.abs(signs) - 1.0).max() < 1e-13
        else:
            close(rows(found.body, field), rows(expected.body, field), 1e-11)
    for field in ("reaction_force", "reaction_torque"):
        close(rows(found.joint, field), rows(expected.joint, field), 1e-10)
    close(found.speed_rates, expected.speed_rates, 1e-11)
    for field in ("kinetic_energy", "potential_energy", "angular_momentum", "mass_centre"):
        close(getattr(found, field), getattr(expected, field), 1e-12)
    assert found.constraint_error < 1e-13


@pytest.mark.compiled
@pytest.mark.parametrize("first", range(100, 100 + TREES, 20))
def test_many_random_trees(first):
    for seed in range(first, first + 20):
        model = random_tree(
            seed, 2 + seed % 13, roots=1 + seed % 2, grounded=seed % 3 == 0, light=0.2 * (seed % 2)
        )
        one = model.build()
        state = one.state(**random_motion(model, seed))
        expected = one.evaluate(state)
        for formulation in OTHERS:
            other = model.build(formulation)
            found = other.evaluate(other.state_of(state))
            for field in ("acceleration", "angular_acceleration"):
                close(rows(found.body, field), rows(expected.body, field), 1e-9)
            for field in ("reaction_force", "reaction_torque"):
                close(rows(found.joint, field), rows(expected.joint, field), 1e-9)


@pytest.mark.parametrize("formulation", OTHERS)
@pytest.mark.parametrize("seed", SEEDS[:6])
def test_states_go_there_and_back(formulation, seed):
    model = tree(seed)
    one, other = model.build(), model.build(formulation)
    state = one.state(time=3.0, **random_motion(model, seed))
    there = other.state_of(state)
    back = one.state_of(there)
    assert there.time == back.time == 3.0
    close(there.coordinates, state.coordinates, 1e-13)
    close(there.speeds, state.speeds, 1e-13)
    close(back.vector, state.vector, 1e-13)


@pytest.mark.parametrize("formulation", OTHERS)
def test_matrices_are_those_of_the_joints(formulation):
    model = tree(5)
    one, other = model.build(), model.build(formulation)
    state = one.state(**random_motion(model, 5))
    there = other.state_of(state)
    close(other.mass_matrix(there), one.mass_matrix(state), 1e-12)
    close(other.bias(there), one.bias(state), 1e-12)


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", OTHERS)
@pytest.mark.parametrize("seed", SEEDS[:4])
def test_short_runs_agree(formulation, seed):
    model = tree(seed)
    one, other = model.build(), model.build(formulation)
    state = one.state(**random_motion(model, seed))
    settings = {"duration": 2.0, "every": 0.5, "rtol": 1e-11, "atol": 1e-12}
    expected = tt.simulate(one, state, **settings)
    found = tt.simulate(other, other.state_of(state), **settings)
    close(found.data.coordinates, expected.data.coordinates, 1e-7)
    assert found.data.constraint_error.max() < 1e-12
    assert found.audit().passed(1e-8)


@pytest.mark.parametrize("formulation", OTHERS)
def test_turns_of_a_long_boom_keep_their_digits(formulation):
    """20 km: a turn weighs 1e8 times as much as a length."""
    model = tt.load(EXAMPLES / "dumb-bell.yaml")
    one, other = model.build(), model.build(formulation)
    expected, found = one.evaluate(one.start()), other.evaluate(other.start())
    for field in ("acceleration", "angular_acceleration"):
        close(rows(found.body, field), rows(expected.body, field), 1e-10)
    close(rows(found.joint, "reaction_force"), rows(expected.joint, "reaction_force"), 1e-10)


def three_orbits(formulation: str) -> tt.Run:
    model = tt.load(EXAMPLES / "two-body-spacecraft.yaml")
    system = model.build(formulation)
    settings = {"duration": 16293.0, "every": 100.0, "rtol": 1e-10, "atol": 1e-13}
    return tt.simulate(system, system.start(), **settings)


@pytest.fixture(scope="module")
def recursive() -> tt.Run:
    return three_orbits("recursive")


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", OTHERS)
def test_three_orbits_of_the_two_body_spacecraft(recursive, formulation):
    run = three_orbits(formulation)
    stretch, attitude = (
        abs(run[name] - recursive[name]) for name in ("boom.slide", "tug.attitude")
    )
    assert stretch.max() < 1e-9
    assert attitude.max() < 1e-6
    assert run.data.constraint_error.max() < 1e-12
    assert run.audit().passed(1e-9)

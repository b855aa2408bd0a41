"""Evaluations have arrays of their own."""

import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import treetop as tt
from flexible_craft import craft
from random_loops import random_mechanism
from random_trees import random_motion, random_tree
from table_arrays import arrays
from treetop.system.formulations import FORMULATIONS


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_tables_cannot_be_written(formulation):
    system = random_tree(2, 4).build(formulation)
    for tables in (system.tables, system.whole, system.assembly.optional):
        assert not any(array.flags.writeable for array in arrays(tables))


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_an_evaluation_stays_as_it_is(formulation):
    model, motion = random_mechanism(3)
    system = model.build(formulation)
    now = system.at(system.state(**motion))
    found = now.work.V.copy(), now.rate.copy()
    for angle in (0.1, 0.2):
        elsewhere = system.state()
        elsewhere.vector[:3] += angle
        system.rate(elsewhere)
        system.at(elsewhere).mass_matrix()
    assert now.work.V.tobytes() == found[0].tobytes()
    assert now.rate.tobytes() == found[1].tobytes()


def test_mass_properties_of_a_bent_body_are_those_of_its_evaluation():
    system = craft(held=()).build()
    straight, bent = (system.at(system.state(boom={"mode1": q})) for q in (0.0, 0.05))
    body = system.body_names.index("boom") + 1
    assert not np.array_equal(straight.work.bodies.J_C[body], bent.work.bodies.J_C[body])
    described = system.tables.bodies.J_C[body]
    assert straight.work.bodies.J_C[body] == pytest.approx(described, rel=1e-12)


def evaluated(system, states):
    return b"".join(
        each.tobytes()
        for state in states
        for each in (system.rate(state), system.at(state).work.A, system.mass_matrix(state))
    )


@pytest.fixture
def restless():
    """Threads take turns as often as can be, in the midst of every evaluation."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_thousand_evaluations_in_four_threads_are_those_of_one(formulation, restless):
    model = random_tree(5, 4)
    system, rng = model.build(formulation), np.random.default_rng(6)
    states = []
    for _ in range(35):
        state = system.state(**random_motion(model, 5))
        state.vector[:] += 1e-3 * rng.normal(size=state.vector.size)
        states.append(state)
    alone = evaluated(system, states)
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(lambda _: evaluated(system, states), range(10))) == {alone}


def test_two_runs_at_once_are_those_of_one():
    model = random_tree(5, 2)
    model.add_force("weight", tt.UniformGravity([0, 0, -1]))
    system = model.build()
    start = system.state(**random_motion(model, 5))

    def final(_):
        return tt.simulate(system, start, 0.2, every=0.1).data.coordinates.values.tobytes()

    with ThreadPoolExecutor(2) as pool:
        assert len(set(pool.map(final, range(4)))) == 1

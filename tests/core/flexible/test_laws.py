"""Laws that every motion of flexible bodies keeps, given by rates alone."""

import numpy as np
import pytest

from flexible_craft import along, craft, four_bar, somewhere
from treetop.validation.random_flexible import random_motion, random_tree

CASES = [
    ("root", False, "none", False),
    ("root", True, None, True),
    ("root", False, "foreshortening", True),
    ((), True, "none", True),
    ((), True, None, True),
]


@pytest.mark.parametrize("formulation", ["recursive", "kane"])
@pytest.mark.parametrize("case", CASES)
def test_a_free_flyer_keeps_energy_and_momentum(case, formulation):
    system = craft(*case).build(formulation)
    state = somewhere(system)
    now = system.evaluate(state)
    power = along(system, state, "kinetic_energy") + along(system, state, "potential_energy")
    size = 1e-8 * now.kinetic_energy
    assert abs(power) < size
    for name in ("linear_momentum", "angular_momentum"):
        assert np.abs(along(system, state, name)).max() < size


@pytest.mark.parametrize("case", CASES)
def test_two_formulations_agree(case):
    model = craft(*case)
    one, two = (model.build(each) for each in ("recursive", "kane"))
    state = somewhere(one)
    seen = [one.evaluate(state), two.evaluate(two.state_of(state))]
    scale = np.abs(seen[0].speed_rates).max()
    assert seen[1].speed_rates == pytest.approx(seen[0].speed_rates, abs=1e-11 * scale)
    for joint in ("hinge", "free"):
        a, b = (each.joint[joint] for each in seen)
        assert b.reaction_force == pytest.approx(a.reaction_force, abs=1e-9)
        assert b.reaction_torque == pytest.approx(a.reaction_torque, abs=1e-9)


@pytest.mark.parametrize("case", CASES)
def test_kinetic_energy_is_that_of_the_mass_matrix(case):
    system = craft(*case).build()
    state = somewhere(system)
    u = state.vector[len(system.coordinate_labels) :][: len(system.speed_labels)]
    T = 0.5 * u @ system.mass_matrix(state) @ u
    assert system.evaluate(state).kinetic_energy == pytest.approx(T, rel=1e-13)


def test_damping_takes_energy_at_the_rate_of_its_work():
    system = craft("root", True, None, True, damping=0.05).build()
    state = somewhere(system)
    gained = along(system, state, "kinetic_energy") + along(system, state, "potential_energy")
    assert gained == pytest.approx(system.rate(state)[-2], rel=1e-7)
    assert gained < 0.0


@pytest.mark.parametrize("stiffening", ["none", None])
def test_loops_by_two_formulations(stiffening):
    model = four_bar(stiffening)
    one, two = (model.build(each) for each in ("recursive", "kane"))
    start = one.start()
    seen = [one.evaluate(start), two.evaluate(two.state_of(start))]
    assert seen[1].speed_rates == pytest.approx(seen[0].speed_rates, abs=1e-11)
    for joint in ("j1", "j2", "j4"):
        a, b = (each.joint[joint].reaction_force for each in seen)
        assert b == pytest.approx(a, abs=1e-9)


@pytest.mark.compiled
def test_a_body_is_bent_too_far_where_the_mass_matrix_of_the_whole_loses_its_sign():
    refused = 0
    for seed in range(12):
        model = random_tree(seed)
        motion = random_motion(model, seed)
        for name in ("b1", "b3"):
            for k in range(1, 1 + len(model.bodies[name].modes)):
                motion[name][f"mode{k}"] *= 400 * k
        system = model.build()
        state = system.state(**motion)
        bent_too_far = not np.isfinite(system.rate(state)).all()
        assert bent_too_far == (np.linalg.eigvalsh(system.mass_matrix(state))[0] < 0)
        refused += bent_too_far
    assert 0 < refused < 12

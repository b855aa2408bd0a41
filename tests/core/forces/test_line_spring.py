"""Spring and damper along the line between two frames."""

import numpy as np
import pytest

import treetop as tt
from naive import Naive


def pair(**law):
    model = tt.Model("pair")
    for name, centre in (("a", [0, 0, 0]), ("b", [0.1, 0, -0.1])):
        body = model.add_body(name, mass=2, inertia=[1, 2, 1.5], centre=centre)
        model.add_joint(f"{name}_free", tt.Free(), model.ground, body)
        body.frame("hook", at=[0.2, -0.1, 0.3])
    law = {"length": 1.0} | law
    model.add_force("spring", tt.SpringDamper("a.hook", "b.hook", **law))
    system = model.build()
    return system, system.state(
        a_free={"position": [1, 2, 3], "angular_velocity": [1, 0, -1]},
        b_free={"position": [2, 4, 3], "velocity": [1, -1, 1], "angular_velocity": [0, 2, 1]},
    )


def forces(system, state):
    """On each of the two bodies, at its mass centre, from their accelerations."""
    return system.at(state).work.F[1:]


@pytest.mark.parametrize("law", [{"stiffness": 5.0}, {"stiffness": 5.0, "cubic": 7.0}], ids=str)
def test_force_is_minus_the_gradient_of_the_stored_energy(law):
    system, state = pair(**law)
    naive, q = Naive(system), state.coordinates
    s = naive.distance(system.mechanism.forces["spring"], q) - 1.0
    efforts = system.mass_matrix(state) @ system.evaluate(state).speed_rates
    energy = 0.5 * law["stiffness"] * s**2 + 0.25 * law.get("cubic", 0.0) * s**4
    assert system.evaluate(state).potential_energy == pytest.approx(energy, rel=1e-14)
    gyroscopic = naive.inertial_efforts(q, state.speeds)
    pull = naive.partial(naive.potential, q)
    assert efforts == pytest.approx(-gyroscopic - pull, abs=1e-10)


def test_damper_takes_the_square_of_the_rate_of_stretch():
    system, state = pair(damping=3.0)
    naive = Naive(system)
    along = naive.partial(
        lambda q: naive.distance(system.mechanism.forces["spring"], q), state.coordinates
    )
    power = system.rate(state)[-2]
    assert power == pytest.approx(-3.0 * (along @ state.speeds) ** 2, rel=1e-14)


def test_the_two_ends_are_pulled_oppositely_along_one_line():
    system, state = pair(stiffness=5.0, cubic=2.0, damping=1.0)
    now = system.evaluate(state)
    (t_a, f_a), (t_b, f_b) = forces(system, state).reshape(2, 2, 3)
    x_a, x_b = (now.body[name].position for name in "ab")
    assert f_a == pytest.approx(-f_b, abs=1e-14)
    assert t_a + np.cross(x_a, f_a) == pytest.approx(-t_b - np.cross(x_b, f_b), abs=1e-12)


def test_a_stretched_spring_pulls_and_a_compressed_one_pushes():
    model = tt.Model("line")
    body = model.add_body("body", mass=1)
    model.add_joint("rail", tt.Prismatic([1, 0, 0]), model.ground, body)
    model.add_force("spring", tt.SpringDamper("ground", body, length=2, stiffness=3, cubic=4))
    system = model.build()
    acceleration = [system.evaluate(system.state(rail={"slide": x})).speed_rates[0] for x in (3, 1)]
    assert acceleration == pytest.approx([-7.0, 7.0], rel=1e-15)


def test_vector_damping_is_minus_the_gradient_of_rayleighs_function():
    system, state = pair(vector_damping=3.0)
    naive, spring, q = Naive(system), system.mechanism.forces["spring"], state.coordinates
    vector = naive.partial(lambda q: naive.vector(spring, q), q).T
    efforts = system.mass_matrix(state) @ system.evaluate(state).speed_rates
    rate = vector @ state.speeds
    expected = -3.0 * vector.T @ rate - naive.inertial_efforts(q, state.speeds)
    assert efforts == pytest.approx(expected, abs=1e-9)
    assert system.rate(state)[-2] == pytest.approx(-3.0 * rate @ rate, rel=1e-10)


def test_vector_damping_changes_the_angular_momentum_and_the_audit_knows():
    system, state = pair(vector_damping=3.0)
    run = tt.simulate(system, state, duration=1.0, every=0.5)
    assert np.ptp(run.data.angular_momentum.values, axis=0).max() > 0.1
    assert "angular momentum" not in run.audit()
    assert run.audit()["linear momentum"].relative < 1e-12
    assert run.audit()["energy"].relative < 1e-8


@pytest.mark.parametrize(("length", "pulls"), [(1.0, True), (4.0, False)], ids=["taut", "slack"])
def test_a_tether_pulls_while_it_is_stretched(length, pulls):
    law = {"stiffness": 5.0, "damping": 0.1}
    both = [pair(length=length, tension_only=each, **law) for each in (False, True)]
    spring, tether = (forces(*each) for each in both)
    assert spring[:, 3:].any()
    assert tether == pytest.approx(spring) if pulls else not tether[:, 3:].any()
    system, state = both[1]
    assert (system.evaluate(state).potential_energy > 0.0) is pulls


def test_a_tether_never_pushes():
    """Not even by its damping, which then takes no more than the spring gives."""
    system, state = pair(stiffness=5.0, damping=1e4, tension_only=True)
    back = state.vector.copy()
    nq, nu = len(system.coordinate_labels), len(system.speed_labels)
    back[nq : nq + nu] *= -1.0
    powers = []
    for y in (state.vector, back):
        powers.append(system.rate(type(state)(system, 0.0, y))[-2])
        assert system.at(type(state)(system, 0.0, y)).work.F[1:, 3:].any() or powers[-1] < 0.0
    assert max(powers) <= 0.0

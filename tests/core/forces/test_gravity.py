"""Gravity: each force is minus the gradient of its potential, and the tide loses no digits."""

from decimal import Decimal, getcontext

import numpy as np
import pytest

import treetop as tt
from agreeing import close
from naive import Naive
from random_trees import direction, inertia
from sprung_trees import moving, sprung_tree
from treetop.core.forces.gravity import central_field, central_tide
from treetop.core.spatial import Vec3

MU = 3.986004418e14
ORIGIN = np.array([6.2e6, -2.1e6, 1.3e6])


def exact_tide(O, x):
    """The difference of the two fields, with sixty digits."""
    getcontext().prec = 60
    O, x = [Decimal(float(a)) for a in O], [Decimal(float(a)) for a in x]
    there = [a + b for a, b in zip(O, x, strict=True)]
    field = lambda p: [-Decimal(MU) * a / sum(b * b for b in p).sqrt() ** 3 for a in p]  # noqa: E731
    return np.array([float(a - b) for a, b in zip(field(there), field(O), strict=True)])


@pytest.mark.parametrize("distance", [1e-6, 1e-3, 1.0, 1e3, 1e5, 1e7])
def test_tide_is_the_difference_of_the_fields(distance, rng):
    for _ in range(20):
        x = distance * np.array(direction(rng))
        tide = central_tide(MU, Vec3(*ORIGIN), Vec3(*x))
        close(tide, exact_tide(ORIGIN, x), 1e-15)


def test_field_points_inward_with_mu_over_r_squared():
    g = np.array(central_field(MU, Vec3(*ORIGIN)))
    r = np.linalg.norm(ORIGIN)
    close(g, -MU / r**2 * ORIGIN / r, 1e-15)


GRAVITY = {
    "uniform": tt.UniformGravity([1, -2, -9]),
    "central": tt.CentralGravity(mu=50.0, gradient=False),
    "central with gradient": tt.CentralGravity(mu=50.0),
}


def in_gravity(gravity, tied=False):
    """A free tree as large as its distance to the centre, so that every term counts.

    Tied to the ground by a spring without strength, it is seen from there, not from a falling
    origin.
    """
    model = sprung_tree(seed=5, bodies=8, roots=2, gravity=False)
    model.add_force("gravity", gravity)
    if tied:
        model.add_force("tie", tt.SpringDamper("ground", "b0", length=1))
    return moving(model, seed=8)


@pytest.mark.parametrize("tied", [False, True], ids=["from a falling origin", "from the ground"])
@pytest.mark.parametrize("gravity", GRAVITY.values(), ids=GRAVITY)
def test_force_is_minus_the_gradient_of_the_potential(gravity, tied):
    system, state = in_gravity(gravity, tied)
    naive, q, u = Naive(system), state.coordinates, state.speeds
    rates = np.linalg.solve(naive.mass_matrix(q), -naive.bias(q, u))
    assert system.tables.falling[0] == (not tied)
    close(system.evaluate(state).speed_rates, rates, 1e-9)
    close(system.evaluate(state).potential_energy, naive.potential(q), 1e-13)


@pytest.mark.compiled
@pytest.mark.parametrize("gradient", [False, True])
def test_central_gravity_keeps_the_angular_momentum(gradient, rng):
    """``Σ (x × f + t) = 0``: with the gradient torque comes the force that goes with it."""
    model = tt.Model("rock")
    rock = model.add_body("rock", mass=2.0, inertia=inertia(rng), centre=[0.1, 0.2, 0.3])
    model.add_joint("free", tt.Free(), model.ground, rock)
    model.add_force("gravity", tt.CentralGravity(mu=30.0, gradient=gradient))
    system = model.build()
    motion = {"position": [3.0, 1.4, -0.3], "velocity": [0.1, 2.5, 1.4]}
    start = system.state(free=motion | {"angular_velocity": [0.5, -0.8, 0.3]})
    data = tt.simulate(system, start, 5.0, rtol=1e-12, atol=1e-14).data
    close(data.angular_momentum, data.angular_momentum[:1].values, 1e-10)
    energy = data.kinetic_energy + data.potential_energy
    close(energy, energy[:1].values, 1e-10)
    turned = np.ptp(data.angular_momentum_about_centre.values, axis=0).max()
    assert (turned > 0.1) == gradient


def test_bodies_fall_alike_in_uniform_gravity():
    system, state = in_gravity(tt.UniformGravity([0, 0, -9.81]))
    weightless, same = in_gravity(tt.UniformGravity([0, 0, 0]))
    falling, floating = system.evaluate(state), weightless.evaluate(same)
    for name in system.body_names:
        apart = falling.body[name].acceleration - floating.body[name].acceleration
        assert apart == pytest.approx([0, 0, -9.81], abs=1e-9)

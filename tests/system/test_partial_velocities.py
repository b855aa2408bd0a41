"""Partial velocities: what they are times the speeds, times their rates, and along the motion."""

import numpy as np
import pytest

import treetop as tt
from random_trees import random_motion, random_tree
from treetop.errors import TreetopError
from treetop.system.partial_velocities import PartialVelocities

FIELDS = ("angular_velocity", "velocity", "centre_velocity")


@pytest.fixture(params=range(12))
def moving(request) -> tuple[tt.System, tt.State]:
    """Trees of all joint kinds, free or grounded, frames and mass centres anywhere."""
    seed = request.param
    model = random_tree(
        seed, bodies=3 + seed, roots=1 + seed % 3, grounded=bool(seed % 2), light=0.2 * (seed % 2)
    )
    system = model.build("kane")
    return system, system.state(**random_motion(model, seed))


def inertial(motion, name: str) -> np.ndarray:
    """An angular quantity of a body, from body to inertial axes."""
    return turned(motion.attitude, getattr(motion, name))


def turned(q, a):
    """A vector turned by a quaternion."""
    across = np.cross(q[1:], a)
    return a + 2 * (q[0] * across + np.cross(q[1:], across))


def close(found, expected):
    assert np.abs(found - expected).max() <= 1e-11 * max(1.0, np.abs(expected).max())


def test_times_the_speeds_they_are_velocities(moving):
    system, state = moving
    partials, now = system.partial_velocities(state), system.evaluate(state)
    for name, body in partials.body.items():
        close(body.velocity @ state.speeds, now.body[name].velocity)
        close(body.angular_velocity @ state.speeds, inertial(now.body[name], "angular_velocity"))


def test_with_their_rates_they_give_accelerations(moving):
    system, state = moving
    partials, now = system.partial_velocities(state), system.evaluate(state)
    u, u_rates = state.speeds, now.speed_rates
    for name, body in partials.body.items():
        a = body.velocity @ u_rates + body.velocity_rate @ u
        close(a, now.body[name].acceleration)
        alpha = body.angular_velocity @ u_rates + body.angular_velocity_rate @ u
        close(alpha, inertial(now.body[name], "angular_acceleration"))


def test_rates_are_finite_differences_along_the_motion(moving):
    system, state = moving
    rate, n, h = system.rate(state), len(system.coordinate_labels), 1e-6

    def along(step: float) -> PartialVelocities:
        y = state.vector.copy()
        y[:n] += step * rate[:n]
        return system.partial_velocities(tt.State(system, 0.0, y))

    here, ahead, behind = along(0.0), along(h), along(-h)
    for name, body in here.body.items():
        for field in FIELDS:
            slope = (getattr(ahead.body[name], field) - getattr(behind.body[name], field)) / (2 * h)
            given = getattr(body, f"{field}_rate")
            assert np.abs(slope - given).max() <= 1e-7 * max(1.0, np.abs(given).max())


def test_they_make_the_mass_matrix(moving):
    """Composite bodies give the same matrix, and know nothing of partial velocities."""
    system, state = moving
    partials, now = system.partial_velocities(state), system.evaluate(state)
    n = len(system.speed_labels)
    A = np.zeros((n, n))
    for name, body in partials.body.items():
        R = np.column_stack([turned(now.body[name].attitude, e) for e in np.eye(3)])
        J = R @ np.array(system.mechanism.bodies[name].inertia) @ R.T
        A += system.mechanism.bodies[name].mass * body.centre_velocity.T @ body.centre_velocity
        A += body.angular_velocity.T @ J @ body.angular_velocity
    close(A, system.mass_matrix(state))


@pytest.mark.parametrize("formulation", ["kane", "kane-absolute"])
def test_in_a_closed_loop_they_belong_to_the_speeds_of_the_formulation(four_bar, formulation):
    system = four_bar.build(formulation)
    state = system.start()
    partials, now = system.partial_velocities(state), system.evaluate(state)
    at = system.equations.chart.speeds(system.tables)
    u, u_rates = state.vector[at], system.rate(state)[at]
    for name, body in partials.body.items():
        close(body.velocity @ u, now.body[name].velocity)
        close(body.angular_velocity @ u, inertial(now.body[name], "angular_velocity"))
        close(body.velocity @ u_rates + body.velocity_rate @ u, now.body[name].acceleration)


def test_columns_are_labelled_by_speeds():
    model = tt.Model("slider with a rod")
    block = model.add_body("block", mass=3)
    rod = model.add_body("rod", mass=1, inertia=[1, 1, 0], centre=[0, 0, -2])
    model.add_joint("rail", tt.Prismatic([1, 0, 0]), model.ground, block)
    model.add_joint("hinge", tt.Revolute([0, 1, 0]), block, rod)
    system = model.build("kane")
    partials = system.partial_velocities(system.state(hinge={"angle": "90 deg", "rate": 5}))
    assert partials.speeds == ["rail.slide_rate", "hinge.rate"]
    rail, hinge = partials.body["rod"].centre_velocity.T
    np.testing.assert_allclose(rail, [1, 0, 0], atol=1e-15)
    np.testing.assert_allclose(hinge, [0, 0, 2], atol=1e-15)
    np.testing.assert_allclose(
        partials.body["rod"].centre_velocity_rate[:, 1], [10, 0, 0], atol=1e-14
    )


def test_a_formulation_without_them_says_which_has_them():
    system = random_tree(1, bodies=2).build("recursive")
    with pytest.raises(TreetopError, match=r"'recursive' has no partial velocities.*kane"):
        system.partial_velocities(system.state())

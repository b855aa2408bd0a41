"""Derivatives of numbers of a run, against closed forms."""

import numpy as np
import pytest

import treetop as tt
from treetop.results.observed import number_and_gradient, number_of

G, V, T = 9.81, (3.0, 4.0, 5.0), 0.8


@pytest.fixture(scope="module")
def flown():
    m = tt.Model("flown")
    ball = m.add_body("ball", mass=1, inertia=[1, 1, 1])
    m.add_joint("flight", tt.Free(), m.ground, ball)
    m.add_force("weight", tt.UniformGravity([0, 0, -G]))
    m.add_event("down", tt.quantity("ball.position.z").falls(1.0))
    m.set_start("flight", velocity=V)
    names = ["start.flight.velocity.x", "start.flight.velocity.z"]
    run = tt.simulate(m, duration=T, every=T / 4, sensitivities=names, rtol=1e-10, atol=1e-12)
    return run, names


def test_a_component_at_the_end(flown):
    value, gradient = number_and_gradient(tt.last("ball.position.x"), *flown)
    assert value == pytest.approx(V[0] * T)
    assert gradient.tolist() == pytest.approx([T, 0.0], abs=1e-9)


def test_the_size_of_a_vector(flown):
    value, gradient = number_and_gradient(tt.last("ball.velocity.norm"), *flown)
    v = np.array([V[0], V[1], V[2] - G * T])
    assert value == pytest.approx(np.linalg.norm(v))
    assert gradient.tolist() == pytest.approx([v[0] / value, v[2] / value], abs=1e-8)


def test_the_greatest_of_the_samples(flown):
    value, gradient = number_and_gradient(tt.most("ball.position.z"), *flown)
    assert value == pytest.approx(V[2] * 0.6 - G * 0.6**2 / 2)
    assert gradient.tolist() == pytest.approx([0.0, 0.6], abs=1e-9)


def test_the_time_of_an_event(flown):
    value, gradient = number_and_gradient(tt.event_time("down"), *flown)
    root = np.sqrt(V[2] ** 2 - 2 * G)
    assert value == pytest.approx((V[2] + root) / G)
    assert gradient.tolist() == pytest.approx([0.0, (1 + V[2] / root) / G], abs=1e-7)


def test_a_number_at_the_event_that_ends_the_run():
    m = tt.Model("fall")
    m.add_joint("rail", tt.Prismatic([0, 0, 1]), m.ground, m.add_body("ball", mass=1))
    m.add_force("weight", tt.UniformGravity([0, 0, -G]))
    m.add_event("down", tt.quantity("rail.slide").falls(-1.0), do="stop")
    run = tt.simulate(m, duration=4.0, every=1.0)
    found = number_of(tt.at_event("down", "rail.slide_rate"), run)
    assert found == pytest.approx(-np.sqrt(2.0 * G))

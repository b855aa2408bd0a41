"""Gravity beyond that of a point mass, on rigid and flexible bodies."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import flexible_craft
import treetop as tt
from treetop.core.environment.harmonics import perturbation
from treetop.core.environment.rotation import rotation_at
from treetop.core.environment.shape import shape_field
from treetop.core.environment.tables import MU as MU_OF
from treetop.core.environment.third_body import third_body
from treetop.core.spatial import Vec3, turn_back
from treetop.system.formulations import FORMULATIONS
from treetop.validation.low_orbit_day import J2, MU, POSITION, RADIUS, VELOCITY
from treetop.validation.numerics import matrix

SUN = [1e11, 1e11, 3e10]
ZONAL = [J2, -2.5e-6, -1.6e-6]
APART = 40.0
START = {
    "orbit": {
        "position": POSITION,
        "velocity": VELOCITY,
        "attitude": [0.8, 0.0, 0.6, 0.0],
        "angular_velocity": [0.01, -0.02, 0.03],
    },
    "hinge": {"angle": 0.4, "rate": 0.1},
}


def planet(**more):
    """Flattened and turning, with a Sun that stands still."""
    given = {
        "mu": MU,
        "radius": RADIUS,
        "gravity": tt.ZonalField(ZONAL, radius=RADIUS),
        "rotation": tt.UniformRotation(7.2921159e-5, pole=[0.1, -0.2, 1.0], angle=0.3),
        "sun": tt.Sun(position=SUN),
    }
    return tt.Planet(**(given | more))


MASSES = [4e23, 1.2e24, 2.2e24, 2.17e24]  # a planet of four mascons
PLACES = [[2e6, 0, 1e6], [-2e6, 1e6, 0], [1e6, -3e6, 5e5], [0, 2e6, -1e6]]


def lumpy(at_bodies=True):
    """A planet of point masses in place of one that is flattened."""
    return {"mu": None, "gravity": tt.Mascons(MASSES, PLACES, at_bodies)}


def solid():
    """A planet that is a tetrahedron."""
    corners = 7e6 * np.array([[1, 0, 0], [-0.3, 0.9, 0], [-0.3, -0.5, 0.8], [-0.3, -0.5, -0.7]])
    faces = [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]]
    return {"gravity": tt.Polyhedron(corners, faces)}


def hinged(inertia=1.0, **more):
    """Two bodies, their mass centres far apart."""
    model = tt.Model("pair")
    one = model.add_body("one", 100.0, inertia * np.array([10.0, 20.0, 15.0]))
    two = model.add_body("two", 50.0, inertia * np.array([20.0, 30.0, 25.0]), [0, 0, APART])
    model.add_joint("orbit", tt.Free(), model.ground, one)
    model.add_joint("hinge", tt.Revolute([1, 0, 0]), one, two)
    model.set_environment(planet(**more))
    return model


def field(system, x):
    """Acceleration at x, of all that the environment of a system has at its start."""
    own, x = system.assembly.environment, Vec3(*map(float, x))
    R, mu, r = rotation_at(own.rotation, 0.0), own.planet.figure[MU_OF], np.linalg.norm(x)
    if own.shape.use[0]:
        by_shape = shape_field(own.shape, mu, R @ x)[0]
    else:
        by_shape = perturbation(own.harmonics, R @ x, 4)
    by_sun = third_body(own.others.mu[0], Vec3(*SUN), x)
    return np.array(turn_back(R, by_shape)) + np.array(by_sun) - mu * np.array(x) / r**3


@pytest.mark.parametrize("more", [{}, lumpy(), solid()], ids=["harmonics", "mascons", "polyhedron"])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_formulations_agree(formulation, more):
    systems = [hinged(**more).build(each) for each in ("recursive", formulation)]
    seen = [system.evaluate(system.state(**START)) for system in systems]
    for body in ("one", "two"):
        one, other = (each.body[body] for each in seen)
        assert_allclose(other.acceleration, one.acceleration, rtol=1e-13)
        scale = np.abs(one.angular_acceleration).max()
        difference = other.angular_acceleration - one.angular_acceleration
        assert np.abs(difference).max() < 1e-9 * scale


def zonal(at_bodies):
    return {"gravity": tt.ZonalField(ZONAL, radius=RADIUS, bodies_degree=at_bodies)}


@pytest.mark.parametrize(
    ("more", "tolerance"),
    [
        (zonal(None), 1e-14),
        (zonal(2), 1e-11),
        (zonal(0), 1e-10),
        (lumpy(), 1e-14),
        (lumpy(at_bodies=False), 1e-9),
        (solid(), 1e-14),
    ],
)
def test_mass_centre_falls_in_the_fields_at_all_bodies(more, tolerance):
    """Where the field is not evaluated at bodies, its second derivatives are missed."""
    system = hinged(gradient=False, **more).build()
    now = system.evaluate(system.state(**START))
    one, two = now.body["one"], now.body["two"]
    R, w, a = matrix(two.attitude), two.angular_velocity, two.angular_acceleration
    c = np.array([0, 0, APART])
    centre = two.acceleration + R @ (np.cross(a, c) + np.cross(w, np.cross(w, c)))
    pull = 100.0 * field(system, one.position) + 50.0 * field(system, two.position + R @ c)
    assert_allclose(100.0 * one.acceleration + 50.0 * centre, pull, rtol=tolerance)


@pytest.mark.parametrize("more", [{}, lumpy(), solid()], ids=["harmonics", "mascons", "polyhedron"])
def test_torque_of_the_gradient_is_that_on_separate_masses(more):
    """The torque is compared with that on the point masses that a body stands for, in the field
    without its second derivatives."""
    model = tt.Model("craft")
    places = np.vstack([np.diag([2.0, 3.0, 5.0]), -np.diag([2.0, 3.0, 5.0])])
    J = sum(np.eye(3) * (x @ x) - np.outer(x, x) for x in places)
    body = model.add_body("body", 6.0, J)
    model.add_joint("orbit", tt.Free(), model.ground, body)
    model.set_environment(planet(**more))
    system = model.build()
    now = system.evaluate(system.state(orbit=START["orbit"] | {"angular_velocity": [0, 0, 0]}))
    R = matrix(START["orbit"]["attitude"])
    torque = sum(
        np.cross(x, R.T @ (field(system, POSITION + R @ x) - field(system, POSITION)))
        for x in places
    )
    found = J @ now.body["body"].angular_acceleration
    assert np.abs(found - torque).max() < 1e-5 * np.abs(torque).max()


def flying(formulation="recursive", **more):
    """A craft with a flexible boom, everything in motion, in orbit."""
    model = flexible_craft.craft()
    model.set_environment(planet(**more))
    system = model.build(formulation)
    z = flexible_craft.somewhere(model.build()).vector.copy()
    z[-8:-5], z[-5:-2] = POSITION, VELOCITY
    return system, tt.State(system, 0.0, system.own_vector(z))


@pytest.mark.parametrize("more", [{}, lumpy()], ids=["harmonics", "mascons"])
@pytest.mark.parametrize("formulation", ["kane", "newton-euler"])
def test_flexible_bodies_feel_it_in_all_formulations(formulation, more):
    flights = flying(**more), flying(formulation, **more)
    seen = [system.evaluate(state) for system, state in flights]
    for name, joint in seen[0].joint.items():
        for speed, rate in joint.speed_rates.items():
            found = seen[1].joint[name].speed_rates[speed]
            assert_allclose(found, rate, rtol=1e-9, atol=1e-9 * np.abs(rate).max())


@pytest.mark.parametrize("more", [{}, lumpy()], ids=["harmonics", "mascons"])
def test_work_of_the_field_is_what_changes_the_energy(more):
    """On flexible bodies too: rates by differences along the motion."""
    system, state = flying(**more)
    rate, h = system.rate(state), 8e-3
    steps = np.array([1, -1, 2, -2, 3, -3]) * h
    seen = system.observe(np.zeros(6), state.vector + np.outer(steps, rate))
    whole, about_centre = (
        (45 * (E[0] - E[1]) - 9 * (E[2] - E[3]) + (E[4] - E[5])) / (60 * h)
        for E in (seen["kinetic_energy"] + seen["potential_energy"], seen["energy_about_centre"])
    )
    assert_allclose(whole, rate[-2], rtol=1e-5)
    assert_allclose(about_centre, rate[-1], rtol=1e-6)


def test_a_craft_that_a_thread_ties_to_the_ground_falls_alike():
    """Positions are then measured from the ground, and not from a falling origin."""
    seen = []
    for tied in (False, True):
        model = hinged()
        if tied:
            far = model.ground.frame("far", at=[1.0, 2.0, 3.0])
            model.add_force("thread", tt.SpringDamper(far, "one", length=1.0, stiffness=1e-20))
        system = model.build()
        assert bool(system.tables.falling[0]) != tied
        seen.append(system.evaluate(system.state(**START)))
    for body in ("one", "two"):
        falling, tied = (each.body[body] for each in seen)
        assert_allclose(tied.acceleration, falling.acceleration, rtol=1e-12)
        a, b = falling.angular_acceleration, tied.angular_acceleration
        assert np.abs(b - a).max() < 1e-8 * np.abs(a).max()  # rounded at 7e6 m

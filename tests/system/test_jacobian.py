"""Exact Jacobians against differences, closed forms and other formulations."""

import numpy as np
import pytest

import treetop as tt
from flexible_craft import craft, somewhere
from interpreted import interpreted_for
from pushed_trees import pushed_tree
from random_loops import random_mechanism
from random_trees import JOINTS, random_motion, random_tree
from treetop.assembly.poses import rotation_matrix
from treetop.errors import ModelError, TreetopError
from treetop.system.state import State


def by_differences(system, state, k, step):
    """The derivative of the rate by one number of the state: central, of fourth order."""
    rates = []
    for far in (2, 1, -1, -2):
        y = state.vector.copy()
        y[k] += far * step
        rates.append(system.rate(State(system, state.time, y)))
    return (-rates[0] + 8 * rates[1] - 8 * rates[2] + rates[3]) / (12 * step)


def differences_agree(system, state, tolerance=1e-7):
    """The exact Jacobian against differences over several steps, the nearest of each."""
    J = system.jacobian(state)
    assert J.attrs["method"] == "exact"
    nq, nu, internal = len(system.coordinate_labels), len(system.speed_labels), system.internal
    places = [*range(nq + nu), *range(internal.start, internal.stop)]
    scale = np.abs(J.values).max(axis=1) + 1e-3 * np.abs(J.values).max()
    for k, exact in zip(places, J.values.T, strict=True):
        steps = np.array([1e-3, 1e-4, 1e-5]) * max(1.0, abs(state.vector[k]))
        found = [by_differences(system, state, k, step)[places] - exact for step in steps]
        assert np.all(np.abs(found).min(axis=0) <= tolerance * scale), J.coords["to"].values[k]


@pytest.mark.parametrize("kind", JOINTS)
def test_every_joint_agrees_with_differences(kind):
    model = random_tree(seed=len(kind), bodies=3, kinds=(kind, "revolute"))
    system = model.build()
    differences_agree(system, system.state(**random_motion(model, seed=3)))


@pytest.mark.parametrize("seed", range(3))
def test_trees_agree_with_differences(seed):
    model = random_tree(seed=seed, bodies=6)
    system = model.build()
    differences_agree(system, system.state(**random_motion(model, seed=seed)))


@pytest.mark.parametrize("seed", interpreted_for([1, 2], [1]))
def test_forces_of_all_kinds_agree_with_differences(seed):
    model, motion = pushed_tree(seed)
    system = model.build()
    differences_agree(system, system.state(**motion))


def test_loops_agree_with_differences():
    model, motion, *_ = random_mechanism(seed=2, bodies=5, loops=1)
    system = model.build()
    differences_agree(system, system.settled(system.state(**motion)))


def test_flexible_bodies_agree_with_differences():
    system = craft().build()
    differences_agree(system, somewhere(system))


def test_air_light_and_magnetic_fields_agree_with_differences():
    grey = {"absorption": 0.6, "specular": 0.1}
    model = tt.Model("orbiter", epoch="2026-07-01T06:30:00 UTC")
    bus = model.add_body("bus", mass=50, inertia=[5, 6, 7])
    model.add_joint("orbit", tt.Free(), model.ground, bus)
    model.set_environment(
        tt.Earth(
            gravity=("EGM2008", 4), sun=True, magnetic="IGRF-14", atmosphere=tt.HarrisPriester()
        )
    )
    model.add_surface("panel", tt.Plate("bus", size=[2, 1], normal=[0, 0.6, 0.8], drag=2.2, **grey))
    model.add_device("coil", tt.MagneticDipole("bus", moment=[1, 2, 3]))
    system = model.build()
    start = {"position": [7e6, 1e5, 2e5], "velocity": [100, 7000, 2000]}
    start |= {"attitude": [0.8, 0.6, 0, 0], "angular_velocity": [0.01, 0.02, 0.03]}
    state = system.state(orbit=start)
    differences_agree(system, state)


def pendulum():
    model = tt.Model("pendulum")
    bob = model.add_body("bob", mass=3, centre=[0, 0, -2])
    model.add_joint("hinge", tt.Revolute([0, 1, 0]), model.ground, bob)
    model.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
    return model


def test_a_pendulum_by_its_closed_form():
    system = pendulum().build()
    state = system.state(hinge={"angle": 0.7, "rate": 3})
    J = system.jacobian(state)
    assert list(J.coords["of"].values) == list(J.coords["to"].values)
    known = [[0, 1], [-9.81 / 2 * np.cos(0.7), 0]]
    np.testing.assert_allclose(J.values, known, rtol=0, atol=1e-15)
    assert J.sel(of="hinge.rate", to="hinge.angle") == J.values[1, 0]


def test_what_has_no_duals_is_found_by_differences_and_says_so():
    model = random_tree(seed=4, bodies=4)
    exact, other = model.build(), model.build("kane")
    state = exact.state(**random_motion(model, seed=4))
    J, D = exact.jacobian(state), other.jacobian(other.state_of(state))
    assert D.attrs["method"].startswith("differences: ")
    np.testing.assert_allclose(D.values, J.values, rtol=0, atol=1e-7 * np.abs(J.values).max())


def test_frames_move_as_their_jacobians_say():
    model = random_tree(seed=5, bodies=5, grounded=True)
    at = np.array([0.3, -0.2, 0.5])
    model.bodies["b4"].frame("mast", at=at.tolist())
    system = model.build()
    state = system.state(**random_motion(model, seed=5))
    J = system.jacobian(state, of="b4.mast")
    found = J.values @ state.vector[system.equations.chart.speeds(system.tables)]
    body = system.evaluate(state).body["b4"]
    R = rotation_matrix(tuple(body.attitude))
    turning = R @ body.angular_velocity
    np.testing.assert_allclose(found[:3], turning, rtol=0, atol=1e-13)
    moving = body.velocity + np.cross(turning, R @ at)
    np.testing.assert_allclose(found[3:], moving, rtol=0, atol=1e-13)
    assert list(J.coords["to"].values) == system.speed_labels


def test_unknown_names_are_refused():
    system = pendulum().build()
    with pytest.raises(ModelError, match=r"hinge\.angle"):
        system.jacobian(system.state(), to="hinge.angel")
    with pytest.raises(ModelError, match=r"hinge\.rate"):
        system.jacobian(system.state(), of=["hinge.rat"])


def test_absolute_coordinates_are_refused():
    system = pendulum().build("newton-euler")
    with pytest.raises(TreetopError, match="build the system as 'recursive'"):
        system.jacobian(system.state())

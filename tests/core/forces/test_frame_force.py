"""Forces and torques at frames."""

import numpy as np
import pytest

import treetop as tt
from naive import rotation_of
from random_trees import attitude

FORCE, TORQUE = np.array([1.0, -2.0, 3.0]), np.array([0.5, 1.0, -1.5])
AT = np.array([0.3, 0.1, -0.2])


def craft(rng, **force):
    """A turned body that moves, pushed at a turned frame away from its mass centre."""
    model = tt.Model("craft")
    body = model.add_body("body", mass=2, inertia=[1, 2, 1.5], centre=[0.1, 0, 0.2])
    model.add_joint("orbit", tt.Free(), model.ground, body)
    frame = body.frame("nozzle", at=AT.tolist(), attitude=attitude(rng))
    model.add_force("thrust", tt.FrameForce(frame, **force))
    system = model.build()
    motion = {"attitude": attitude(rng), "velocity": [5, 1, 2], "angular_velocity": [1, 2, 3]}
    return system, system.state(orbit=motion | {"position": [1, 2, 3]})


def turns(system, state, axes):
    """To inertial axes: from those of the body, and from those that the force is given in."""
    R_NB = rotation_of(state["orbit.attitude"])
    R_BF = rotation_of(np.array(system.mechanism.frame("body.nozzle").attitude))
    return R_NB, R_NB @ R_BF if axes == "body" else np.eye(3)


@pytest.mark.parametrize("axes", ["body", "inertial"])
def test_rates_of_momenta_are_force_and_torque_in_the_right_axes(axes, rng):
    system, state = craft(rng, force=FORCE.tolist(), torque=TORQUE.tolist(), axes=axes)
    R_NB, R = turns(system, state, axes)
    now = system.evaluate(state).body["body"]
    w, J, c = now.angular_velocity, np.diag([1, 2, 1.5]), np.array([0.1, 0, 0.2])
    a_C = now.acceleration + R_NB @ (
        np.cross(now.angular_acceleration, c) + np.cross(w, np.cross(w, c))
    )
    assert 2 * a_C == pytest.approx(R @ FORCE, abs=1e-14)
    spin_rate = J @ now.angular_acceleration + np.cross(w, J @ w)
    torque = R @ TORQUE + np.cross(R_NB @ (AT - c), R @ FORCE)
    assert R_NB @ spin_rate == pytest.approx(torque, abs=1e-13)


@pytest.mark.parametrize("axes", ["body", "inertial"])
def test_power_is_force_times_velocity_of_the_frame(axes, rng):
    system, state = craft(rng, force=FORCE.tolist(), torque=TORQUE.tolist(), axes=axes)
    R_NB, R = turns(system, state, axes)
    w = R_NB @ state["orbit.angular_velocity"]
    v = state["orbit.velocity"] + np.cross(w, R_NB @ AT)
    assert system.rate(state)[-2] == pytest.approx(R @ FORCE @ v + R @ TORQUE @ w, rel=1e-13)


def test_tabulated_force_is_taken_at_its_time(rng):
    table = tt.Table([0, 2], [[0, 0, 0], (2 * FORCE).tolist()])
    system, state = craft(rng, force=table, axes="inertial")
    now = system.at(type(state)(system, 1.0, state.vector))
    _, constant = craft(rng, force=FORCE.tolist(), axes="inertial")
    assert now.work.F[1, 3:] == pytest.approx(FORCE, abs=1e-15)
    assert constant is not state

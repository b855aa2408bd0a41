"""What each joint kind allows, against the derivatives of where it puts its outboard frame."""

import numpy as np
import pytest

import treetop as tt
from agreeing import close
from naive import DIFFERENCE, DIFFERENCE_AT, STEP, Naive, vector_of
from random_trees import CURVED, JOINTS, attitude, direction, place, random_motion

KINDS = [*JOINTS, *CURVED]
MAKE = JOINTS | CURVED
ODD = {
    "planar, normal nearly along x": tt.Planar([1, 1e-9, 0]),
    "planar, x given askew": tt.Planar([1, 2, 3], x=[1, 1, 1]),
    "universal, axes nearly parallel": tt.Universal([1, 0, 0], [1, 0.01, 0]),
    "screw, left-handed": tt.Screw([1, -1, 0], pitch=-2.0),
    "screw without pitch": tt.Screw([0, 0, 1], pitch=0.0),
}


@pytest.fixture(params=[*KINDS, *ODD], ids=str)
def pair(request, rng):
    """A free body that turns and moves, and another on it by the joint; a state in motion."""
    kind = ODD[request.param] if request.param in ODD else MAKE[request.param](rng)
    model = tt.Model("pair")
    base = model.add_body("base", mass=2, inertia=[1, 2, 1.5], centre=place(rng))
    tip = model.add_body("tip", mass=1, inertia=[0.3, 0.4, 0.5], centre=place(rng))
    model.add_joint("root", tt.Free(), model.ground, base)
    inboard = base.frame("inboard", at=place(rng), attitude=attitude(rng))
    outboard = tip.frame("outboard", at=place(rng), attitude=attitude(rng))
    model.add_joint("joint", kind, inboard, outboard)
    system = model.build()
    state = system.state(**random_motion(model, seed=5))
    system.evaluate(state)
    return system, state, Naive(system)


def velocities(naive, q, rates):
    """Velocities of the outboard frame M, for rates of the coordinates in rows: turning, and its
    origin's."""
    R, p = naive.frame(q + 1j * STEP * rates, "tip.outboard")
    turning = vector_of(np.imag(R) @ np.swapaxes(np.real(R), -1, -2))
    return np.concatenate([turning, np.imag(p)], axis=-1) / STEP


def test_columns_of_S_are_partial_velocities_of_M(pair):
    system, state, naive = pair
    q = state.coordinates
    expected = velocities(naive, q, naive.coordinate_rates(q, np.eye(naive.nu)))[6:]
    assert system.at(state).work.S[6:] == pytest.approx(expected, abs=1e-14)


def test_velocity_is_the_rate_of_the_pose(pair):
    system, state, naive = pair
    q, u = state.coordinates, state.speeds
    V = velocities(naive, q, naive.coordinate_rates(q, u))
    V[3:] -= state.vector[-5:-2]  # the tables see it from the origin, which moves with the base
    close(system.at(state).work.V[2], V, 1e-14)


def test_carried_acceleration_is_that_at_constant_speeds(pair):
    """The base, at constant speeds, does not accelerate, and so lends none."""
    system, state, naive = pair
    u, later = (
        state.speeds,
        [naive.along(state.coordinates, state.speeds, h) for h in DIFFERENCE_AT],
    )
    V = [velocities(naive, q, naive.coordinate_rates(q, u)) for q in later]
    assert system.at(state).work.c[2] == pytest.approx(DIFFERENCE @ np.array(V), abs=1e-10)


def test_coordinate_rates_are_the_derivatives_of_the_coordinates(pair):
    system, state, naive = pair
    rate = system.rate(state)
    q_rates = rate[: len(system.coordinate_labels)]
    q_rates[4:7] += state.vector[-5:-2]  # as seen from the ground
    close(q_rates, naive.coordinate_rates(state.coordinates, state.speeds), 1e-15)


@pytest.mark.parametrize("kind", [*JOINTS, "curvilinear"])
def test_at_zero_the_frames_coincide(kind, rng):
    model = tt.Model("one")
    body = model.add_body("body", mass=1, inertia=[1, 1, 1])
    ground = model.ground.frame("here", at=place(rng), attitude=attitude(rng))
    model.add_joint("joint", MAKE[kind](rng), ground, body)
    system = model.build()
    now, frame = system.evaluate(system.state()).body["body"], model.frame("ground.here")
    if kind != "free":
        assert now.position == pytest.approx(np.array(frame.at), abs=1e-15)
    same = np.abs(now.attitude @ np.array(frame.attitude))
    assert same == pytest.approx(1.0, abs=1e-15)


def test_positive_angle_turns_by_the_right_hand(rng):
    axis = direction(rng)
    model = tt.Model("one")
    body = model.add_body("body", mass=1, inertia=[1, 1, 1])
    model.add_joint("joint", tt.Revolute(axis), model.ground, body)
    system = model.build()
    now = system.evaluate(system.state(joint={"angle": 0.6})).body["body"]
    assert now.attitude == pytest.approx([np.cos(0.3), *(np.sin(0.3) * np.array(axis))], abs=1e-15)

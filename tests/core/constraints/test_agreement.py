"""Constraints of a model: the same motion and forces by all formulations, and as joints give."""

import numpy as np
import pytest

import treetop as tt
from agreeing import close
from interpreted import interpreted_for
from random_constraints import KINDS, constrained_tree
from treetop.system.formulations import FORMULATIONS

ALL = list(FORMULATIONS)
# Rows of every kind by every formulation are interpreted in test_chart.py.
INTERPRETED = ("rolling-disc", "user-slip")


def accelerations(now: tt.Snapshot) -> np.ndarray:
    return np.array([[*b.acceleration, *b.angular_acceleration] for b in now.body.values()])


def loads(now: tt.Snapshot) -> np.ndarray:
    joints = [[*j.reaction_force, *j.reaction_torque, 0.0] for j in now.joint.values()]
    held = [[*c.force, *c.torque, c.effort] for c in now.constraint.values()]
    return np.array(joints + held)


def seen(model: tt.Model, motion, formulation: str, time: float = 0.0):
    system = model.build(formulation)
    state = system.settled(system.state(time, **motion))
    return system, state, system.evaluate(state)


@pytest.mark.parametrize("kind", interpreted_for(KINDS, INTERPRETED))
@pytest.mark.parametrize("seed", interpreted_for((1, 2), [1]))
def test_all_formulations_agree_on_accelerations_and_loads(seed, kind):
    model, motion = constrained_tree(seed, (kind,))
    _, state, expected = seen(model, motion, ALL[0])
    for formulation in ALL[1:]:
        _, own, found = seen(model, motion, formulation)
        close(own.coordinates, state.coordinates, 1e-12)
        close(accelerations(found), accelerations(expected), 1e-10)
        close(loads(found), loads(expected), 1e-10)
        assert found.constraint_error < 1e-13


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ALL)
def test_several_constraints_and_a_loop_at_once(formulation):
    kinds = ("distance", "coupling", "prescribed", "point-on-plane", "rolling-ball")
    model, motion = constrained_tree(4, kinds, bodies=8)
    _, _, expected = seen(model, motion, "recursive")
    system, state, now = seen(model, motion, formulation)
    close(accelerations(now), accelerations(expected), 1e-10)
    close(loads(now), loads(expected), 1e-9)
    counts = system.counts(state)
    assert counts.rank == counts.constraints


# --- constraints that make a joint ----------------------------------------------------------

AXIS = [0.6, 0.0, 0.8]
SAME = {
    "spherical": (tt.Spherical(), [lambda a, b: tt.Coincident(a, b)]),
    "revolute": (
        tt.Revolute(AXIS),
        [lambda a, b: tt.Coincident(a, b), lambda a, b: tt.Parallel(a, b, AXIS)],
    ),
    "cylindrical": (
        tt.Cylindrical([0, 0, 1]),
        [
            lambda a, b: tt.PointOnPlane(b, a, [1, 0, 0]),
            lambda a, b: tt.PointOnPlane(b, a, [0, 1, 0]),
            lambda a, b: tt.Parallel(a, b, [0, 0, 1]),
        ],
    ),
    "planar": (
        tt.Planar(AXIS),
        [lambda a, b: tt.PointOnPlane(b, a, AXIS), lambda a, b: tt.Parallel(a, b, AXIS)],
    ),
    "universal": (
        tt.Universal([1, 0, 0], [0, 1, 0]),
        [
            lambda a, b: tt.Coincident(a, b),
            lambda a, b: tt.Perpendicular(a, b, [1, 0, 0], [0, 1, 0]),
        ],
    ),
    "fixed": (
        tt.Fixed(),
        [
            lambda a, b: tt.Coincident(a, b),
            lambda a, b: tt.Parallel(a, b, AXIS),
            lambda a, b: tt.NoRotation(a, b, AXIS),
        ],
    ),
}


def pair(kind=None, constraints=()):
    """Two bodies in free flight and under forces, held together by a joint or by constraints."""
    model = tt.Model("pair")
    one = model.add_body("one", 2.0, [0.5, 0.7, 0.9], [0.1, 0.0, 0.2])
    two = model.add_body("two", 1.0, [0.2, 0.3, 0.4], [0.0, 0.1, 0.1])
    a = one.frame("a", at=[0.5, 0.1, 0.0], attitude=[0.8, 0.6, 0, 0])
    b = two.frame("b", at=[-0.4, 0.0, 0.2], attitude=[0.6, 0, 0.8, 0])
    model.add_joint("fly", tt.Free(), model.ground, one)
    if kind is not None:
        model.add_joint("held", kind, a, b)
    else:
        model.add_joint("also", tt.Free(), a, b)
        for k, make in enumerate(constraints):
            model.add_constraint(f"c{k}", make(a, b))
    model.add_force("push", tt.FrameForce(two, force=[1, 2, 3], torque=[0.3, 0.1, 0.2]))
    model.add_force("weight", tt.UniformGravity())
    return model


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ALL)
@pytest.mark.parametrize("name", SAME)
def test_constraints_that_make_a_joint_move_and_hold_as_it_does(name, formulation):
    kind, constraints = SAME[name]
    motion = {"angular_velocity": [0.3, -0.5, 0.8], "velocity": [0.1, 0.2, 0.3]}
    joint = pair(kind).build(formulation)
    speeds = {speed.name: 0.4 for speed in kind.speeds if speed.size == 1}
    if name == "spherical":
        speeds = {"angular_velocity": [0.4, 0.3, 0.2], "attitude": [0.8, 0, 0, 0.6]}
    state = joint.state(fly=motion, held=speeds)
    expected = joint.evaluate(state)
    system = pair(constraints=constraints).build(formulation)
    one, two = (expected.body[body] for body in ("one", "two"))
    own = system.settled(_as_free(system, motion, one, two))
    found = system.evaluate(own)
    close(accelerations(found), accelerations(expected), 1e-11)
    R = _turn(one.attitude) @ _turn([0.8, 0.6, 0, 0])
    load = expected.joint["held"]
    total = [
        sum(getattr(c, part) for c in found.constraint.values()) for part in ("force", "torque")
    ]
    close(R.T @ total[0], load.reaction_force, 1e-11)
    assert R.T @ total[1] == pytest.approx(load.reaction_torque, abs=1e-11)


def _as_free(system, motion, one, two):
    """Frame b in frame a, as a free joint's coordinates, given by how the bodies move."""
    R1, R2 = _turn(one.attitude), _turn(two.attitude)
    A, B = R1 @ _turn([0.8, 0.6, 0, 0]), R2 @ _turn([0.6, 0, 0.8, 0])
    arm1, arm2 = R1 @ [0.5, 0.1, 0.0], R2 @ [-0.4, 0.0, 0.2]
    w1, w2 = R1 @ one.angular_velocity, R2 @ two.angular_velocity
    d = two.position + arm2 - one.position - arm1
    v = two.velocity + np.cross(w2, arm2) - one.velocity - np.cross(w1, arm1 + d)
    return system.state(
        fly=motion,
        also={
            "attitude": (A.T @ B).tolist(),
            "position": A.T @ d,
            "angular_velocity": B.T @ (w2 - w1),
            "velocity": A.T @ v,
        },
    )


def _turn(q):
    w, *e = q
    cross = np.cross(e, np.eye(3)).T
    return np.eye(3) + 2 * w * cross + 2 * cross @ cross

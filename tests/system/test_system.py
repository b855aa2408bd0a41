"""A built model."""

import copy
import gc
import json
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

import treetop as tt
from folders import SUPPORT, TESTS
from random_trees import random_tree
from sprung_trees import moving, sprung_tree
from treetop.errors import ModelError, RunError, TreetopError


def chain(*links):
    """Bodies in a row: each (kind of joint, properties of the body)."""
    model, inboard = tt.Model("chain"), "ground"
    for n, (kind, body) in enumerate(links):
        inboard = model.add_body(f"b{n}", **body)
        model.add_joint(f"j{n}", kind, f"b{n - 1}" if n else "ground", inboard)
    return model


HEAVY = {"mass": 1, "inertia": [1, 1, 1], "centre": [0.3, 0.2, 0.1]}


# --- bodies without mass ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("links", "joint"),
    [
        ([(tt.Revolute([0, 0, 1]), {"mass": 0})], "j0"),
        ([(tt.Revolute([0, 0, 1]), HEAVY), (tt.Prismatic([1, 0, 0]), {"mass": 0})], "j1"),
        ([(tt.Spherical(), {"mass": 1, "centre": [1, 0, 0]})], "j0"),
        ([(tt.Spherical(), {"mass": 0}), (tt.Revolute([0, 0, 1]), HEAVY)], "j0"),
        ([(tt.Revolute([0, 0, 1]), {"mass": 0}), (tt.Revolute([0, 0, 1]), HEAVY)], "j0"),
        ([(tt.Free(), {"mass": 0}), (tt.Spherical(), HEAVY)], "j0"),
    ],
)
def test_a_joint_that_moves_nothing_with_inertia_is_told(links, joint):
    """At the end of a tree, or within it where a body without mass has one freedom too many."""
    with pytest.raises(ModelError, match=joint):
        chain(*links).build()


@pytest.mark.parametrize(
    "links",
    [
        [(tt.Revolute([0, 0, 1]), {"mass": 0}), (tt.Revolute([1, 0, 0]), HEAVY)],
        [(tt.Prismatic([0, 0, 1]), {"mass": 0}), (tt.Prismatic([1, 0, 0]), {"mass": 1})],
        [(tt.Revolute([0, 0, 1]), {"mass": 1, "centre": [1, 0, 0]})],
    ],
)
def test_bodies_without_mass_and_points_are_taken_where_the_mechanics_allows(links):
    system = chain(*links).build()
    assert np.isfinite(system.evaluate(system.state()).speed_rates).all()


def test_inertia_without_any_mass_moves():
    model = chain((tt.Revolute([0, 0, 1]), {"mass": 0, "inertia": [1, 1, 2]}))
    model.add_force("drive", tt.JointEffort("j0", 3.0))
    system = model.build()
    assert system.evaluate(system.state()).speed_rates.tolist() == [1.5]
    assert tt.simulate(system, system.state(), 1.0).outcome == "finished"


# --- evaluation ---------------------------------------------------------------------------


def test_a_force_that_is_not_a_number_is_told_with_its_body_and_time():
    model = chain((tt.Revolute([0, 0, 1]), HEAVY), (tt.Revolute([1, 0, 0]), HEAVY))
    model.add_force("f", tt.UserForce(broken, "b1"))
    system = model.build()
    with pytest.raises(RunError, match="at 3 s: the force on body 'b1' is not finite"):
        system.evaluate(system.state(time=3.0))


def broken(t, motion, p):
    return tt.Wrench(tt.Vec3(0.0, np.nan, 0.0), tt.Vec3(0.0, 0.0, 0.0))


def test_a_state_of_another_system_is_refused():
    one, other = (chain((kind, HEAVY)).build() for kind in (tt.Revolute([0, 0, 1]), tt.Free()))
    uses = (one.evaluate, one.mass_matrix, one.bias, lambda s: tt.simulate(one, s, 1.0))
    for use in uses:
        with pytest.raises(TreetopError, match="another system"):
            use(other.state())
    same = chain((tt.Revolute([0, 0, 1]), HEAVY)).build()
    one.evaluate(same.state())


@pytest.mark.parametrize("rates", [[1.0], [1.0, 2.0, 3.0], 1.0])
def test_speed_rates_must_be_one_for_each_speed(rates):
    system = chain((tt.Cylindrical([0, 0, 1]), HEAVY)).build()
    with pytest.raises(TreetopError, match="give 2 speed rates"):
        system.inverse_dynamics(system.state(), rates)


def test_a_model_without_bodies_is_told():
    with pytest.raises(ModelError, match="bodies: there is nothing that could move"):
        tt.Model("empty").build()


def test_unknown_formulation_is_told_with_the_known_ones():
    with pytest.raises(ModelError, match=r"unknown formulation 'lagrange' \(there are: recursive"):
        chain((tt.Revolute([0, 0, 1]), HEAVY)).build(formulation="lagrange")


def test_a_formulation_that_is_misspelt_is_told_with_the_nearest():
    with pytest.raises(ModelError, match=r"unknown formulation 'Udwadia' \(did you mean 'udwadia'"):
        chain((tt.Revolute([0, 0, 1]), HEAVY)).build("Udwadia")


@pytest.mark.compiled
def test_a_function_that_cannot_be_compiled_is_told():
    model = chain((tt.Revolute([0, 0, 1]), HEAVY))
    model.add_force("odd", tt.UserForce(lambda t, motion, p: "nothing", "b0"))
    with pytest.raises(ModelError, match="odd"):
        model.build()


def test_evaluations_do_not_depend_on_those_before():
    model = sprung_tree(seed=1, bodies=10)
    system, state = moving(model, seed=1)
    first = system.evaluate(state)
    _, other = moving(model, seed=2)
    system.evaluate(other), system.mass_matrix(other), system.bias(other)
    again = system.evaluate(state)
    assert np.array_equal(first.speed_rates, again.speed_rates)
    assert np.array_equal(first.joint["j3"].reaction_force, again.joint["j3"].reaction_force)


def test_systems_do_not_share_room():
    (one, state), (two, other) = (moving(random_tree(s, 8), seed=1) for s in (1, 2))
    before = one.evaluate(state).speed_rates
    two.evaluate(other)
    assert np.array_equal(one.evaluate(state).speed_rates, before)


@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda system: pickle.loads(pickle.dumps(system))]
)
def test_a_copy_lives_on_without_what_it_was_copied_from(copied):
    system, state = moving(sprung_tree(seed=1, bodies=4), seed=1)
    expected, y = system.evaluate(state).speed_rates, state.vector
    other = copied(system)
    del system, state
    gc.collect()
    again = other.evaluate(tt.State(other, 0.0, y)).speed_rates
    assert np.array_equal(again, expected)


def test_names_are_in_the_order_of_the_tables():
    system = random_tree(seed=3, bodies=9).build()
    outboard = [system.mechanism.joints[j].outboard.partition(".")[0] for j in system.joint_names]
    assert outboard == system.body_names


# --- compiled and interpreted -------------------------------------------------------------

TREES = [
    {"seed": 1, "bodies": 10},
    {"seed": 2, "bodies": 12, "grounded": True, "roots": 2},
    {"seed": 3, "bodies": 60, "roots": 3},
]


def swirl(t, motion, p):
    force = tt.Vec3(-p[0] * motion.position.y, p[0] * motion.position.x, t)
    return tt.Wrench(force, motion.angular_velocity * -p[1])


def everything():
    """All that can be computed of some trees, and the end of a short run, as lists of numbers."""
    told = []
    for tree in TREES:
        model = sprung_tree(**tree)
        model.add_force("swirl", tt.UserForce(swirl, "b3", "b1", (0.5, 0.2)))
        model.add_force("thrust", tt.FrameForce("b2", tt.Table([0, 1], [[1, 2, 3], [3, 2, 1]])))
        system, state = moving(model, seed=5)
        seen = system.observe(np.array([0.5]), state.vector[None])
        told += [values.ravel().tolist() for values in seen.values()]
        told += [system.rate(state).tolist(), system.bias(state).tolist()]
        told.append(system.mass_matrix(state).ravel().tolist())
    system, state = moving(sprung_tree(seed=4, bodies=5), seed=1, speed=0.2)
    for method in ({}, {"method": "rk4", "step": 0.02}):
        data = tt.simulate(system, state, 0.1, every=0.05, **method).data
        told += [data.coordinates.values.ravel().tolist(), data.speeds.values.ravel().tolist()]
    return told


@pytest.mark.compiled
def test_compiled_is_interpreted():
    """A script is run once more in a process without the compiler."""
    script = "import json, test_system; print(json.dumps(test_system.everything()))"
    path = os.pathsep.join([str(SUPPORT), str(TESTS / "system"), *sys.path])
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    for ours, theirs in zip(everything(), json.loads(done.stdout), strict=True):
        size = max(map(abs, theirs), default=1.0)
        assert ours == pytest.approx(theirs, rel=1e-12, abs=1e-12 * size)


def test_what_was_built_does_not_change_with_the_model():
    model = tt.Model("swing")
    body = model.add_body("body", mass=1, inertia=[1, 1, 1])
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), model.ground, body)
    system = model.build()
    model.add_force("spring", tt.JointSpring("hinge", stiffness=50))
    body.frame("later")
    assert not system.mechanism.forces
    assert not system.mechanism.bodies["body"].frames
    assert system.model != model


@pytest.mark.parametrize("formulation", ["recursive", "kane", "newton-euler", "udwadia"])
def test_matrices_that_do_not_fit_are_refused_before_memory_is_asked_for(
    formulation, monkeypatch, four_bar
):
    monkeypatch.setattr("treetop.system.formulations.MAX_DENSE_NUMBERS", 10)
    with pytest.raises(tt.ModelError, match=f"matrices of '{formulation}' would take"):
        four_bar.build(formulation)

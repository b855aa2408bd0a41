"""Prescribed coordinates that stay in the recursion, against the same as rows and as efforts."""

import numpy as np
import pytest

import treetop as tt
from agreeing import close
from interpreted import interpreted_for
from random_constraints import scalar_values
from random_loops import random_mechanism
from random_trees import random_motion, random_tree
from treetop.core.formulations import recursive
from treetop.core.formulations.closed_loop import recursive as closed_recursive
from treetop.system.state import State

ROWS = ["kane", "newton-euler", "udwadia", "kane-absolute"]
KINDS = ("revolute", "universal", "cylindrical", "planar", "prismatic", "screw", "spherical")


def accelerations(now: tt.Snapshot) -> np.ndarray:
    return np.array([[*b.acceleration, *b.angular_acceleration] for b in now.body.values()])


def reactions(now: tt.Snapshot) -> np.ndarray:
    return np.array([[*j.reaction_force, *j.reaction_torque] for j in now.joint.values()])


def efforts(now: tt.Snapshot) -> np.ndarray:
    return np.array([c.effort for c in now.constraint.values()])


def prescribe(model, motion, rng, share=0.4, most=99):
    """Let some coordinates follow functions that begin where the motion does, a little faster."""
    every = list(scalar_values(model, motion))
    count = min(most, max(1, round(share * len(every))))
    for k in rng.choice(len(every), count, replace=False):
        label, value, rate = every[k]
        law = f"{value!r} + {rate!r}*t + 0.3*sin(2*t) - 0.2*t**2 - 0.5*t"
        model.add_constraint(f"drive {label.replace('.', ' ')}", tt.Prescribed(label, law))


def driven_tree(seed: int, bodies: int = 7, grounded: bool = False):
    model = random_tree(seed, bodies, KINDS, grounded=grounded, reach=4)
    motion = random_motion(model, seed)
    prescribe(model, motion, np.random.default_rng(seed))
    return model, motion


def settled(model, motion, formulation):
    system = model.build(formulation)
    state = system.settled(system.state(**motion))
    return system, state, system.evaluate(state)


@pytest.mark.parametrize("formulation", interpreted_for(ROWS, ("kane", "newton-euler")))
@pytest.mark.parametrize("seed", interpreted_for((1, 2, 3), [1]))
def test_the_recursion_agrees_with_rows(seed, formulation):
    """Speeds as well: all others must give way alike when driven ones are put right."""
    model, motion = driven_tree(seed, grounded=bool(seed % 2))
    system, state, expected = settled(model, motion, "recursive")
    assert system.equations is recursive.formulation  # no equations beyond the tree's
    _, own, found = settled(model, motion, formulation)
    close(own.coordinates, state.coordinates, 1e-9)
    close(own.speeds, state.speeds, 1e-9)
    close(accelerations(found), accelerations(expected), 1e-9)
    close(reactions(found), reactions(expected), 1e-9)
    close(efforts(found), efforts(expected), 1e-9)
    assert expected.constraint_error == 0.0


@pytest.mark.parametrize("seed", [5, 6, 7])
def test_efforts_are_those_of_inverse_dynamics(seed):
    model, motion = driven_tree(seed)
    system, state, now = settled(model, motion, "recursive")
    needed = system.inverse_dynamics(state, now.speed_rates)
    driven = [
        system.speed_labels.index(label)
        for label in map(speed_of(model), (c.coordinate for c in model.constraints.values()))
    ]
    close(efforts(now), needed[driven], 1e-10)
    others = np.delete(needed, driven)
    assert np.abs(others).max() < 1e-10 * np.abs(needed).max()


def speed_of(model):
    def label(coordinate: str) -> str:
        joint, _, name = coordinate.partition(".")
        kind = model.joints[joint].kind
        index = [item.name for item in kind.coordinates].index(name)
        return f"{joint}.{kind.speeds[index].name}"

    return label


@pytest.mark.parametrize("formulation", ["kane", "newton-euler"])
@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(s, marks=pytest.mark.compiled) for s in (4, 6))]
)
def test_loops_with_driven_joints_agree_with_rows(seed, formulation):
    model, motion = random_mechanism(seed, bodies=7, loops=1)
    left = model.build()
    freedom = left.counts(left.settled(left.state(**motion))).degrees_of_freedom
    assert freedom > 2
    prescribe(model, motion, np.random.default_rng(seed), most=2)
    system, state, expected = settled(model, motion, "recursive")
    assert system.equations is closed_recursive.formulation
    rows, whole = (t.constraints.kind.size for t in (system.tables, system.whole))
    assert rows == whole - len(model.constraints)
    assert system.counts(state).degrees_of_freedom == freedom - len(model.constraints)
    _, own, found = settled(model, motion, formulation)
    close(own.coordinates, state.coordinates, 1e-9)
    close(own.speeds, state.speeds, 1e-9)
    close(accelerations(found), accelerations(expected), 1e-9)
    close(efforts(found), efforts(expected), 1e-9)


def test_settling_leaves_the_momenta_alone():
    """In flight a driven joint is put right by what it exerts between bodies."""
    model, motion = driven_tree(8)
    system = model.build()
    start = system.settled(system.state(**motion))
    aside = start.vector.copy()
    nq = len(system.coordinate_labels)
    aside[nq : nq + len(system.speed_labels)] += 1e-3
    before = system.evaluate(State(system, 0.0, aside))
    after = system.evaluate(system.settled(State(system, 0.0, aside)))
    close(after.linear_momentum, before.linear_momentum, 1e-13)
    close(after.angular_momentum_about_centre, before.angular_momentum_about_centre, 1e-13)


@pytest.mark.compiled
@pytest.mark.parametrize("seed", [9, 10])
def test_a_run_follows_to_the_last_digit_and_its_work_is_accounted_for(seed):
    model, motion = driven_tree(seed)
    system = model.build()
    run = tt.simulate(
        system, system.settled(system.state(**motion)), duration=1.0, every=0.1, rtol=1e-11
    )
    for constraint in model.constraints.values():
        law = compile(constraint.law, "law", "eval")
        expected = [eval(law, {"sin": np.sin, "t": t}) for t in run.time]
        assert run[constraint.coordinate].values == pytest.approx(expected, rel=1e-15, abs=1e-15)
    assert np.ptp(run["work"].values) > 0.1
    assert run.audit().passed(1e-8), run.audit()


def test_what_is_driven_needs_no_inertia():
    """A massless link between two motors; its own inertia is none, and no speed divides by it."""
    model = tt.Model("gimbal")
    ring = model.add_body("ring", 0.0, 0)
    wheel = model.add_body("wheel", 3.0, [1, 1, 2])
    model.add_joint("outer", tt.Revolute([1, 0, 0]), model.ground, ring)
    model.add_joint("inner", tt.Revolute([0, 1, 0]), ring, wheel)
    model.add_constraint("turn", tt.Prescribed("outer.angle", "0.3*t"))
    model.add_constraint("spin", tt.Prescribed("inner.angle", "t**2"))
    system = model.build()
    now = system.evaluate(system.settled(system.state(0.5)))
    expected = model.build("newton-euler")
    rows = expected.evaluate(expected.settled(expected.state(0.5)))
    close(efforts(now), efforts(rows), 1e-12)


@pytest.mark.compiled
def test_a_law_that_is_not_finite_is_named():
    model = tt.Model("arm")
    model.add_body("arm", 1.0, [1, 1, 1])
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), model.ground, "arm")
    model.add_constraint("motor", tt.Prescribed("hinge.angle", "sqrt(1 - t)"))
    system = model.build()
    with pytest.raises(tt.RunError, match="'motor' are not finite"):
        system.evaluate(system.state(2.0))

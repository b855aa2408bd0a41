"""Joints that close loops: the same motion by all formulations, dependent rows or not."""

import numpy as np
import pytest

import treetop as tt
from agreeing import close
from random_loops import random_mechanism
from treetop.errors import ModelError
from treetop.system import FORMULATIONS

ALL = list(FORMULATIONS)
SEEDS = range(8)


def settled(seed: int, formulation: str, again: int = 1) -> tuple[tt.System, tt.State]:
    model, motion = random_mechanism(seed, bodies=6, loops=1 + seed % 2, again=again)
    system = model.build(formulation)
    return system, system.settled(system.state(**motion))


def accelerations(now: tt.Snapshot) -> np.ndarray:
    return np.array([[*b.acceleration, *b.angular_acceleration] for b in now.body.values()])


def reactions(now: tt.Snapshot) -> dict[str, np.ndarray]:
    return {n: np.append(j.reaction_force, j.reaction_torque) for n, j in now.joint.items()}


def unique(system: tt.System, state: tt.State) -> list[str]:
    """The joints whose multipliers no dependence between rows can change."""
    J, owners = system.constraint_matrix(state)
    left, values, _ = np.linalg.svd(J)
    rank = np.sum(values > 1e-9 * values[0])
    free = np.abs(left[:, rank:]).max(axis=1, initial=0.0) > 1e-9
    return [name for name in system.joint_names if not free[np.array(owners) == name].any()]


@pytest.mark.parametrize("seed", SEEDS)
def test_accelerations_and_unique_reactions_agree(seed):
    first, state = settled(seed, ALL[0])
    expected = first.evaluate(state)
    names = unique(first, state)
    for formulation in ALL[1:]:
        system, own = settled(seed, formulation)
        close(own.coordinates, state.coordinates, 1e-12)
        found = system.evaluate(own)
        close(accelerations(found), accelerations(expected), 1e-11)
        size = max(np.abs(reaction).max() for reaction in reactions(expected).values())
        for name in names:
            apart = np.abs(reactions(found)[name] - reactions(expected)[name]).max()
            assert apart < 1e-10 * size, name


@pytest.mark.compiled
@pytest.mark.parametrize("block", range(10))
def test_two_hundred_mechanisms(block):
    for seed in range(100 + 20 * block, 120 + 20 * block):
        model, motion = random_mechanism(seed, 3 + seed % 6, 1 + seed % 3, again=1 + seed % 2)
        names, expected = [], None
        for formulation in ALL:
            system = model.build(formulation)
            state = system.settled(system.state(**motion))
            now = system.evaluate(state)
            if expected is None:
                names, expected = unique(system, state), now
            close(accelerations(now), accelerations(expected), 1e-9)
            assert now.constraint_error < 1e-12
            size = max(np.abs(reaction).max() for reaction in reactions(expected).values())
            for name in names:
                apart = np.abs(reactions(now)[name] - reactions(expected)[name]).max()
                assert apart < 1e-9 * size, (seed, formulation, name)


def test_some_mechanisms_have_dependent_rows_and_some_have_not():
    counts = [system.counts(state) for system, state in (settled(s, ALL[0]) for s in SEEDS)]
    assert {c.rank < c.constraints for c in counts} == {True, False}


@pytest.mark.parametrize("formulation", ALL)
@pytest.mark.parametrize("seed", SEEDS[:4])
@pytest.mark.parametrize("again", [2, 3])
def test_constraints_told_again_change_nothing(formulation, seed, again):
    once, state = settled(seed, formulation)
    more, same = settled(seed, formulation, again)
    close(accelerations(more.evaluate(same)), accelerations(once.evaluate(state)), 1e-11)
    assert once.counts(state).rank == more.counts(same).rank
    expected, found = (reactions(s.evaluate(y)) for s, y in ((once, state), (more, same)))
    names = set(unique(once, state))
    for name in once.joint_names:
        total = sum(found[copy] for copy in found if copy.split("_")[0] == name)
        if name in names:
            close(total, expected[name], 1e-9)


@pytest.mark.parametrize("formulation", ALL)
def test_a_start_that_leaves_a_loop_open_is_refused_with_the_nearest_that_does_not(formulation):
    model = four_bar()
    system = model.build(formulation)
    askew = system.state(crank={"angle": 0.9}, coupler={"angle": -0.4}, rocker={"angle": 1.0})
    with pytest.raises(ModelError, match=r"nearest state that does is .*crank.angle ="):
        tt.simulate(system, askew, duration=1.0)
    tt.simulate(system, system.settled(askew), duration=0.1, every=0.1)


def pair(kind) -> tt.Model:
    """Two free bodies, joined."""
    model = tt.Model("pair")
    for name in ("one", "two"):
        model.add_joint(name, tt.Free(), model.ground, model.add_body(name, 1.0, [1, 1, 1]))
    model.add_joint("close", kind, "one", "two")
    return model


@pytest.mark.parametrize("formulation", ALL)
def test_an_open_loop_that_no_small_motion_closes_is_refused(formulation):
    """Turned by 90 degrees, the row that is violated has no gradient."""
    system = pair(tt.Revolute([0, 0, 1])).build(formulation)
    askew = system.state(two={"attitude": [np.sqrt(0.5), 0, np.sqrt(0.5), 0]})
    with pytest.raises(ModelError, match="no state near the start closes the loops"):
        tt.simulate(system, askew, duration=0.1)


@pytest.mark.parametrize("formulation", ["recursive", "udwadia"])
@pytest.mark.parametrize(
    "kind, attitude",
    [
        (tt.Fixed(), [0, 1, 0, 0]),
        (tt.Fixed(), [0.5, 0.5, 0.5, 0.5]),
        (tt.Prismatic([0, 0, 1]), [0, 1, 0, 0]),
        (tt.Revolute([0, 0, 1]), [0, 1, 0, 0]),
        (tt.Planar([0, 0, 1]), [0, 1, 0, 0]),
    ],
)
def test_a_joint_closed_the_wrong_way_round_is_refused(formulation, kind, attitude):
    system = pair(kind).build(formulation)
    with pytest.raises(ModelError, match="turned over"):
        tt.simulate(system, system.state(two={"attitude": attitude}), duration=0.1)
    tt.simulate(system, system.state(), duration=0.1, every=0.1)


def four_bar() -> tt.Model:
    model = tt.Model("four-bar")
    z = [0, 0, 1]
    for name, length in (("crank", 1.0), ("coupler", 2.0), ("rocker", 1.5)):
        body = model.add_body(name, 1.0, [0.01, 0.1, 0.1], [length / 2, 0, 0])
        body.frame("tip", at=[length, 0, 0])
    model.add_joint("crank", tt.Revolute(z), model.ground, "crank")
    model.add_joint("coupler", tt.Revolute(z), "crank.tip", "coupler")
    model.add_joint("rocker", tt.Revolute(z), model.ground.frame("far", at=[2, 0, 0]), "rocker")
    model.add_joint("close", tt.Revolute(z), "rocker.tip", "coupler.tip")
    model.add_force("weight", tt.UniformGravity([0, -9.81, 0]))
    return model

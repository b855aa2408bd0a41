"""Joints that close loops: the same motion by all formulations, dependent rows or not."""

import os

import numpy as np
import pytest

import treetop as tt
from agreeing import close
from random_loops import CLOSING, random_mechanism, turn
from treetop.errors import ModelError
from treetop.system.formulations import FORMULATIONS

ALL = list(FORMULATIONS)
SEEDS = range(8)
MECHANISMS = int(os.environ.get("TREETOP_TREES", "80"))  # sizes come again after 12
NEARLY = 1e-4  # of the greatest singular value


def settled(seed: int, formulation: str, again: int = 1) -> tuple[tt.System, tt.State]:
    model, motion = random_mechanism(seed, bodies=6, loops=1 + seed % 2, again=again)
    system = model.build(formulation)
    return system, system.settled(system.state(**motion))


def accelerations(now: tt.Snapshot) -> np.ndarray:
    return np.array([[*b.acceleration, *b.angular_acceleration] for b in now.body.values()])


def reactions(now: tt.Snapshot) -> dict[str, np.ndarray]:
    return {n: np.append(j.reaction_force, j.reaction_torque) for n, j in now.joint.items()}


def unique(system: tt.System, state: tt.State) -> list[str]:
    """The joints whose multipliers no dependence between rows can change.

    None where rows nearly depend on each other: forces grow there, and their digits go.
    """
    J, owners = system.constraint_matrix(state)
    left, values, _ = np.linalg.svd(J)
    rank = np.sum(values > 1e-9 * values[0])
    if values[rank - 1] < NEARLY * values[0]:
        return []
    free = np.abs(left[:, rank:]).max(axis=1, initial=0.0) > 1e-9
    return [name for name in system.joint_names if not free[np.array(owners) == name].any()]


@pytest.mark.compiled
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
@pytest.mark.parametrize("first", range(100, 100 + MECHANISMS, 20))
def test_many_random_mechanisms(first):
    """With one loop to six; in every third all closing joints are there twice."""
    compared = 0
    for seed in range(first, first + 20):
        loops = 1 + seed % 6
        again = 2 if seed % 3 == 0 else 1
        model, motion = random_mechanism(seed, 2 * loops + 2 + seed % 4, loops, again)
        names, expected = [], None
        for formulation in ALL:
            system = model.build(formulation)
            state = system.settled(system.state(**motion))
            now = system.evaluate(state)
            if expected is None:
                names, expected = unique(system, state), now
                compared += bool(names)
            # Next to a singular position (no names) forces of loops are thousands of times the
            # others, and their rounding is what newton-euler has of accelerations.
            close(accelerations(now), accelerations(expected), 1e-9 if names else 1e-8)
            assert now.constraint_error < 1e-12
            size = max(np.abs(reaction).max() for reaction in reactions(expected).values())
            for name in names:
                apart = np.abs(reactions(now)[name] - reactions(expected)[name]).max()
                assert apart < 1e-9 * size, (seed, formulation, name)
    assert compared > 15


def test_all_kinds_of_joints_close_loops():
    kinds = set()
    for seed in range(20):
        joints = random_mechanism(seed)[0].joints
        kinds |= {joint.kind.kind for name, joint in joints.items() if name.startswith("loop")}
    assert kinds == set(CLOSING)


@pytest.mark.compiled
def test_some_mechanisms_have_dependent_rows_and_some_have_not():
    counts = [system.counts(state) for system, state in (settled(s, ALL[0]) for s in SEEDS)]
    assert {c.rank < c.constraints for c in counts} == {True, False}


@pytest.mark.compiled
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


# --- reactions, in closed form and whichever joint is cut --------------------------------------

WIDTH, HEIGHT, GRAVITY = 1.2, 0.7, 9.81


def arch(cut: str) -> tt.Model:
    """Two bars that lean on each other, at rest: hinges at both feet and at the apex."""
    model, hinge = tt.Model("arch"), tt.Revolute([0, 0, 1])
    length, slope = np.hypot(WIDTH, HEIGHT), np.arctan2(HEIGHT, WIDTH)
    for name, mass in (("left", 3.0), ("right", 1.0)):
        bar = model.add_body(name, mass, [0.01, 0.1, 0.1], [length / 2, 0, 0])
        bar.frame("tip", at=[length, 0, 0])
    far = model.ground.frame("far", at=[2 * WIDTH, 0, 0])
    model.add_joint("left", hinge, model.ground, "left", cut=cut == "left")
    model.add_joint("right", hinge, far, "right", cut=cut == "right")
    order = ("right", "left") if cut == "left" else ("left", "right")  # outward from the ground
    model.add_joint("apex", hinge, *(f"{name}.tip" for name in order), cut=cut == "apex")
    turns = {"left": slope, "right": np.pi - slope}
    for joint, angle in (turns | {"apex": turns[order[1]] - turns[order[0]]}).items():
        if joint != cut:
            model.set_start(joint, angle=angle)
    model.add_force("weight", tt.UniformGravity([0, -GRAVITY, 0]))
    return model


@pytest.mark.parametrize("formulation", ALL)
@pytest.mark.parametrize("cut", ["left", "right", "apex"])
def test_forces_in_an_arch_that_stands(formulation, cut):
    """Moments of each bar about its foot give the force at the apex, weights those at the feet."""
    system = arch(cut).build(formulation)
    now = system.evaluate(system.start())
    assert np.abs(accelerations(now)).max() < 1e-12
    m, M = system.mechanism.bodies["left"].mass, system.mechanism.bodies["right"].mass
    push = np.array([GRAVITY * (M + m) * WIDTH / HEIGHT / 4, GRAVITY * (M - m) / 4, 0.0])
    on_left, on_right = [0, GRAVITY * m, 0], [0, GRAVITY * M, 0]
    force = {name: load.reaction_force for name, load in now.joint.items()}
    close(force["left"][:2], (push + on_left)[:2], 1e-12)
    close(force["right"][:2], (on_right - push)[:2], 1e-12)
    inboard, sign = ("right", -1) if cut == "left" else ("left", 1)
    apex = turn(now.body[inboard].attitude) @ force["apex"]
    close(apex[:2], sign * push[:2], 1e-12)


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ALL)
def test_reactions_do_not_depend_on_which_joint_is_cut(formulation):
    """One hinge in the tree and closing the loop, of a linkage that moves."""
    one, other = (four_bar(cut).build(formulation) for cut in ("close", "coupler"))
    given = {"crank": {"angle": 1.1, "rate": 2.0}, "coupler": {"angle": -0.9}}
    state = one.settled(one.state(rocker={"angle": 1.2}, **given))
    quantities = ("angle", "rate")
    given = {name: {s: state[f"{name}.{s}"] for s in quantities} for name in ("crank", "rocker")}
    given["close"] = {
        s: state[f"crank.{s}"] + state[f"coupler.{s}"] - state[f"rocker.{s}"] for s in quantities
    }
    seen, again = one.evaluate(state), other.evaluate(other.state(**given))
    assert again.constraint_error < 1e-12
    moved = ([now.body[name].acceleration for name in seen.body] for now in (again, seen))
    close(*moved, 1e-11)
    for name, load in seen.joint.items():
        close(again.joint[name].reaction_force[:2], load.reaction_force[:2], 1e-11)


# --- starts that do not close ------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ALL)
def test_a_start_that_leaves_a_loop_open_is_refused_with_the_nearest_that_does_not(formulation):
    model = four_bar()
    system = model.build(formulation)
    askew = system.state(crank={"angle": 0.9}, coupler={"angle": -0.4}, rocker={"angle": 1.0})
    with pytest.raises(ModelError, match=r"nearest state that does is .*crank.angle ="):
        tt.simulate(system, askew, duration=1.0)
    tt.simulate(system, system.settled(askew), duration=0.02, every=0.02)


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
    with pytest.raises(ModelError, match="no state near the start meets the constraint 'close'"):
        tt.simulate(system, askew, duration=0.1)


@pytest.mark.compiled
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


def four_bar(cut: str = "close") -> tt.Model:
    model = tt.Model("four-bar")
    z = [0, 0, 1]
    for name, length in (("crank", 1.0), ("coupler", 2.0), ("rocker", 1.5)):
        body = model.add_body(name, 1.0, [0.01, 0.1, 0.1], [length / 2, 0, 0])
        body.frame("tip", at=[length, 0, 0])
    model.add_joint("crank", tt.Revolute(z), model.ground, "crank")
    model.add_joint("coupler", tt.Revolute(z), "crank.tip", "coupler", cut=cut == "coupler")
    model.add_joint("rocker", tt.Revolute(z), model.ground.frame("far", at=[2, 0, 0]), "rocker")
    model.add_joint("close", tt.Revolute(z), "rocker.tip", "coupler.tip", cut=cut == "close")
    model.add_force("weight", tt.UniformGravity([0, -9.81, 0]))
    return model


def bennett() -> tt.Model:
    """Four hinges, no two parallel, and yet one degree of freedom: lengths go with the sines of
    twists (G. T. Bennett, *Engineering* 76, 1903, 777-778)."""
    twist = np.radians([40.0, 100.0])
    length = np.sin(twist) / np.sin(twist[0])
    model, last = tt.Model("Bennett's linkage"), "ground"
    for k in range(3):
        a, turned = length[k % 2], twist[k % 2] / 2
        body = model.add_body(f"link{k}", 1.0 + k, [0.05, 0.1, 0.12], [a / 2, 0.02, 0.03 * k])
        body.frame("tip", at=[a, 0, 0], attitude=[np.cos(turned), np.sin(turned), 0, 0])
        model.add_joint(f"hinge{k}", tt.Revolute([0, 0, 1]), last, body)
        last = f"link{k}.tip"
    back = [np.cos(twist[1] / 2), -np.sin(twist[1] / 2), 0, 0]
    end = model.ground.frame("end", at=[-length[1], 0, 0], attitude=back)
    model.add_joint("close", tt.Revolute([0, 0, 1]), end, last)
    model.add_force("weight", tt.UniformGravity([1, -2, -9]))
    return model


def swinging(system: tt.System) -> tt.State:
    angles, rates = (0.9, 2.63842775, -0.9), (0.89595859, -0.55153444, -0.89595859)
    near = {
        f"hinge{k}": {"angle": angle, "rate": rate}
        for k, (angle, rate) in enumerate(zip(angles, rates, strict=True))
    }
    return system.settled(system.state(**near))


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ALL)
def test_a_linkage_that_moves_against_all_counting(formulation):
    """Drift within a step makes its dependent rows look independent."""
    system = bennett().build(formulation)
    state = system.state_of(swinging(bennett().build()))
    counts = system.counts(state)
    assert (counts.constraints - counts.rank, counts.degrees_of_freedom) == (3, 1)
    fine = tt.simulate(system, state, duration=1.5, every=0.1, rtol=1e-9, atol=1e-11)
    assert fine["hinge0.angle"][-1] == pytest.approx(-3.35196089, abs=1e-7)
    assert fine.audit()["energy"].relative < 1e-7
    assert fine.data.constraint_error.max() < 1e-13
    coarse = tt.simulate(system, state, duration=1.5, every=0.1, method="rk4", step=0.01)
    assert coarse["hinge0.angle"][-1] == pytest.approx(-3.35196089, abs=1e-5)


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ALL)
@pytest.mark.parametrize("rtol", [1e-6, 1e-10])
def test_a_four_bar_of_hinges_in_space(formulation, rtol):
    """Rows across the plane of motion are nothing but rounding."""
    system = four_bar().build(formulation)
    near = system.state(crank={"angle": 0.9}, coupler={"angle": -0.4}, rocker={"angle": 1.0})
    run = tt.simulate(system, system.settled(near), duration=2.0, rtol=rtol, atol=rtol * 1e-3)
    assert run.audit()["energy"].relative < 100 * rtol
    assert run.data.constraint_error.max() < 1e-13
    assert run.statistics["steps"] < 300

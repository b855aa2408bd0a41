"""Newton-Euler equations with floating frames against the recursion and Kane's equations."""

import numpy as np
import pytest

import treetop as tt
from agreeing import close
from flexible_craft import along, craft, four_bar, somewhere
from treetop.validation.random_flexible import random_mechanism, random_motion, random_tree

CASES = [
    ("root", False, "none", False),
    ("root", True, None, True),
    ((), True, "foreshortening", True),
]


def loads(now: tt.Snapshot) -> np.ndarray:
    """Loads that the constraints determine; the others as zero."""
    joints = [
        [*(j.reaction_force * j.force_unique), *(j.reaction_torque * j.torque_unique)]
        for j in now.joint.values()
    ]
    return np.array(joints + [[*c.force, *c.torque] for c in now.constraint.values()])


def accelerations(now: tt.Snapshot) -> np.ndarray:
    return np.array([[*b.acceleration, *b.angular_acceleration] for b in now.body.values()])


def agree(model: tt.Model, make) -> None:
    one, other, own = (model.build(name) for name in ("recursive", "kane", "newton-euler"))
    start = make(one)
    expected = one.evaluate(start)
    for system in (other, own):
        now = system.evaluate(system.state_of(start))
        close(now.speed_rates, expected.speed_rates, 1e-11)
        close(accelerations(now), accelerations(expected), 1e-11)
        close(loads(now), loads(expected), 1e-11)
        assert now.kinetic_energy == pytest.approx(expected.kinetic_energy, rel=1e-13)
        close(now.angular_momentum, expected.angular_momentum, 1e-12)


@pytest.mark.parametrize("case", CASES)
def test_a_craft_as_by_others(case):
    agree(craft(*case), somewhere)


@pytest.mark.parametrize("stiffening", ["none", None])
def test_a_loop_as_by_others(stiffening):
    agree(four_bar(stiffening), lambda system: system.start())


def forced(model: tt.Model) -> tt.Model:
    """The model with forces between and at nodes, and along joints."""
    tip, far = (model.bodies[name].frames[end] for name, end in (("b1", "tip"), ("b2", "f2")))
    model.add_force("spring", tt.SpringDamper(tip, far, length=0.5, stiffness=3, damping=0.4))
    model.add_force("push", tt.FrameForce(tip, force=[1, 2, 3], torque=[-1, 0, 2]))
    for name, joint in list(model.joints.items()):
        for c in joint.kind.coordinates:
            if c.size == 1:
                law = {"coordinate": c.name, "stiffness": 2.0, "damping": 0.3}
                model.add_force(f"{name} {c.name}", tt.JointSpring(name, **law))
    return model


def random_case(seed: int) -> None:
    """A tree, or of every third seed a loop."""
    model = random_tree(seed)
    motion = random_motion(model, seed)
    if seed % 3 == 0:
        model, motion = random_mechanism(seed)
    agree(forced(model), lambda system: system.settled(system.state(**motion)))


@pytest.mark.parametrize("seed", [1, 6])
def test_random_trees_and_loops_as_by_others(seed):
    random_case(seed)


@pytest.mark.compiled
def test_many_random_trees_and_loops_as_by_others():
    for seed in range(10, 25):
        random_case(seed)


@pytest.mark.parametrize("case", CASES)
def test_a_free_flyer_keeps_energy_and_momentum(case):
    system = craft(*case).build("newton-euler")
    state = system.state_of(somewhere(craft(*case).build()))
    power = along(system, state, "kinetic_energy") + along(system, state, "potential_energy")
    size = 1e-8 * system.evaluate(state).kinetic_energy
    assert abs(power) < size
    for name in ("linear_momentum", "angular_momentum"):
        assert np.abs(along(system, state, name)).max() < size


# --- runs -------------------------------------------------------------------------------


def flying() -> tt.Model:
    """A craft that turns and bends, within what its modes describe."""
    model = craft("root", True)
    model.set_start("free", angular_velocity=[0.05, 0.1, 0.1])
    model.set_start("hinge", rate=0.1)
    model.set_start("gimbal", rate1=0.2)
    model.set_start("boom", mode1=0.02, mode2_rate=0.05)
    return model


@pytest.mark.compiled
@pytest.mark.parametrize("case", [flying, four_bar])
def test_runs_agree_and_keep_the_constraints(case):
    model = case()
    systems = model.build(), model.build("newton-euler")
    runs = [tt.simulate(s, s.start(), 2, every=0.5, rtol=1e-11) for s in systems]
    for name in ("coordinates", "speeds"):
        a, b = (run.data[name].values for run in runs)
        assert b == pytest.approx(a, abs=1e-9)
    assert runs[1].data["constraint_error"].max() < 1e-13


# --- what it does not do ----------------------------------------------------------------


@pytest.mark.parametrize("formulation", ["udwadia", "kane-absolute"])
def test_others_refuse_flexible_bodies_by_name(formulation):
    with pytest.raises(tt.ModelError, match=r"bodies\.boom: .*'newton-euler'"):
        craft().build(formulation)


def test_a_body_that_is_bent_beyond_its_modes_is_named():
    system = craft("root", True, None).build("newton-euler")
    with pytest.raises(tt.RunError, match="'boom' is bent further than its modes describe"):
        system.evaluate(system.state(boom={"mode1": 1e3}))

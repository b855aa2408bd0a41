"""Reactions shared out by the stiffness of joints: what books of statics say."""

import numpy as np
import pytest

import treetop as tt
from treetop.system.formulations import FORMULATIONS

ALL = list(FORMULATIONS)
RIGID = {"x": [1e7, 3e7, 2e7], "y": [2e6, 5e6, 1e6], "z": [4e6, 1e6, 3e6]}
PLACES = [0.0, 1.0, 3.0]


def beam() -> tt.Model:
    """A rigid beam on three supports that give, its weight askew and not in the middle."""
    m = tt.Model("beam")
    body = m.add_body("beam", mass=10, inertia=[1, 1, 1], centre=[1.4, 0, 0])
    for k, x in enumerate(PLACES):
        stiffness = tt.JointStiffness(force=[RIGID[axis][k] for axis in "xyz"])
        ends = m.ground.frame(f"s{k}", at=[x, 0, 0]), body.frame(f"s{k}", at=[x, 0, 0])
        m.add_joint(f"s{k}", tt.Spherical(), *ends, stiffness=stiffness)
    m.add_force("weight", tt.UniformGravity([2.0, 3.0, -9.0]))
    return m


def on_springs(stiffness, load, place):
    """Forces of springs under a rigid beam: deflections are those of a straight line."""
    k, x = np.array(stiffness), np.array(PLACES)
    A = np.array([[k.sum(), k @ x], [k @ x, k @ x**2]])
    shift, tilt = np.linalg.solve(A, [load, load * place])
    return k * (shift + tilt * x)


@pytest.mark.parametrize("formulation", ALL)
def test_a_beam_on_three_supports(formulation):
    system = beam().build(formulation)
    now = system.evaluate(system.state())
    force = np.array([load.reaction_force for load in now.joint.values()])
    along = np.array(RIGID["x"])
    assert force[:, 0] == pytest.approx(-20.0 * along / along.sum(), abs=1e-9)
    assert force[:, 1] == pytest.approx(on_springs(RIGID["y"], -30.0, 1.4), abs=1e-9)
    assert force[:, 2] == pytest.approx(on_springs(RIGID["z"], 90.0, 1.4), abs=1e-9)
    assert all(load.force_unique.all() for load in now.joint.values())


@pytest.mark.parametrize("formulation", ALL)
def test_a_door_on_two_hinges(formulation):
    """Its weight by the vertical stiffnesses; the couple that holds it upright by hinges that
    are pulled apart, at 1 m from the middle, and that are bent."""
    m, W, arm, k, bend = tt.Model("door"), 20 * 9.81, 0.4, 3e6, 5e5
    door = m.add_body("door", mass=20, inertia=[1, 1, 1], centre=[arm, 0, 0])
    for name, z, vertical in (("lower", -1, 2e6), ("upper", 1, 6e6)):
        stiffness = tt.JointStiffness(force=[k, k, vertical], torque=bend)
        ends = m.ground.frame(name, at=[0, 0, z]), door.frame(name, at=[0, 0, z])
        m.add_joint(name, tt.Revolute([0, 0, 1]), *ends, stiffness=stiffness)
    m.add_force("weight", tt.UniformGravity())
    system = m.build(formulation)
    now = system.evaluate(system.state())
    tilt = W * arm / (2 * bend + 2 * k * 1.0**2)
    for name, share, side in (("lower", 0.25, 1), ("upper", 0.75, -1)):
        load = now.joint[name]
        assert load.reaction_force == pytest.approx([side * k * tilt, 0, share * W], abs=1e-9)
        assert load.reaction_torque == pytest.approx([0, -bend * tilt, 0], abs=1e-9)
        assert load.force_unique.all()
        assert load.torque_unique.all()


def test_the_motion_stays_and_so_does_what_is_unique(four_bar):
    """Stiffness of one hinge: what strains only the others is still undetermined."""
    plain = four_bar.build()
    expected = plain.evaluate(plain.start())
    kind = tt.Revolute([0, 0, 1])
    del four_bar.joints["close"]
    stiffness = {"force": [1e6, 1e6, 1e6]}
    four_bar.add_joint("close", kind, "rocker.tip", "coupler.tip", stiffness=stiffness)
    system = four_bar.build()
    now = system.evaluate(system.start())
    assert now.speed_rates == pytest.approx(expected.speed_rates, abs=1e-13)
    for name, load in now.joint.items():
        assert load.reaction_force == pytest.approx(expected.joint[name].reaction_force, abs=1e-10)
        assert load.reaction_force[2] == pytest.approx(0.0, abs=1e-12)
        assert load.torque_unique.tolist() == [False, False, True]
    assert now.joint["close"].force_unique.all()


def test_constraints_take_what_follows():
    """A rod that does not give beside a hinge that does: the rod carries all along its line."""
    m = tt.Model("held")
    body = m.add_body("body", mass=1, inertia=[1, 1, 1])
    stiffness = tt.JointStiffness(force="1 kN/mm")
    m.add_joint("hinge", tt.Spherical(), m.ground, body, stiffness=stiffness)
    m.ground.frame("high", at=[0, 0, 2])
    m.add_constraint("rod", tt.Distance("ground.high", body, length=2))
    m.add_force("weight", tt.UniformGravity([0, 1, -9]))
    now = (system := m.build()).evaluate(system.state())
    assert now.joint["hinge"].reaction_force == pytest.approx([0, -1, 0], abs=1e-12)
    assert now.constraint["rod"].force == pytest.approx([0, 0, 9], abs=1e-12)
    assert now.constraint["rod"].force_unique.all()


@pytest.mark.compiled
def test_along_a_run():
    system = beam().build()
    run = tt.simulate(system, system.state(s0={"angular_velocity": [1, 0, 0]}), 1.0, every=0.25)
    force = run["s1.reaction_force"].sel(axis="x").values
    assert force == pytest.approx(-20.0 * 3e7 / 6e7, abs=1e-7)


def test_files_keep_stiffnesses(tmp_path):
    m = beam()
    m.save(tmp_path / "beam.yaml")
    assert tt.load(tmp_path / "beam.yaml") == m


@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"force": -1}, "force"),
        ({"force": [1, 2, 0]}, "force[2]"),
        ({"torque": [1, 2]}, "torque"),
        ({"force": "1 N*m/rad"}, "force"),
        ({}, ""),
    ],
)
def test_wrong_stiffnesses(options, where):
    with pytest.raises(tt.ModelError) as error:
        tt.JointStiffness(**options)
    (problem,) = error.value.problems
    assert problem.where.removeprefix("JointStiffness").removeprefix(".") == where

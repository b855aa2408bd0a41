"""Which parts of reactions are unique: given by forces that strain a loop and move nothing."""

import numpy as np
import pytest

import treetop as tt
from flexible_craft import craft
from random_constraints import KINDS, constrained_tree
from random_loops import random_mechanism
from treetop.system.formulations import FORMULATIONS
from treetop.system.reaction_uniqueness import unique_parts

# Mechanisms that are built in five ways say no more of kernels interpreted.
compiled = pytest.mark.compiled


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_in_a_plane_mechanism_forces_in_the_plane_are_unique(four_bar, formulation):
    """Across it the joints can push as they like; about its normal a hinge has no torque."""
    system = four_bar.build(formulation)
    found = unique_parts(system, system.start())
    assert found.indeterminate().all()
    for joint in range(4):
        assert found.force[joint] == pytest.approx(np.diag([1, 1, 0]), abs=1e-9)
        assert found.torque[joint] == pytest.approx(np.diag([0, 0, 1]), abs=1e-9)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_each_component_of_a_reaction_carries_its_flag(four_bar, formulation):
    """The frames of rocker and coupler are turned about z; flags are of their own components."""
    system = four_bar.build(formulation)
    now = system.evaluate(system.start())
    for load in now.joint.values():
        assert load.force_unique.tolist() == [True, True, False]
        assert load.torque_unique.tolist() == [False, False, True]


def test_flags_are_those_of_the_state_that_was_evaluated(four_bar):
    """A rod that prevents nothing where all bars are in line; flags are found when asked for."""
    four_bar.add_constraint("rod", tt.Distance("ground", "coupler.tip", length=3.0))
    system = four_bar.build()
    state = system.state()
    in_line, elsewhere = system.evaluate(state), system.evaluate(system.start())
    state.vector[:] = system.start().vector
    system.rate(state)
    assert in_line.constraint["rod"].force_unique.tolist() == [False, True, True]
    assert elsewhere.constraint["rod"].force_unique.all()


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_in_a_tree_all_is_unique(four_bar, formulation):
    del four_bar.joints["close"]
    system = four_bar.build(formulation)
    now = system.evaluate(system.start())
    assert not unique_parts(system, system.start()).indeterminate().any()
    assert all(load.force_unique.all() and load.torque_unique.all() for load in now.joint.values())


@pytest.mark.parametrize("formulation", ["recursive", "newton-euler"])
def test_constraints_that_share_a_task_are_flagged(formulation):
    """Two rods along x between the same points share one force; two gears share one effort."""
    m = tt.Model("shared")
    for name in ("left", "right"):
        m.add_body(name, mass=1, inertia=[1, 1, 1])
    m.add_joint("left", tt.Free(), m.ground, "left")
    m.add_joint("right", tt.Revolute([0, 0, 1]), m.ground, "right")
    m.add_joint("last", tt.Revolute([0, 0, 1]), "right", m.add_body("last", 1, [1, 1, 1]))
    for name in ("rod", "other rod"):
        m.add_constraint(name, tt.Distance("ground", "left", length=2))
    for name, weight in (("gear", 1), ("other gear", 2)):
        weights = {"right.angle": weight, "last.angle": -weight}
        m.add_constraint(name, tt.Coupling(weights))
    m.add_constraint("alone", tt.NoRotation("ground", "left", [0, 0, 1]))
    system = m.build(formulation)
    held = system.evaluate(system.state(left={"position": [2, 0, 0]})).constraint
    for name in ("rod", "other rod"):
        assert held[name].force_unique.tolist() == [False, True, True]
        assert held[name].torque_unique.all()
        assert held[name].effort_unique
    for name in ("gear", "other gear"):
        assert held[name].force_unique.all()
        assert not held[name].effort_unique
    assert held["alone"].torque_unique.all()
    shared = unique_parts(system, system.state(left={"position": [2, 0, 0]})).shared()
    assert shared.tolist() == [True, True, True, True, False]


@compiled
@pytest.mark.parametrize("seed", [1, 7, 13])
def test_what_is_not_unique_differs_between_formulations(seed):
    """Parts taken away are those, and only those, in which multipliers can be chosen."""
    model, motion = random_mechanism(seed)
    seen = []
    for formulation in ("newton-euler", "udwadia"):
        system = model.build(formulation)
        state = system.settled(system.state(**motion))
        now, unique = system.evaluate(state), unique_parts(system, state)
        force = np.array([load.reaction_force for load in now.joint.values()])
        torque = np.array([load.reaction_torque for load in now.joint.values()])
        flags = [np.hstack([load.force_unique, load.torque_unique]) for load in now.joint.values()]
        seen.append((force, torque, unique, np.array(flags)))
    (f, t, P, flags), (g, s, _, _) = seen
    size = np.abs(f).max()
    apart = np.abs(np.hstack([f - g, t - s]))
    assert (apart > 1e-6 * size).any()
    assert not (apart.max(axis=1) > 1e-6 * size)[~P.indeterminate()].any()
    assert apart[flags].max() < 1e-9 * size
    assert np.abs(np.einsum("jxy,jy->jx", P.force, f - g)).max() < 1e-9 * size
    assert np.abs(np.einsum("jxy,jy->jx", P.torque, t - s)).max() < 1e-9 * size


@compiled
@pytest.mark.parametrize("kind", KINDS)
def test_a_constraint_alone_is_unique(kind):
    model, motion = constrained_tree(3, (kind,))
    system = model.build()
    state = system.settled(system.state(**motion))
    (load,) = system.evaluate(state).constraint.values()
    assert load.force_unique.all() and load.torque_unique.all() and load.effort_unique


@pytest.mark.parametrize("formulation", ["recursive", "newton-euler"])
def test_rods_on_a_flexible_body(formulation):
    """The load of one that ends on a plate at a node that modes do not move is not unique."""
    model = craft("root", True, "none")
    bus, boom = model.bodies["bus"], model.bodies["boom"]
    plate = model.add_body("plate", mass=1, inertia=[1, 1, 1])
    model.add_joint("weld", tt.Fixed(), boom.frame("weld", node="root"), plate)
    ends = boom.frame("eye", at=[0, 1, 0]), plate.frame("eye", at=[0, 0, 1])
    model.add_constraint("idle", tt.Distance(*ends, length=np.sqrt(2)))
    rod = bus.frame("lug", at=[0.5, 1, 0]), boom.frame("lug", node="tip", at=[0, 0.3, 0])
    model.add_constraint("rod", tt.Distance(*rod, length=4.0))
    system = model.build(formulation)
    state = system.assembled(system.state(hinge={"angle": 0.1}))
    counts, now = system.counts(state), system.evaluate(state)
    assert counts.degrees_of_freedom == len(system.speed_labels) - 1
    unique = [now.constraint[name].force_unique.all() for name in ("idle", "rod")]
    assert unique == [False, True]

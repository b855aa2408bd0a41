"""Independent parts of a model are audited one by one."""

import numpy as np
import pytest

import treetop as tt
from sprung_trees import moving, sprung_tree
from treetop.results.parts import independent_parts, restricted
from treetop.topology.mechanism import mechanism_of


def wheel_and_pendulum(damping: float = 0.0) -> tt.Model:
    """A wheel of 1e7 J, and beside it a pendulum of a gram."""
    model = tt.Model("wheel and pendulum")
    wheel = model.add_body("wheel", mass=1000, inertia=[2000, 2000, 2000])
    bob = model.add_body("bob", mass=0.001, centre=[0, 0, -1])
    model.add_joint("spin", tt.Revolute([0, 0, 1]), model.ground, wheel)
    model.add_joint("pin", tt.Revolute([0, 1, 0]), model.ground, bob)
    model.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
    if damping:
        model.add_force("damper", tt.JointSpring("pin", stiffness=0, damping=damping))
    return model


@pytest.mark.compiled
@pytest.mark.parametrize("damping", [0.0, 1e-4])
def test_a_large_energy_does_not_hide_what_a_small_part_loses(damping):
    system = wheel_and_pendulum(damping).build()
    start = system.state(spin={"rate": 100.0}, pin={"angle": 1.0})
    loose = tt.simulate(system, start, duration=100, rtol=1e-3, atol=1e-6).audit()
    assert loose["energy"].relative < 1e-6
    assert loose["energy of 'bob'"].relative > 1e-6
    assert not loose.passed()
    assert tt.simulate(system, start, duration=100, rtol=1e-10, atol=1e-13).audit().passed()


@pytest.mark.compiled
def test_energies_of_bodies_add_up_to_that_of_all():
    for seed in range(6):
        system, state = moving(sprung_tree(seed, 8), seed)
        seen = system.observe(np.array([state.time]), state.vector[None])
        whole = seen["kinetic_energy"] + seen["potential_energy"]
        assert seen["energy"].sum() == pytest.approx(float(whole[0]), rel=1e-12)


def two_pairs() -> tt.Model:
    model = tt.Model("two pairs")
    for name in ("a", "b", "c", "d"):
        model.add_joint(name, tt.Free(), model.ground, model.add_body(name, 1.0, [1, 1, 1]))
    model.add_force("spring", tt.SpringDamper("a", "b", 1.0, 1.0))
    model.add_force("damper", tt.SpringDamper("c", "d", 1.0, 1.0, damping=1.0))
    return model


def test_what_joins_bodies_makes_them_one_part():
    model = two_pairs()
    found = {part.bodies: part.worked for part in independent_parts(mechanism_of(model))}
    assert found == {frozenset("ab"): False, frozenset("cd"): True}
    model.add_constraint("link", tt.Distance("b", "c", 1.0))
    assert [part.bodies for part in independent_parts(mechanism_of(model))] == [frozenset("abcd")]


def test_the_model_of_one_part_has_nothing_of_others():
    model = two_pairs()
    model.add_force("earth", tt.CentralGravity(1.0))
    (part,) = (part for part in independent_parts(mechanism_of(model)) if "a" in part.bodies)
    own = restricted(mechanism_of(model), part)
    assert (set(own.bodies), set(own.joints)) == ({"a", "b"}, {"a", "b"})
    assert set(own.forces) == {"spring", "earth"}
    assert set(model.bodies) == set("abcd")


@pytest.mark.compiled
def test_momentum_of_each_part_is_kept():
    system = two_pairs().build()
    start = system.state(
        a={"velocity": [1e4, 0, 0], "position": [0, 1, 0]}, c={"position": [2, 0, 0]}
    )
    audit = tt.simulate(system, start, duration=2).audit()
    assert audit.passed(1e-8)
    assert {"linear momentum of the part of 'c'", "energy of the part of 'a'"} <= {
        drift.name for drift in audit.drifts
    }

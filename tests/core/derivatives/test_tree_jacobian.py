"""The Jacobian of a tree, as its laws have it, against the same by duals."""

import numpy as np
import pytest

import treetop as tt
from random_trees import JOINTS, random_motion, random_tree
from treetop.core.derivatives.tree_tables import knows_all
from treetop.system.state_jacobian import by_duals, of_tree


def both(system, state):
    """The whole Jacobian, of the tree and by duals."""
    found = []
    for made in (of_tree, by_duals):
        context = system.context()
        written = made(system, context.problem)
        J = np.full((system.size, system.size), np.nan)
        written.write(state.time, state.vector, J, written.handle)
        found.append(J)
    return found


def agree(system, state):
    tree, duals = both(system, state)
    np.testing.assert_allclose(tree, duals, rtol=0, atol=1e-12 * np.abs(duals).max())


@pytest.mark.parametrize("kind", [kind for kind in JOINTS if "curvilinear" not in kind])
def test_every_joint_agrees_with_duals(kind):
    for kinds in ((kind,), (kind, "revolute")):
        model = random_tree(seed=len(kind), bodies=4, kinds=kinds, efforts=False)
        system = model.build()
        agree(system, system.state(**random_motion(model, seed=3)))


@pytest.mark.parametrize("seed", range(4))
def test_trees_with_forks_agree_with_duals(seed):
    kinds = [kind for kind in JOINTS if "curvilinear" not in kind]
    model = random_tree(seed=seed, bodies=8, kinds=kinds, efforts=False)
    system = model.build()
    assert system.tables.tree.forks.any()
    agree(system, system.state(**random_motion(model, seed=seed)))


def arm():
    """Two joints on the ground, with springs, dampers and efforts."""
    model = tt.Model("arm")
    upper, lower = (
        model.add_body(name, mass=2, inertia=[1, 2, 2], centre=[0.3, 0.1, 0])
        for name in ("upper", "lower")
    )
    model.add_joint("shoulder", tt.Universal([0, 0, 1], [0, 1, 0]), model.ground, upper)
    upper.frame("end", at=[1, 0, 0])
    model.add_joint("slide", tt.Prismatic([1, 0, 0]), "upper.end", lower)
    model.add_force("gravity", tt.UniformGravity([0, -9.81, 0]))
    model.add_force("spring", tt.JointSpring("slide", stiffness=20, damping=3))
    model.add_force("damper", tt.JointSpring("shoulder", damping=4, coordinate="angle2"))
    model.add_force("drive", tt.JointEffort("shoulder", 5.0, coordinate="angle1"))
    return model


def test_springs_efforts_and_their_powers_agree_with_duals():
    system = arm().build()
    shoulder = {"angle1": 0.3, "angle2": -0.5, "rate1": 2.0, "rate2": -1.0}
    state = system.state(shoulder=shoulder, slide={"slide": 0.2, "slide_rate": 0.7})
    tree, duals = both(system, state)
    np.testing.assert_allclose(tree, duals, rtol=0, atol=1e-13 * np.abs(duals).max())
    assert np.abs(tree[-2:]).max() > 1.0


def test_bodies_far_from_the_origin_and_fast_lose_no_digits():
    """Two flyers of two bodies each, one of them far off and fast, where nothing pulls."""
    model = tt.Model("pair")
    for name in ("a", "b"):
        hub = model.add_body(f"{name} hub", mass=5, inertia=[1, 2, 3])
        arm = model.add_body(f"{name} arm", mass=1, inertia=[0.1, 0.2, 0.2], centre=[0.5, 0, 0])
        model.add_joint(f"{name} flight", tt.Free(), model.ground, hub)
        model.add_joint(f"{name} hinge", tt.Revolute([0, 0, 1]), hub, arm)
    system = model.build()
    speeds = {"angular_velocity": [0.3, -0.2, 0.5]}
    hinges = {"a hinge": {"rate": 1.0, "angle": 0.4}, "b hinge": {"rate": 1.0, "angle": 0.4}}
    far = {"position": [1e6, 2e6, -1e6], "velocity": [7e3, -2e3, 1e3]}
    state = system.state(**{"a flight": speeds, "b flight": speeds | far}, **hinges)
    tree, _ = both(system, state)
    nq, u = len(system.coordinate_labels), system.speed_labels
    rows = [nq + u.index(f"{name} hinge.rate") for name in ("a", "b")]
    columns = [nq + u.index(f"{name} flight.angular_velocity.x") for name in ("a", "b")]
    a, b = tree[rows[0], columns[0]], tree[rows[1], columns[1]]
    assert a != 0.0
    assert b == pytest.approx(a, rel=1e-13)


def test_joints_along_curves_are_left_to_duals():
    model = random_tree(seed=1, bodies=2, kinds=("curvilinear",), efforts=False)
    assert not knows_all(model.build().tables)


def test_what_else_acts_is_left_to_duals():
    model = arm()
    assert knows_all(model.build().tables)
    model.bodies["lower"].frame("tip", at=[1, 0, 0])
    model.add_force("string", tt.SpringDamper("ground", "lower.tip", length=1, stiffness=5))
    assert not knows_all(model.build().tables)

"""From a model to tables."""

import numpy as np
import pytest

import treetop as tt
from naive import rotation_of
from random_trees import random_tree
from table_arrays import arrays
from treetop.assembly.assembly import assemble
from treetop.assembly.joint_axes import suited_axes
from treetop.assembly.poses import Pose, rotation_matrix
from treetop.core.tables.kinds import KINDS
from treetop.core.tables.samples import TABLES
from treetop.core.tables.tables import Bodies
from treetop.core.tables.workspace import workspace
from treetop.topology.mechanism import mechanism_of


@pytest.fixture(scope="module")
def tree():
    model = random_tree(seed=2, bodies=40, roots=3, grounded=True)
    return model, assemble(mechanism_of(model))


def test_every_body_comes_after_its_parent(tree):
    parent = tree[1].tables.tree.parent
    assert (parent[1:] < np.arange(1, parent.size)).all()


def test_rows_of_all_tables_follow_one_another(tree):
    """Kernels know no other order, whatever strides an array has."""
    assert all(array.flags.c_contiguous for array in arrays(tree[1].tables))


def test_branches_are_kept_together(tree):
    """Whatever hangs on a body follows it without a gap."""
    parent = tree[1].tables.tree.parent
    for i in range(1, parent.size):
        outboard = {i}
        for k in range(i + 1, parent.size):
            if parent[k] in outboard:
                outboard.add(k)
        assert outboard == set(range(i, i + len(outboard)))


def test_the_order_in_which_joints_are_added_does_not_matter():
    model = tt.Model("chain")
    arm, tip = model.add_body("arm", 1, [1, 1, 1]), model.add_body("tip", 1, [1, 1, 1])
    model.add_joint("wrist", tt.Revolute([1, 0, 0]), arm, tip)
    model.add_joint("shoulder", tt.Revolute([0, 1, 0]), model.ground, arm)
    assert [link.joint.name for link in assemble(mechanism_of(model)).links] == [
        "shoulder",
        "wrist",
    ]
    assert assemble(mechanism_of(model)).tables.tree.parent.tolist() == [0, 0, 1]


def test_labels_are_joint_coordinate_component():
    model = tt.Model("craft")
    bus, panel = model.add_body("bus", 1, [1, 1, 1]), model.add_body("panel", 1, [1, 1, 1])
    model.add_joint("orbit", tt.Free(), model.ground, bus)
    model.add_joint("boom", tt.Cylindrical([1, 0, 0]), bus, panel)
    made = assemble(mechanism_of(model))
    attitude, position = [
        [f"orbit.{n}.{c}" for c in cs] for n, cs in (("attitude", "wxyz"), ("position", "xyz"))
    ]
    assert made.coordinates == [*attitude, *position, "boom.angle", "boom.slide"]
    assert made.speeds[3:] == [
        *(f"orbit.velocity.{c}" for c in "xyz"),
        "boom.rate",
        "boom.slide_rate",
    ]


def test_offsets_count_coordinates_and_speeds(tree):
    _, made = tree
    for what, at, labels in (
        ("coordinates", made.tables.tree.q_at, made.coordinates),
        ("speeds", made.tables.tree.u_at, made.speeds),
    ):
        sizes = [sum(c.size for c in getattr(link.joint.kind, what)) for link in made.links]
        assert np.diff(at[1:]).tolist() == sizes
        assert at[-1] == len(labels)


def test_mass_properties_are_seen_from_the_outboard_frame(tree):
    model, made = tree
    for i, link in enumerate(made.links, start=1):
        body, M = model.bodies[link.body], model.frame(link.joint.outboard)
        R_BM = rotation_of(np.array(M.attitude)) @ suited_axes(link.joint.kind)[1]
        assert made.tables.bodies.mass[i] == body.mass
        centre = np.array(M.at) + R_BM @ made.tables.bodies.com[i]
        assert centre == pytest.approx(np.array(body.centre), abs=1e-15)
        J = np.zeros((3, 3))
        J[np.triu_indices(3)] = made.tables.bodies.J_C[i]
        J += np.triu(J, 1).T
        assert pytest.approx(np.array(body.inertia), abs=1e-14) == R_BM @ J @ R_BM.T


def test_joint_kinds_have_their_numbers(tree):
    _, made = tree
    assert made.tables.tree.joint[1:].tolist() == [
        KINDS[link.joint.kind.kind] for link in made.links
    ]


def test_tables_have_the_types_that_kernels_are_compiled_for(tree):
    def types(value):
        return (value.dtype, value.ndim) if isinstance(value, np.ndarray) else [*map(types, value)]

    def arrays(tables):  # functions are compiled where the model is built
        user = tables.drives.user._replace(user_function=(), fill=())
        sliding = tables.drives.sliding._replace(fill=())
        drives = tables.drives._replace(user_function=(), user=user, sliding=sliding)
        tree = tables.tree._replace(bent=())
        forces = tables.user_forces._replace(law=())
        around = tables.environment._replace(**dict.fromkeys(tables.environment._fields[:4], ()))
        compiled = {"measure": (), "user_forces": forces}
        compiled["environment"] = around
        return tables._replace(tree=tree, drives=drives, **compiled)

    assert types(arrays(tree[1].tables)) == types(arrays(TABLES))


def test_workspace_has_the_ground_at_rest():
    bodies = Bodies(np.zeros(4), np.zeros((4, 3)), np.zeros((4, 6)))
    work = workspace(bodies, 5)
    assert np.array_equal(work.R[0].reshape(3, 3), np.eye(3))
    assert [len(work.R), len(work.S)] == [4, 5]


# --- whether the origin falls along -------------------------------------------------------


def craft():
    model = tt.Model("craft")
    bus = model.add_body("bus", 1, [1, 1, 1])
    model.add_joint("orbit", tt.Free(), model.ground, bus)
    return model


def hung(model):
    model.add_joint(
        "hinge", tt.Revolute([0, 0, 1]), model.ground, model.add_body("b", 1, [1, 1, 1])
    )


@pytest.mark.parametrize(
    ("add", "falls"),
    [
        (lambda m: None, True),
        (lambda m: m.add_force("g", tt.UniformGravity()), True),
        (lambda m: m.add_force("f", tt.FrameForce("bus", force=[1, 0, 0])), True),
        (lambda m: m.add_force("e", tt.JointEffort("orbit", [1, 0, 0], "velocity")), True),
        (
            lambda m: m.add_force(
                "d", tt.JointSpring("orbit", damping=1, coordinate="angular_velocity")
            ),
            True,
        ),
        (
            lambda m: m.add_force("d", tt.JointSpring("orbit", damping=1, coordinate="velocity")),
            False,
        ),
        (lambda m: m.add_force("s", tt.SpringDamper("ground", "bus", length=1)), False),
        (hung, False),
    ],
)
def test_the_origin_falls_along_unless_something_ties_the_model_to_the_ground(add, falls):
    model = craft()
    add(model)
    assert assemble(mechanism_of(model)).tables.falling[0] == falls


# --- places -------------------------------------------------------------------------------


def test_poses_compose_and_invert(rng):
    def pose():
        q = rng.normal(size=4)
        return Pose(rotation_matrix(tuple(q / np.linalg.norm(q))), rng.normal(size=3))

    X_AB, X_BC, p = pose(), pose(), rng.normal(size=3)
    both = X_AB @ X_BC
    assert both.R @ p + both.p == pytest.approx(X_AB.R @ (X_BC.R @ p + X_BC.p) + X_AB.p, abs=1e-14)
    nothing = X_AB.inverse @ X_AB
    assert pytest.approx(np.eye(3), abs=1e-15) == nothing.R
    assert nothing.p == pytest.approx(np.zeros(3), abs=1e-15)

"""Body accelerations of random trees, and their derivatives, against Pinocchio's articulated-body
algorithm."""

import numpy as np
import pytest

from peers.agreement import accelerations_agree, joint_kind_agrees
from random_trees import JOINTS, random_motion, random_tree

pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install treetop[peers]")

import pinocchio

from peers.pinocchio_model import pinocchio_tree

pytestmark = pytest.mark.peers


@pytest.mark.parametrize("kind", JOINTS)
@pytest.mark.parametrize("grounded", [True, False])
def test_each_joint_kind(kind, grounded):
    joint_kind_agrees(kind, grounded, pinocchio_tree)


@pytest.mark.parametrize(
    ("seed", "bodies", "roots", "grounded", "light"),
    [(2, 20, 1, True, 0.0), (3, 20, 1, False, 0.4), (4, 40, 3, False, 0.0), (5, 60, 2, True, 0.3)],
)
def test_trees_of_every_kind(seed, bodies, roots, grounded, light):
    model = random_tree(seed, bodies, roots=roots, grounded=grounded, light=light)
    accelerations_agree(model, pinocchio_tree(model))


@pytest.mark.compiled
@pytest.mark.parametrize("bodies", [7, 20, 40])
def test_derivatives_of_accelerations(bodies):
    """In chains: Pinocchio's derivatives of trees whose joints are not numbered branch by branch
    are not those of its own accelerations."""
    kinds = "revolute", "prismatic"
    model = random_tree(6, bodies, kinds=kinds, reach=1, grounded=True, efforts=False)
    motion = random_motion(model, seed=6)
    system, tree = model.build(), pinocchio_tree(model)
    order = list(tree.model.names)
    labels = system.coordinate_labels, system.speed_labels
    to, speeds = (sorted(each, key=lambda x: order.index(x.split(".")[0])) for each in labels)
    J = system.jacobian(system.state(**motion), of=speeds, to=to + speeds)
    q, v = tree.coordinates(motion), tree.speeds(motion)
    pinocchio.computeABADerivatives(tree.model, tree.data, q, v, np.zeros(len(speeds)))
    known = np.hstack([tree.data.ddq_dq, tree.data.ddq_dv])
    assert J.attrs["method"] == "exact"
    np.testing.assert_allclose(J.values, known, rtol=0, atol=1e-12 * np.abs(known).max())

"""Body accelerations of random trees against Pinocchio's articulated-body algorithm."""

import pytest

from peers.agreement import accelerations_agree
from random_trees import JOINTS, random_tree

pytest.importorskip("pinocchio", reason="Pinocchio is not installed: pip install treetop[peers]")

from peers.pinocchio_model import pinocchio_tree

pytestmark = pytest.mark.peers


@pytest.mark.parametrize("kind", JOINTS)
@pytest.mark.parametrize("grounded", [True, False])
def test_each_joint_kind(kind, grounded):
    model = random_tree(seed=1, bodies=5, kinds=[kind, "revolute"], grounded=grounded)
    accelerations_agree(model, pinocchio_tree(model))


@pytest.mark.parametrize(
    ("seed", "bodies", "roots", "grounded", "light"),
    [(2, 20, 1, True, 0.0), (3, 20, 1, False, 0.4), (4, 40, 3, False, 0.0), (5, 60, 2, True, 0.3)],
)
def test_trees_of_every_kind(seed, bodies, roots, grounded, light):
    model = random_tree(seed, bodies, roots=roots, grounded=grounded, light=light)
    accelerations_agree(model, pinocchio_tree(model))

"""Body accelerations of random trees against MuJoCo, which has no screw and no light bodies."""

import pytest

from heavy_chains import heavier_tree
from peers.agreement import accelerations_agree, joint_kind_agrees
from random_trees import JOINTS, random_tree

pytest.importorskip("mujoco", reason="MuJoCo is not installed: pip install treetop[peers]")

from peers.mujoco_model import mujoco_tree

pytestmark = pytest.mark.peers

KINDS = [kind for kind in JOINTS if kind != "screw"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("grounded", [True, False])
def test_each_joint_kind(kind, grounded):
    joint_kind_agrees(kind, grounded, mujoco_tree)


@pytest.mark.parametrize(
    ("seed", "bodies", "roots", "grounded"),
    [(2, 20, 1, True), (3, 20, 1, False), (4, 40, 3, False), (5, 60, 2, True)],
)
def test_trees_of_every_kind(seed, bodies, roots, grounded):
    model = random_tree(seed, bodies, KINDS, roots=roots, grounded=grounded)
    accelerations_agree(model, mujoco_tree(model))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("ratio", [1e4, 1e6])
def test_masses_far_apart(seed, ratio):
    model = heavier_tree(seed, 8, KINDS, ratio)
    accelerations_agree(model, mujoco_tree(model), 1e-8)

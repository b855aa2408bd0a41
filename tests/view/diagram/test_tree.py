"""What a diagram shows of a model."""

import flexible_craft
import treetop as tt
from staged import docking
from treetop.view.diagram.tree import FREE, HOLDS, LOOP, tree_of


def test_bodies_hang_on_the_ground_by_their_joints(four_bar):
    tree = tree_of(four_bar)
    assert [(node.name, node.joint, node.kind, node.parent) for node in tree.nodes] == [
        ("ground", "", "", -1),
        ("crank", "crank", "revolute", 0),
        ("coupler", "coupler", "revolute", 1),
        ("rocker", "rocker", "revolute", 0),
    ]
    assert tree.children() == [[1, 3], [2], [], []]


def test_a_joint_that_closes_a_loop(four_bar):
    (link,) = tree_of(four_bar).links
    assert (link.name, link.what, link.nodes) == ("close", LOOP, (3, 2))
    assert link.text == "close (revolute) closes a loop: rocker.tip to coupler.tip"


def test_a_free_joint_between_bodies_only_measures():
    links = tree_of(docking()).links
    assert [(link.name, link.what) for link in links] == [("port", FREE)]


def test_constraints_by_frames_and_by_coordinates(four_bar):
    four_bar.add_constraint("rope", tt.Distance("crank.tip", "rocker", length=2))
    four_bar.add_constraint("gear", tt.Coupling({"crank.angle": 1, "rocker.angle": -1}))
    rope, gear = tree_of(four_bar).links[1:]
    assert (rope.what, rope.ends, rope.nodes) == (HOLDS, ("crank.tip", "rocker"), (1, 3))
    assert (gear.what, gear.ends, gear.nodes) == (HOLDS, ("crank.angle", "rocker.angle"), (1, 3))


def test_flexible_bodies_are_marked():
    tree = tree_of(flexible_craft.craft())
    assert [node.name for node in tree.nodes if node.flexible] == ["boom"]
    assert tree.nodes[2].about.endswith("kg, 4 modes")

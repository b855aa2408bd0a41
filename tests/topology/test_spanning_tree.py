"""Joints that make a tree, and those that do not."""

import pytest

import treetop as tt
from treetop.formats.yaml.load import dumps, loads
from treetop.topology.spanning_tree import spanning_tree, tree_problems


def joined(*pairs: tuple[str, str]) -> tt.Model:
    model = tt.Model("m")
    for name in dict.fromkeys(name for pair in pairs for name in pair if name != "ground"):
        model.add_body(name, 1, [1, 1, 1])
    for inboard, outboard in pairs:
        model.add_joint(f"{inboard}-{outboard}", tt.Free(), inboard, outboard)
    return model


def problems(model):
    return tree_problems(model, spanning_tree(model))


def test_trees():
    assert not list(problems(joined(("ground", "a"), ("a", "b"), ("a", "c"), ("ground", "d"))))
    # the order of the joints does not matter
    assert not list(problems(joined(("b", "c"), ("a", "b"), ("ground", "a"))))


@pytest.mark.parametrize(
    ("pairs", "where", "word"),
    [
        ([("ground", "a"), ("a", "a")], "joints.a-a", "itself"),
        ([("ground", "a"), ("b", "a")], "joints.b-a", "wrong way round"),
        ([("a", "ground")], "joints.a-ground", "wrong way round"),
        ([("ground", "a"), ("b", "c")], "bodies.b", "(with 'c') is not connected"),
    ],
)
def test_not_a_tree(pairs, where, word):
    (problem,) = problems(joined(*pairs))
    assert problem.where == where
    assert word in problem.what


@pytest.mark.parametrize(
    ("pairs", "closing"),
    [
        ([("ground", "a"), ("a", "b"), ("ground", "b")], ["ground-b"]),
        ([("ground", "b"), ("a", "b"), ("ground", "a")], ["a-b"]),
        ([("a", "b"), ("c", "b"), ("ground", "a"), ("ground", "c")], ["c-b"]),
        ([("ground", "a"), ("a", "b"), ("b", "ground")], ["b-ground"]),
    ],
)
def test_of_joints_that_lead_to_a_body_the_last_added_closes_a_loop(pairs, closing):
    model = joined(*pairs)
    assert not list(problems(model))
    tree, loops = spanning_tree(model)
    assert [joint.name for joint in loops] == closing
    assert len(tree) == len(model.bodies)


def test_a_joint_that_is_cut_closes_a_loop():
    model = tt.Model("m")
    model.add_body("a", 1, [1, 1, 1])
    model.add_joint("first", tt.Revolute([0, 0, 1]), "ground", "a", cut=True)
    (problem,) = problems(model)
    assert "is not connected" in problem.what
    model.add_joint("second", tt.Free(), "ground", "a")
    assert [joint.name for joint in spanning_tree(model).closing] == ["first"]
    assert loads(dumps(model)) == model


def test_a_loop_that_is_not_connected():
    (problem,) = problems(joined(("a", "b"), ("b", "c"), ("c", "a")))
    assert problem.where == "bodies.a"


def test_of_a_joint_that_closes_a_loop_only_full_turns_can_be_said(problems_of):
    model = joined(("ground", "a"), ("a", "b"))
    model.add_joint("close", tt.Cylindrical([0, 0, 1]), "ground", "b", cut=True)
    model.set_start("close", angle=7.0)
    model.validate()
    model.set_start("close", angle=7.0, slide=0.1, rate=1.0)
    slide, rate = problems_of(model.validate)
    assert "its 'slide' follows from the other joints" in slide.what
    assert rate.where == "start.close.rate"


def loop_of_two(**first) -> tt.Model:
    model = joined(("ground", "a"), ("ground", "b"))
    model.add_body("c", 1.0, [1, 1, 1])
    model.add_joint("first", tt.Revolute([0, 0, 1]), "a", "c", **first)
    model.add_joint("second", tt.Revolute([0, 0, 1]), "b", "c")
    return model


@pytest.mark.parametrize(
    "way", [lambda m: m.set_hold("second.angle"), lambda m: m.set_start("second", rate=1)]
)
def test_a_joint_that_is_held_or_started_closes_no_loop_if_another_can(way):
    model = loop_of_two()
    assert [joint.name for joint in spanning_tree(model).closing] == ["second"]
    way(model)
    assert [joint.name for joint in spanning_tree(model).closing] == ["first"]
    model.validate()


def test_what_to_cut_so_that_a_joint_can_be_held(problems_of):
    model = loop_of_two()
    model.set_hold("first", "second")
    (problem,) = problems_of(model.validate)
    assert problem.where == "hold[1]" and "cut 'first' instead" in problem.hint
    model = loop_of_two(cut=True)
    model.set_hold("first.angle")
    (problem,) = problems_of(model.validate)
    assert "do not cut 'first'" in problem.hint

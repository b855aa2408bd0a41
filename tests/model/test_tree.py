"""Joints that make a tree, and those that do not."""

import pytest

import treetop as tt
from treetop.model.tree import tree_problems


def joined(*pairs: tuple[str, str]) -> tt.Model:
    model = tt.Model("m")
    for name in dict.fromkeys(name for pair in pairs for name in pair if name != "ground"):
        model.add_body(name, 1, [1, 1, 1])
    for inboard, outboard in pairs:
        model.add_joint(f"{inboard}-{outboard}", tt.Free(), inboard, outboard)
    return model


def test_trees():
    assert not list(tree_problems(joined(("ground", "a"), ("a", "b"), ("a", "c"), ("ground", "d"))))
    # the order of the joints does not matter
    assert not list(tree_problems(joined(("b", "c"), ("a", "b"), ("ground", "a"))))


@pytest.mark.parametrize(
    ("pairs", "where", "word"),
    [
        ([("ground", "a"), ("a", "a")], "joints.a-a", "itself"),
        ([("ground", "a"), ("b", "a")], "joints.b-a", "wrong way round"),
        ([("a", "ground")], "joints.a-ground", "wrong way round"),
        ([("ground", "a"), ("a", "b"), ("ground", "b")], "joints.a-b", "closes a loop"),
        ([("ground", "a"), ("b", "c")], "bodies.b", "(with 'c') hangs on nothing"),
    ],
)
def test_not_a_tree(pairs, where, word):
    (problem,) = tree_problems(joined(*pairs))
    assert problem.where == where
    assert word in problem.what


def test_two_joints_between_the_same_bodies(problems_of):
    model = joined(("ground", "a"))
    model.add_joint("again", tt.Free(), "ground", "a")
    (problem,) = problems_of(model.validate)
    assert "joint 'again' closes a loop" in problem.what


def test_a_loop_that_hangs_on_nothing():
    problems = list(tree_problems(joined(("a", "b"), ("b", "c"), ("c", "a"))))
    assert [problem.where for problem in problems] == ["bodies.a", "joints.b-c"]

"""Where everything stands in the drawing of a tree."""

from itertools import combinations

import numpy as np
import pytest

from treetop.view.diagram.layout import (
    BADGE,
    MARGIN,
    WIDEST,
    Badge,
    Box,
    Path,
    Words,
    drawing,
    width_of,
)
from treetop.view.diagram.text import text
from treetop.view.diagram.tree import Link, Node, Tree, tree_of


def tree_with(parents, links=()):
    nodes = [Node("ground", "", "", -1, "", False)]
    nodes += [Node(f"body {k}", f"joint {k}", "free", p, "1 kg", False) for k, p in parents]
    return Tree("made up", tuple(nodes), tuple(links))


def test_a_chain_of_thousands():
    """Deeper than Python calls itself."""
    chain = tree_with([(k, k - 1) for k in range(1, 3000)])
    assert sum(isinstance(mark, Box) for mark in drawing(chain).marks) >= 3000
    assert len(text(chain).splitlines()) == 3001


def random_tree(rng, count):
    return tree_with([(k, int(rng.integers(max(0, k - 20), k))) for k in range(1, count + 1)])


def boxes(found):
    return [mark for mark in found.marks if isinstance(mark, Box)]


def apart(a, b):
    across = a.x + a.width <= b.x or b.x + b.width <= a.x
    return across or a.y + a.height <= b.y or b.y + b.height <= a.y


@pytest.mark.parametrize("count", [0, 1, 5, 30, 100])
def test_nothing_covers_anything_and_all_is_inside(rng, count):
    found = drawing(random_tree(rng, count))
    own = boxes(found)
    assert len([box for box in own if box.look != "again"]) == count + 1
    assert all(apart(a, b) for a, b in combinations(own, 2))
    assert all(box.x >= MARGIN and box.x + box.width <= found.width for box in own)
    assert all(box.y >= MARGIN and box.y + box.height <= found.height for box in own)


def test_parents_stand_left_of_what_hangs_on_them_and_in_their_middle():
    ground, one, *arms = boxes(drawing(tree_with([(1, 0), (2, 1), (3, 1), (4, 1)])))
    assert ground.x < one.x < arms[0].x == arms[1].x == arms[2].x
    assert ground.y == one.y == arms[1].y == (arms[0].y + arms[2].y) / 2


def test_joints_are_written_between_the_bodies_they_join():
    found = drawing(tree_with([(1, 0), (2, 1)]))
    words = {mark.text: mark for mark in found.marks if isinstance(mark, Words)}
    _, one, two = boxes(found)
    joint = words["joint 2"]
    assert one.x + one.width < joint.x < joint.x + width_of("joint 2", joint.size) < two.x


def test_a_long_chain_goes_on_below():
    found = drawing(tree_with([(k, k - 1) for k in range(1, 101)]))
    assert found.width < WIDEST
    again = [box for box in boxes(found) if box.look == "again"]
    assert len(again) > 10
    assert all(box.x == MARGIN for box in again)


def test_a_loop_is_a_curve_between_its_bodies_with_a_number(four_bar):
    found = drawing(tree_of(four_bar))
    (curve,) = [mark for mark in found.marks if isinstance(mark, Path) and mark.look == "loop"]
    _, _, coupler, rocker = boxes(found)
    begin, end = np.array(curve.points[0]), np.array(curve.points[-1])
    assert begin[0] == rocker.x + rocker.width
    assert rocker.y < begin[1] < rocker.y + rocker.height
    assert np.allclose(end, [coupler.x + coupler.width / 2, coupler.y + coupler.height])
    assert [mark.text for mark in found.marks if isinstance(mark, Badge)] == ["1", "1"]


def test_a_constraint_of_three_has_two_curves_and_one_number():
    link = Link("gear", "coupling", "holds", ("a", "b", "c"), (1, 2, 3))
    found = drawing(tree_with([(1, 0), (2, 0), (3, 0)], [link]))
    curves = [mark for mark in found.marks if isinstance(mark, Path) and mark.look == "holds"]
    assert len(curves) == 2
    assert len([mark for mark in found.marks if isinstance(mark, Badge)]) == 2  # and in the list


def test_links_of_the_same_two_bodies_show_all_their_numbers():
    links = [Link(name, "prescribed", "holds", ("a", "b"), (0, 1)) for name in ("orbit", "pose")]
    found = drawing(tree_with([(1, 0)], links))
    curves = [mark for mark in found.marks if isinstance(mark, Path) and mark.look == "holds"]
    assert len(curves) == 1
    one, two, *_ = [mark for mark in found.marks if isinstance(mark, Badge)]
    assert (one.text, two.text) == ("1", "2")
    assert two.x - one.x > 2 * BADGE and two.y == one.y


def test_a_curve_goes_around_bodies_in_its_way():
    """From the third arm's column to the upper one of two bodies further out."""
    link = Link("shoe", "revolute", "closes a loop", ("a", "b"), (2, 3))
    found = drawing(tree_with([(1, 0), (2, 0), (3, 1), (4, 1)], [link]))
    (curve,) = [mark for mark in found.marks if isinstance(mark, Path) and mark.look == "loop"]
    _, _, _, upper, lower = sorted(boxes(found), key=lambda box: (box.x, box.y))
    points = np.array(curve.points)
    t = np.linspace(0, 1, 101)[:, None]
    along = (1 - t) ** 3 * points[0] + 3 * (1 - t) ** 2 * t * points[1]
    along += 3 * (1 - t) * t**2 * points[2] + t**3 * points[3]
    assert np.allclose(along[-1], [upper.x + upper.width, upper.y + 0.75 * upper.height])
    beside = along[(along[:, 1] > lower.y) & (along[:, 1] < lower.y + 0.5 * lower.height)]
    assert len(beside) and (beside[:, 0] > lower.x + lower.width).all()

"""Where everything stands in the drawing of a tree: one layout, whoever paints it.

From left to right, a column for each joint away from the ground; bodies that hang on the same one
stand below each other, their common parent in the middle.  A tree too deep for the width goes on in
bands below, each of which begins with the body that it hangs on.  Lengths are px, y is downward.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple
from unicodedata import east_asian_width

from treetop.view.diagram.tree import HOLDS, Tree
from treetop.view.text import short

WIDEST, WIDE = 1800.0, 1250.0  # of a tree before it is cut into bands, and of these
HEIGHT, BAND = 40.0, 34.0  # of a body, between bands
GAP, BOW = 12.0, 26.0  # between two bodies, and where there may be a bow between
MARGIN, ELBOW = 16.0, 14.0
NAME, SMALL = 13.0, 10.5  # sizes of letters
BADGE = 8.0  # radius of a number
ROW = 18.0  # of the list below


class Box(NamedTuple):
    """A body."""

    x: float
    y: float
    width: float
    height: float
    look: str


class Path(NamedTuple):
    """A line through points: straight, or one curve of Bézier's with four."""

    points: tuple[tuple[float, float], ...]
    look: str
    curved: bool = False


class Badge(NamedTuple):
    """A number in a circle."""

    x: float
    y: float
    text: str
    look: str


class Words(NamedTuple):
    """A text; x and y at its beginning, or middle, on its base line."""

    x: float
    y: float
    text: str
    size: float
    look: str
    middle: bool = False


class Drawing(NamedTuple):
    """What is to be painted, in order, and how large it is."""

    width: float
    height: float
    marks: tuple[Box | Path | Badge | Words, ...]


class _Place(NamedTuple):
    node: int
    column: int
    y: float  # of the middle
    again: bool = False  # at the beginning of a band, for what hangs on it there


def drawing(tree: Tree) -> Drawing:
    """The tree as boxes, lines and words."""
    places, bottom = _places(tree, len(tree.nodes))
    xs, widths = _xs(tree, places)
    if max(xs[k] + widths[k] for k in xs) > WIDEST:
        places, bottom = _places(tree, _columns(tree))
        xs, widths = _xs(tree, places)
    boxes = {
        (p.node, p.again): Box(
            xs[p.column], p.y - HEIGHT / 2, widths[p.column], HEIGHT, _look(tree, p)
        )
        for p in places
    }
    edges = list(_edges(tree, boxes))
    first_boxes = [boxes[k, False] for k in range(len(tree.nodes))]
    curves, badges = _links(tree, first_boxes)
    words = [w for (k, again), box in boxes.items() for w in _named(tree, k, box, again)]
    labels = [
        w
        for k in range(1, len(first_boxes))
        for w in _joint_words(tree, k, first_boxes[k], edges[k - 1])
    ]
    bottom = max([bottom, *(point[1] for curve in curves for point in curve.points)])
    listed = _list(tree, bottom + 1.4 * ROW)
    ends = [box.x + box.width for box in first_boxes] + [
        x for curve in curves for x, _ in curve.points
    ]
    ends += [badge.x + BADGE for badge in badges]
    right = max(ends + [_end(mark) for mark in listed])
    height = bottom + (len(tree.links) + 0.6) * ROW if tree.links else bottom
    marks = (*curves, *edges, *boxes.values(), *words, *labels, *badges, *listed)
    return Drawing(right + MARGIN, height + MARGIN, marks)


def width_of(text: str, size: float) -> float:
    """About as wide as the text is, whatever the font."""
    letters = sum(1.7 if east_asian_width(sign) in "WF" else 1.0 for sign in text)
    return 0.6 * size * letters


def _columns(tree: Tree) -> int:
    """How many columns a band has room for."""
    body = max(_body_width(tree, k) for k in range(len(tree.nodes)))
    joint = max([0.0, *(_joint_width(tree, k) for k in range(1, len(tree.nodes)))])
    return max(3, int(WIDE // (body + joint + 3 * ELBOW)))


def _body_width(tree: Tree, k: int) -> float:
    node = tree.nodes[k]
    return max(width_of(short(node.name, 30), NAME), width_of(node.about, SMALL)) + 20


def _joint_width(tree: Tree, k: int) -> float:
    node = tree.nodes[k]
    return max(width_of(short(node.joint, 30), SMALL), width_of(node.kind, SMALL)) + 8


def _places(tree: Tree, columns: int) -> tuple[list[_Place], float]:
    """Column and height of every body, band by band, and how far down they reach."""
    places: list[_Place] = []
    below, gap = tree.children(), BOW if tree.links else GAP
    heads, top = [0], MARGIN
    for head in heads:  # which grows on the way
        found, bottom = _stack(below, head, columns, top, gap)
        places += [found[0]._replace(again=len(places) > 0), *found[1:]]
        heads += [each.node for each in found if each.column + 1 >= columns and below[each.node]]
        top = bottom + BAND
    return places, top - BAND


def _stack(
    below: list[list[int]], head: int, columns: int, top: float, gap: float
) -> tuple[list[_Place], float]:
    """Where a body is and all that hangs on it, as far as the last column, and how far down that
    reaches: the last of each branch below one another, others in the middle of what they carry."""
    order: list[tuple[int, int]] = []
    waiting = [(head, 0)]
    while waiting:
        node, column = waiting.pop()
        order.append((node, column))
        if column + 1 < columns:
            waiting += [(child, column + 1) for child in reversed(below[node])]
    ys, bottom = {}, top - gap
    for node, column in order:
        if not below[node] or column + 1 >= columns:
            ys[node] = bottom + gap + HEIGHT / 2
            bottom += gap + HEIGHT
    for node, _ in reversed(order):
        if node not in ys:
            ys[node] = (ys[below[node][0]] + ys[below[node][-1]]) / 2
    return [_Place(node, column, ys[node]) for node, column in order], bottom


def _xs(tree: Tree, places: list[_Place]) -> tuple[dict[int, float], dict[int, float]]:
    """The left end and the width of each column."""
    xs, widths, x = {}, {}, MARGIN
    columns: list[list[int]] = [[] for _ in range(max(place.column for place in places) + 1)]
    for place in places:
        columns[place.column].append(place.node)
    for column, nodes in enumerate(columns):
        joints = max(_joint_width(tree, k) for k in nodes) if column else 0.0
        x += joints + 3 * ELBOW if column else 0.0
        widths[column] = max(_body_width(tree, k) for k in nodes)
        xs[column] = x
        x += widths[column]
    return xs, widths


def _edges(tree: Tree, boxes: dict[tuple[int, bool], Box]) -> Iterator[Path]:
    """From each body's parent to it; a parent that stands there again is the one."""
    for child in range(1, len(tree.nodes)):
        parent, box = tree.nodes[child].parent, boxes[child, False]
        start = boxes.get((parent, True), boxes[parent, False])
        begin, end = (start.x + start.width, _level(start)), (box.x, _level(box))
        bend = begin[0] + ELBOW
        yield Path((begin, (bend, begin[1]), (bend, end[1]), end), "edge")


def _level(box: Box) -> float:
    return box.y + HEIGHT / 2


def _links(tree: Tree, boxes: list[Box]) -> tuple[list[Path], list[Badge]]:
    """What joins bodies beside the tree: of links between the same two, the numbers stand side by
    side at the curve of the first."""
    curves: list[Path] = []
    badges: list[Badge] = []
    seen: dict[tuple[int, ...], int] = {}
    for k, link in enumerate(tree.links, start=1):
        pairs = [pair for pair in pairwise(link.nodes) if len({*pair}) > 1]
        bows = [_curve(boxes, pair, link.what) for pair in pairs]
        nodes = tuple(sorted({*link.nodes}))
        before = seen[nodes] = seen.get(nodes, -1) + 1
        curves += bows if not before else []
        for x, y in map(_middle, bows[:1]):
            badges.append(Badge(x + before * (2 * BADGE + 3), y, str(k), bows[0].look))
    return curves, badges


def _curve(boxes: list[Box], nodes: tuple[int, int], what: str) -> Path:
    """Between two bodies: on the right of those in one column, else from the side into one."""
    look = "holds" if what == HOLDS else "loop"
    a, b = sorted((boxes[k] for k in nodes), key=lambda box: (box.x, box.y))
    if a.x == b.x:
        side = a.x + max(a.width, b.width)
        far = side + 18 + 0.18 * abs(b.y - a.y)
        begin, end = (side, a.y + 0.75 * HEIGHT), (side, b.y + 0.25 * HEIGHT)
        return Path((begin, (far, begin[1]), (far, end[1]), end), look, curved=True)
    below = a.y >= b.y
    begin = (a.x + a.width, a.y + (0.8 if below else 0.2) * HEIGHT)
    if a.y == b.y:  # a bow below both
        begin = (a.x + 0.7 * a.width, a.y + HEIGHT)
        end = (b.x + b.width / 2, b.y + HEIGHT)
        low = a.y + HEIGHT + 0.9 * BOW
        return Path((begin, (begin[0], low), (end[0], low), end), look, curved=True)
    if any(a.y < box.y < b.y or b.y < box.y < a.y for box in boxes if box.x == b.x):
        # Another stands between: around it, on the right.
        end = (b.x + b.width, b.y + (0.75 if below else 0.25) * HEIGHT)
        points = (begin, (end[0] + 2 * BOW, begin[1]), (end[0] + BOW, end[1]), end)
        return Path(points, look, curved=True)
    end = (b.x + b.width / 2, b.y + (HEIGHT if below else 0.0))
    reach = 0.6 * (end[0] - begin[0])
    drop = 0.6 * (begin[1] - end[1])
    return Path((begin, (begin[0] + reach, begin[1]), (end[0], end[1] + drop), end), look, True)


def _middle(curve: Path) -> tuple[float, float]:
    """Where the number of a curve stands: in the middle of a bow, else nearer to its beginning,
    away from the bodies that it leads to."""
    begin, end = curve.points[0], curve.points[-1]
    t = 0.5 if begin[0] == end[0] or begin[1] == end[1] else 0.35
    weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
    x, y = (math.fsum(w * p[k] for w, p in zip(weights, curve.points, strict=True)) for k in (0, 1))
    return x, y


def _look(tree: Tree, place: _Place) -> str:
    if place.again:
        return "again"
    flexible = tree.nodes[place.node].flexible
    return "ground" if place.node == 0 else "flexible" if flexible else "body"


def _named(tree: Tree, k: int, box: Box, again: bool) -> list[Words]:
    node, x = tree.nodes[k], box.x + box.width / 2
    below = "from above" if again else node.about
    if not below:
        return [Words(x, _level(box) + 0.35 * NAME, node.name, NAME, "name", True)]
    return [
        Words(x, box.y + 17, short(node.name, 30), NAME, "name", True),
        Words(x, box.y + 32, below, SMALL, "small", True),
    ]


def _joint_words(tree: Tree, k: int, box: Box, edge: Path) -> list[Words]:
    node, x = tree.nodes[k], edge.points[-2][0] + 6
    y = box.y + HEIGHT / 2
    return [
        Words(x, y - 4, short(node.joint, 30), SMALL, "joint"),
        Words(x, y + 12, node.kind, SMALL, "small"),
    ]


def _list(tree: Tree, y: float) -> list[Words | Badge]:
    marks: list[Words | Badge] = []
    for k, link in enumerate(tree.links, start=1):
        look = "holds" if link.what == HOLDS else "loop"
        marks.append(Badge(MARGIN + BADGE, y - 4, str(k), look))
        marks.append(Words(MARGIN + 2 * BADGE + 8, y, short(link.text, 120), SMALL, "joint"))
        y += ROW
    return marks


def _end(mark: Words | Badge) -> float:
    return mark.x + width_of(mark.text, SMALL)

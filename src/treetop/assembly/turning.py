"""Which bodies' turning a quantity depends on, and which lengths turn with them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from treetop.assembly.contacts import Pairs
from treetop.core.tables.contacts import CYLINDER, LINE, PLANE, RING
from treetop.core.tables.kinds import ABOUT_Z
from treetop.core.tables.tables import Tables

ROUND = 1e-9  # relative: what differs by less is symmetric


class Turning(NamedTuple):
    """Bodies that turn, and the length of all that turns with them, m."""

    bodies: frozenset[int] = frozenset()
    length: float = 0.0

    def __or__(self, other: Turning) -> Turning:  # type: ignore[override]
        return Turning(self.bodies | other.bodies, self.length + other.length)


def of_point(tables: Tables, body: int, place: np.ndarray) -> Turning:
    """What moves a point of a body, given in the body's own axes."""
    tree, length = tables.tree, float(np.linalg.norm(place))
    bodies = {body} if _off_axis(tables, body, place) else set()
    while body > 0:
        parent = int(tree.parent[body])
        if parent > 0:
            bodies.add(parent)
            length += float(np.linalg.norm(tree.p_PF[body]))
        body = parent
    return Turning(frozenset(bodies - {0}), length)


def of_body(tables: Tables, body: int) -> Turning:
    """What moves and turns a body's own frame."""
    return of_point(tables, body, tables.frames.p[body]) | Turning(frozenset({body} - {0}))


def of_pair(tables: Tables, pairs: Pairs, k: int) -> tuple[Turning, float]:
    """What moves the shapes of a pair; and how long they are: their ends may take turns to be the
    nearest."""
    found, long = Turning(), 0.0
    for side, line in enumerate((pairs.first[k], pairs.second[k])):
        body, ends, sort = int(pairs.bodies[k, side]), [line[:3], line[3:]], pairs.sort[k, side]
        if sort != LINE:
            found |= Turning(frozenset({body} - {0}))
        if sort == CYLINDER:
            long += 2.0 * float(pairs.radius[k, side])
        if sort == PLANE:
            found |= of_point(tables, body, line[:3])
        elif sort == RING:
            found |= of_point(tables, body, line[:3])
            long += 2.0 * float(np.linalg.norm(line[3:]))
        else:
            far = max(ends, key=lambda place: float(np.hypot(place[0], place[1])))
            found |= of_point(tables, body, far)
            long += float(np.linalg.norm(ends[1] - ends[0]))
    return found, long


def of_all(tables: Tables) -> Turning:
    """What may change a force, an energy or a momentum: the turning of all bodies but of balanced
    rotors, which looks the same from everywhere."""
    bodies = range(1, tables.tree.parent.size)
    return Turning(frozenset(i for i in bodies if not _balanced(tables, i)))


def _off_axis(tables: Tables, body: int, place: np.ndarray) -> bool:
    across = place[:2] if tables.tree.joint[body] in ABOUT_Z else place
    return bool(np.any(across != 0.0))


def _balanced(tables: Tables, i: int) -> bool:
    """Whether a body is symmetric about the axis that it turns about, and carries nothing."""
    tree, bodies, frames = tables.tree, tables.bodies, tables.frames
    if tree.joint[i] not in ABOUT_Z or i in tree.parent[1:]:
        return False
    xx, xy, xz, yy, yz, _ = bodies.J_C[i]
    skew = max(abs(xx - yy), abs(xy), abs(xz), abs(yz)) > ROUND * max(xx, yy)
    aside = np.abs(bodies.com[i, :2]).max() > 0.0 or (frames.p[frames.body == i, :2] != 0.0).any()
    return not (skew or aside)

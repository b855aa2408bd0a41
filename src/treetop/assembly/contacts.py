"""The tables of shapes that come near each other, and of what they do when they touch."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from treetop.assembly.forces import of_kind
from treetop.assembly.frames import FrameBook
from treetop.core.tables.contacts import Contacts, Pairs
from treetop.model import Capsule, Contact, Plane, Shape, Sphere
from treetop.topology.mechanism import Mechanism


def pair_table(pairs: Iterable[tuple[Shape, Shape]], frames: FrameBook) -> Pairs:
    """A row for each pair, in order."""
    rows = [_row(a, b, frames) for a, b in pairs]
    sort, bodies, first, second, radius = zip(*rows, strict=True) if rows else ((),) * 5
    return Pairs(
        sort=np.array(sort, dtype=np.int64).reshape(-1, 2),
        bodies=np.array(bodies, dtype=np.int64).reshape(-1, 2),
        first=np.array(first, dtype=float).reshape(-1, 6),
        second=np.array(second, dtype=float).reshape(-1, 6),
        radius=np.array(radius, dtype=float).reshape(-1, 2),
    )


def in_order(a: Shape, b: Shape) -> tuple[Shape, Shape]:
    """The two shapes of a pair as kernels have them."""
    return (b, a) if b.sort < a.sort else (a, b)


def _row(a: Shape, b: Shape, frames: FrameBook) -> tuple:
    pair = in_order(a, b)
    (body_a, first), (body_b, second) = (_placed(shape, frames) for shape in pair)
    sorts, radii = [shape.sort for shape in pair], [shape.around for shape in pair]
    return sorts, (body_a, body_b), first, second, radii


def _placed(shape: Shape, frames: FrameBook) -> tuple[int, np.ndarray]:
    """The body of a shape, and its six numbers in the axes of that."""
    places = [frames.seen_from_joint(getattr(shape, field)) for field in shape.frames]
    body, pose = places[0]
    if shape.direction is not None:
        return body, np.append(pose.p, pose.R @ np.array(shape.direction))
    return body, np.append(pose.p, places[-1][1].p)


def contact_table(model: Mechanism, frames: FrameBook) -> Contacts:
    """The contacts of a model.  A capsule that lies on a plane rests on both its ends."""
    rows = [
        (pair, (c.stiffness, c.exponent, c.damping, c.friction, c.slip_speed))
        for c in of_kind(model, Contact)
        for pair in points_of_contact(c.a, c.b)
    ]
    laws = np.array([law for _, law in rows], dtype=float).reshape(-1, 5)
    return Contacts(pair_table([pair for pair, _ in rows], frames), laws)


def touching_pairs(model: Mechanism) -> list[tuple[Shape, Shape]]:
    """The pairs of shapes whose contact gives, in order."""
    return [pair for c in of_kind(model, Contact) for pair in points_of_contact(c.a, c.b)]


def points_of_contact(a: Shape, b: Shape) -> list[tuple[Shape, Shape]]:
    """The pairs of shapes that a contact is made of."""
    if isinstance(b, Plane):
        a, b = b, a
    if isinstance(a, Plane) and isinstance(b, Capsule):
        return [(a, Sphere(end, b.radius)) for end in (b.a, b.b)]
    return [(a, b)]

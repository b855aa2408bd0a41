"""The order of bodies and of coordinates: each body after its parent, branches kept together."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from treetop.model.body import GROUND
from treetop.topology.nodes import JointNode

PARTS = {1: ("",), 3: (".x", ".y", ".z"), 4: (".w", ".x", ".y", ".z")}


class Link(NamedTuple):
    """A body with its inboard joint."""

    body: str
    joint: JointNode
    parent: int  # number of the parent; the ground is 0, the first body 1


def links(tree: list[JointNode]) -> list[Link]:
    """All bodies of a spanning tree, depth first from the ground."""
    outboard: dict[str, list[tuple[str, JointNode]]] = defaultdict(list)
    for joint in tree:
        inboard_body, outboard_body = joint.bodies
        outboard[inboard_body].append((outboard_body, joint))
    order: list[Link] = []
    waiting = [Link(body, joint, 0) for body, joint in reversed(outboard[GROUND])]
    while waiting:
        link = waiting.pop()
        order.append(link)
        number, further = len(order), reversed(outboard.get(link.body, ()))
        waiting += [Link(body, joint, number) for body, joint in further]
    return order


class Labels(NamedTuple):
    """``joint.coordinate.component``, in order."""

    coordinates: list[str]
    speeds: list[str]


def labels(joints: list[JointNode]) -> Labels:
    """Labels of all coordinates and speeds of joints."""

    def of(what: str) -> list[str]:
        return [
            f"{joint.name}.{quantity.name}{part}"
            for joint in joints
            for quantity in getattr(joint.kind, what)
            for part in PARTS[quantity.size]
        ]

    return Labels(of("coordinates"), of("speeds"))

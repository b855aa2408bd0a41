"""What a diagram shows of a model: who hangs on whom, by which joint, and what closes loops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from treetop.model import Free
from treetop.model.body import GROUND
from treetop.model.part import frames_of
from treetop.topology.spanning_tree import spanning_tree
from treetop.view.text import number

if TYPE_CHECKING:
    from treetop.model import Model

LOOP, FREE, HOLDS = "closes a loop", "measures", "holds"


class Node(NamedTuple):
    """A body, and the joint that it hangs on; the ground, the first, hangs on none."""

    name: str
    joint: str
    kind: str  # of the joint
    parent: int
    about: str  # mass and modes, in words
    flexible: bool


class Link(NamedTuple):
    """What joins bodies beside the tree: a joint that closes a loop, or a constraint."""

    name: str
    kind: str
    what: str  # LOOP, FREE or HOLDS
    ends: tuple[str, ...]  # frames, or coordinates of joints
    nodes: tuple[int, ...]

    @property
    def text(self) -> str:
        """In words."""
        between = " and " if self.what == HOLDS else " to "
        return f"{self.name} ({self.kind}) {self.what}: {between.join(self.ends)}"


class Tree(NamedTuple):
    """The bodies, each after the one that it hangs on, and what joins them besides."""

    title: str
    nodes: tuple[Node, ...]
    links: tuple[Link, ...]

    def children(self) -> list[list[int]]:
        """The nodes that are connected outboard of each node."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for k, each in enumerate(self.nodes):
            if k:
                found[each.parent].append(k)
        return found


def tree_of(model: Model) -> Tree:
    """The tree of a model, as at the beginning of a run."""
    joints, closing = spanning_tree(model)
    nodes = [Node(GROUND, "", "", -1, "", False)]
    places = {GROUND: 0}
    waiting = list(joints)
    while waiting:  # in the order of the model, but parents first
        joint = next(each for each in waiting if each.bodies[0] in places)
        waiting.remove(joint)
        inboard, outboard = joint.bodies
        places[outboard] = len(nodes)
        body: Any = model.bodies[outboard]
        nodes.append(Node(outboard, joint.name, joint.kind.kind, places[inboard], *_about(body)))
    links = [
        Link(
            joint.name,
            joint.kind.kind,
            FREE if isinstance(joint.kind, Free) else LOOP,
            (joint.inboard, joint.outboard),
            (places[joint.bodies[0]], places[joint.bodies[1]]),
        )
        for joint in closing
    ]
    for name, constraint in model.constraints.items():
        constrained = _constrained(model, constraint)
        if len(constrained) > 1:
            at = tuple(places[body] for body in constrained.values())
            links.append(Link(name, constraint.kind, HOLDS, tuple(constrained), at))
    return Tree(model.name, tuple(nodes), tuple(links))


def _constrained(model: Model, constraint: Any) -> dict[str, str]:
    """The frames or coordinates that a constraint speaks of, and the bodies that these move."""
    moved = {
        label: model.joints[label.partition(".")[0]].bodies[1] for label in constraint.coordinates
    }
    return moved | {frame: model.frame(frame).body for frame in frames_of(constraint)}


def _about(body: Any) -> tuple[str, bool]:
    """Its mass, and of a flexible body its modes; whether it is one."""
    modes = getattr(body, "modes", None)
    mass = f"{number(body.mass)} kg"
    if modes is None:
        return mass, False
    count = len(modes.angular_frequencies)
    return f"{mass}, {count} mode{'' if count == 1 else 's'}", True

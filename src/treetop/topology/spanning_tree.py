"""The rules of a tree: inboard joints, one after another, connect every body to the ground."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Any, NamedTuple

from treetop.errors import Problem
from treetop.model.body import GROUND
from treetop.model.joints import Free
from treetop.model.specification import path

if TYPE_CHECKING:
    from treetop.model.model import Model
    from treetop.topology.mechanism import Mechanism
    from treetop.topology.nodes import JointNode


class SpanningTree(NamedTuple):
    """The joints by which each body is reached outward from the ground, and those that close
    loops."""

    joints: list[Any]
    closing: list[Any]


def spanning_tree(
    model: Model | Mechanism, opened: Container[str] = (), staged: bool | None = None
) -> SpanningTree:
    """The tree of a model; a mechanism keeps its own.

    Of several joints that lead on, the one that was added first is taken; none that is cut.  If
    this would cut one that is held or started, those come first.  Where structure changes, joints
    that are open carry nothing, and free ones only what no other does.
    """
    staged = model.staged if staged is None else staged
    joints = list(model.joints.values())
    last = _taken_last(joints, opened) if staged else {}
    tree = _grown(joints, opened, last, frozenset())
    named = {label.partition(".")[0] for label in model.hold or ()} | set(model.start)
    if any(joint.name in named and joint.name not in opened and not joint.cut for joint in tree[1]):
        return _grown(joints, opened, last, named)
    return tree


def _grown(
    joints: list[Any], opened: Container[str], last: dict[str, int], early: Container[str]
) -> SpanningTree:
    """A tree grown from the ground, joints of the names `early` being taken before others."""
    bodies = [joint.bodies for joint in joints]
    outward = _outward(joints, bodies, opened)
    late = [(last.get(joint.name, 0), joint.name not in early) for joint in joints]
    reached, tree = {GROUND}, set()
    ahead = [(late[k], k) for k in outward.get(GROUND, ())]
    heapify(ahead)
    while ahead:
        _, k = heappop(ahead)
        body = bodies[k][1]
        if body not in reached:
            reached.add(body)
            tree.add(k)
            for further in outward.get(body, ()):
                heappush(ahead, (late[further], further))
    closing = [
        joint
        for k, joint in enumerate(joints)
        if k not in tree and bodies[k][0] in reached and bodies[k][1] in reached
    ]
    return SpanningTree([joints[k] for k in sorted(tree)], closing)


def _outward(
    joints: list[Any], bodies: list[tuple[str, str]], opened: Container[str]
) -> dict[str, list[int]]:
    """Numbers of the joints that lead on from each body."""
    found: dict[str, list[int]] = defaultdict(list)
    for k, joint in enumerate(joints):
        if not joint.cut and joint.name not in opened:
            found[bodies[k][0]].append(k)
    return found


def _taken_last(joints: list[Any], opened: Container[str]) -> dict[str, int]:
    """Free joints, and of these last those to bodies that another joint leads to."""
    connecting = [
        joint
        for joint in joints
        if not (joint.cut or joint.name in opened or isinstance(joint.kind, Free))
    ]
    carried = {joint.bodies[1] for joint in connecting}
    free = (joint for joint in joints if isinstance(joint.kind, Free))
    return {joint.name: 2 if joint.bodies[1] in carried else 1 for joint in free}


def reached_from(first: str, ends: Iterable[tuple[str, str]]) -> set[str]:
    """All bodies that joints lead to from a body, each given by its inboard and outboard end."""
    outward: dict[str, list[str]] = defaultdict(list)
    for inboard, outboard in ends:
        outward[inboard].append(outboard)
    reached, queue = {first}, [first]
    for body in queue:
        for further in outward.get(body, ()):
            if further not in reached:
                reached.add(further)
                queue.append(further)
    return reached


def tree_problems(model: Model | Mechanism, tree: SpanningTree) -> Iterator[Problem]:
    """Joints from a body to itself or the wrong way round, then bodies that are not connected."""
    for joint in model.joints.values():
        inboard, outboard = joint.bodies
        if inboard == outboard:
            what = f"joint '{joint.name}' goes from the body '{inboard}' to itself"
            yield Problem(what, path("joints", joint.name), "join two bodies")
    reached = {GROUND, *(joint.bodies[1] for joint in tree.joints)}
    if reached.issuperset(model.bodies):
        return
    neighbours = _neighbours(model)
    yield from _walk(list(reached), neighbours, reached)
    for body in model.bodies:
        if body not in reached:
            group = set(reached)
            reached.add(body)
            list(_walk([body], neighbours, reached))
            yield _unconnected([name for name in model.bodies if name in reached - group], body)


def _neighbours(model: Model | Mechanism) -> dict[str, list[Any]]:
    """The joints at each body that are not cut."""
    known, found = {GROUND, *model.bodies}, defaultdict[str, list[Any]](list)
    for joint in model.joints.values():
        inboard, outboard = joint.bodies
        if inboard != outboard and inboard in known and outboard in known and not joint.cut:
            found[inboard].append(joint)
            found[outboard].append(joint)
    return found


def _walk(
    queue: list[str], neighbours: dict[str, list[Any]], reached: set[str]
) -> Iterator[Problem]:
    """Reach all bodies joined to those in the queue; return the joints that point the wrong way."""
    for body in queue:
        for joint in neighbours[body]:
            inboard, outboard = joint.bodies
            other = outboard if body == inboard else inboard
            if other not in reached:
                if body == outboard:
                    yield _reversed(joint)
                reached.add(other)
                queue.append(other)


def loop_problems(mechanism: Mechanism) -> Iterator[Problem]:
    """What cannot be said of joints that close loops, whose coordinates follow from others."""
    for joint in mechanism.tree.closing:
        yield from closing_start_problems(joint, mechanism.start.get(joint.name, ()))


def cut_instead(mechanism: Mechanism, closing: JointNode) -> str:
    """How another joint comes to close the loop."""
    if closing.cut:
        return f"do not cut '{closing.name}'"
    inboard, last = closing.bodies
    carrier = {joint.bodies[1]: joint for joint in mechanism.tree.joints}
    while inboard in carrier and inboard != last:
        inboard = carrier[inboard].bodies[0]
    if last not in carrier or inboard == last:
        return "turn its ends round, and cut another joint of the loop"
    return f"cut '{carrier[last].name}' instead (cut: true)"


def closing_start_problems(joint: JointNode, names: Iterable[str]) -> Iterator[Problem]:
    """What cannot be said of the start of a joint that closes a loop: all but its angles, of which
    full turns are not known otherwise."""
    angles = {item.name for item in joint.kind.coordinates if item.unit == "rad"}
    for name in names:
        if name not in angles:
            what = f"joint '{joint.name}' closes a loop: its '{name}' follows from the other joints"
            hint = "start the other joints of the loop, or cut another one (cut: true)"
            yield Problem(what, path("start", joint.name, name), hint)


def _reversed(joint: Any) -> Problem:
    what = f"joint '{joint.name}' has its ends the wrong way round"
    return Problem(
        what,
        path("joints", joint.name),
        f"swap inboard and outboard: '{joint.bodies[1]}' is nearer to ground",
    )


def _unconnected(bodies: list[str], first: str) -> Problem:
    others = "', '".join(name for name in bodies if name != first)
    what = f"the body '{first}'" + (f" (with '{others}')" if others else "") + " is not connected"
    hint = "add a joint from ground to it, Free() if it flies"
    return Problem(what, path("bodies", first), hint)

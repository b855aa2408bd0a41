"""The rules of a tree: every body hangs, through one inboard joint after another, on the ground."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from treetop.errors import Problem
from treetop.model.body import GROUND
from treetop.model.joints import Free, Joint
from treetop.model.specification import path

if TYPE_CHECKING:
    from treetop.model.model import Model


def ends(joint: Joint) -> tuple[str, str]:
    """The inboard and the outboard body of a joint."""
    return joint.inboard.partition(".")[0], joint.outboard.partition(".")[0]


def spanning_tree(model: Model) -> tuple[list[Joint], list[Joint]]:
    """The joints by which each body is reached outward from the ground, and those that close loops.

    Of several joints that lead on, the one that was added first is taken; none that is cut.  If
    this would cut one that is held or started, those come first.  Where structure changes, joints
    that are open carry nothing, and free ones only what no other does.
    """
    tree, closing = _grown(model, set())
    told = {label.partition(".")[0] for label in model.hold or ()} | set(model.start)
    known = told - set(model.opened)
    if any(joint.name in known and not joint.cut for joint in closing):
        return _grown(model, told)
    return tree, closing


def _grown(model: Model, early: set[str]) -> tuple[list[Joint], list[Joint]]:
    """A tree grown from the ground, joints of these names being taken before others."""
    joints = list(model.joints.values())
    outward: dict[str, list[int]] = defaultdict(list)
    for k, joint in enumerate(joints):
        if not joint.cut and joint.name not in model.opened:
            outward[ends(joint)[0]].append(k)
    reached, tree = {GROUND}, set()
    last = _taken_last(model) if model.staged else {}
    late = [(last.get(joint.name, 0), joint.name not in early) for joint in joints]
    ahead = [(late[k], k) for k in outward[GROUND]]
    heapify(ahead)
    while ahead:
        _, k = heappop(ahead)
        body = ends(joints[k])[1]
        if body not in reached:
            reached.add(body)
            tree.add(k)
            for further in outward[body]:
                heappush(ahead, (late[further], further))
    closing = (k for k, joint in enumerate(joints) if reached.issuperset(ends(joint)))
    return [joints[k] for k in sorted(tree)], [joints[k] for k in closing if k not in tree]


def _taken_last(model: Model) -> dict[str, int]:
    """Free joints, and of these last those to bodies that another joint leads to."""
    held = [
        joint
        for joint in model.joints.values()
        if not (joint.cut or joint.name in model.opened or isinstance(joint.kind, Free))
    ]
    carried = {ends(joint)[1] for joint in held}
    free = (joint for joint in model.joints.values() if isinstance(joint.kind, Free))
    return {joint.name: 2 if ends(joint)[1] in carried else 1 for joint in free}


def tree_problems(model: Model) -> Iterator[Problem]:
    """Joints from a body to itself or the wrong way round, then bodies that hang on nothing."""
    known = {GROUND, *model.bodies}
    neighbours: dict[str, list[Joint]] = defaultdict(list)
    for joint in model.joints.values():
        inboard, outboard = ends(joint)
        if inboard == outboard:
            what = f"joint '{joint.name}' goes from the body '{inboard}' to itself"
            yield Problem(what, path("joints", joint.name), "join two bodies")
        elif inboard in known and outboard in known and not joint.cut:
            neighbours[inboard].append(joint)
            neighbours[outboard].append(joint)
    reached = {GROUND, *(ends(joint)[1] for joint in spanning_tree(model)[0])}
    yield from _walk(list(reached), neighbours, reached)
    for body in model.bodies:
        if body not in reached:
            group = set(reached)
            reached.add(body)
            list(_walk([body], neighbours, reached))
            yield _hanging([name for name in model.bodies if name in reached - group], body)


def _walk(
    queue: list[str], neighbours: dict[str, list[Joint]], reached: set[str]
) -> Iterator[Problem]:
    """Reach all bodies joined to those in the queue; tell the joints that point the wrong way."""
    for body in queue:
        for joint in neighbours[body]:
            inboard, outboard = ends(joint)
            other = outboard if body == inboard else inboard
            if other not in reached:
                if body == outboard:
                    yield _reversed(joint)
                reached.add(other)
                queue.append(other)


def loop_problems(model: Model) -> Iterator[Problem]:
    """What cannot be said of joints that close loops, whose coordinates follow from others."""
    for joint in spanning_tree(model)[1]:
        yield from closing_start_problems(joint, model.start.get(joint.name, ()))


def cut_instead(model: Model, closing: Joint) -> str:
    """How another joint comes to close the loop."""
    if closing.cut:
        return f"do not cut '{closing.name}'"
    inboard, last = ends(closing)
    carrier = {ends(joint)[1]: joint for joint in spanning_tree(model)[0]}
    while inboard in carrier and inboard != last:
        inboard = ends(carrier[inboard])[0]
    if last not in carrier or inboard == last:
        return "turn its ends round, and cut another joint of the loop"
    return f"cut '{carrier[last].name}' instead (cut: true)"


def closing_start_problems(joint: Joint, given: Iterable[str]) -> Iterator[Problem]:
    """What cannot be said of the start of a joint that closes a loop: all but its angles, of which
    full turns are not known otherwise."""
    angles = {item.name for item in joint.kind.coordinates if item.unit == "rad"}
    for name in given:
        if name not in angles:
            what = f"joint '{joint.name}' closes a loop: its '{name}' follows from the other joints"
            hint = "start the other joints of the loop, or cut another one (cut: true)"
            yield Problem(what, path("start", joint.name, name), hint)


def _reversed(joint: Joint) -> Problem:
    what = f"joint '{joint.name}' has its ends the wrong way round"
    return Problem(
        what,
        path("joints", joint.name),
        f"swap inboard and outboard: '{ends(joint)[1]}' is nearer to ground",
    )


def _hanging(bodies: list[str], first: str) -> Problem:
    others = "', '".join(name for name in bodies if name != first)
    what = f"the body '{first}'" + (f" (with '{others}')" if others else "") + " hangs on nothing"
    hint = "add a joint from ground to it, Free() if it flies"
    return Problem(what, path("bodies", first), hint)

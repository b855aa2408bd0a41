"""The rules of a tree: every body hangs, through one inboard joint after another, on the ground."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from treetop.errors import Problem
from treetop.model.body import GROUND
from treetop.model.joints import Joint
from treetop.model.spec import path

if TYPE_CHECKING:
    from treetop.model.model import Model


def ends(joint: Joint) -> tuple[str, str]:
    """The inboard and the outboard body of a joint."""
    return joint.inboard.partition(".")[0], joint.outboard.partition(".")[0]


def tree_problems(model: Model) -> Iterator[Problem]:
    """Joints that make no tree, then bodies that hang on nothing.

    The joints are walked from the ground, along them or against them: a joint met against its
    direction has its ends the wrong way round, one that leads to a body met before closes a loop.
    """
    known = {GROUND, *model.bodies}
    joints = []
    for joint in model.joints.values():
        inboard, outboard = ends(joint)
        if inboard == outboard:
            what = f"joint '{joint.name}' goes from the body '{inboard}' to itself"
            yield Problem(what, path("joints", joint.name), "join two bodies")
        elif inboard in known and outboard in known:
            joints.append(joint)
    neighbours: dict[str, list[Joint]] = defaultdict(list)
    for joint in joints:
        for body in ends(joint):
            neighbours[body].append(joint)
    reached: set[str] = set()
    yield from _walk(GROUND, neighbours, reached)
    for body in model.bodies:
        if body not in reached:
            group = set(reached)
            found = list(_walk(body, neighbours, reached))
            yield _hanging([name for name in model.bodies if name in reached - group], body)
            yield from (problem for problem in found if "loop" in problem.what)


def _walk(root: str, neighbours: dict[str, list[Joint]], reached: set[str]) -> Iterator[Problem]:
    """Reach all bodies joined to ``root``, breadth first, and tell what is not a tree."""
    reached.add(root)
    queue = [root]
    used: set[str] = set()
    for body in queue:
        for joint in neighbours[body]:
            if joint.name in used:
                continue
            used.add(joint.name)
            inboard, outboard = ends(joint)
            other = outboard if body == inboard else inboard
            if other in reached:
                yield _loop(joint)
                continue
            if body == outboard:
                yield _reversed(joint)
            reached.add(other)
            queue.append(other)


def _loop(joint: Joint) -> Problem:
    what = f"joint '{joint.name}' closes a loop, which is not supported yet"
    return Problem(what, path("joints", joint.name), "remove a joint of the loop")


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

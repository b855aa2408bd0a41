"""What a URDF file says: links, joints and materials, checked to be one tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from treetop.errors import ModelError, Problem
from treetop.formats.urdf.notes import Notes
from treetop.formats.urdf.pose import Pose
from treetop.formats.urdf.values import (
    Inertial,
    inertial,
    numbers,
    origin,
    required,
    scalar,
    text,
)
from treetop.formats.xml import Element
from treetop.model.joints import Fixed, Free, JointKind, Planar, Prismatic, Revolute
from treetop.model.specification import unknown

_KINDS = ("revolute", "continuous", "prismatic", "fixed", "planar", "floating")
_MANY = 50  # problems after which a file is not read further

# What is read of each element: its children and its attributes.
_READ: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "robot": (("link", "joint", "material"), ("name", "version")),
    "link": (("inertial", "visual", "collision"), ("name",)),
    "inertial": (("origin", "mass", "inertia"), ()),
    "joint": (
        ("origin", "parent", "child", "axis", "limit", "dynamics", "mimic"),
        ("name", "type"),
    ),
    "limit": ((), ("lower", "upper", "effort", "velocity")),
    "dynamics": ((), ("damping", "friction")),
    "mimic": ((), ("joint", "multiplier", "offset")),
}


class Link(NamedTuple):
    """A link; `visual` are its elements of visual geometry."""

    name: str
    inertial: Inertial | None
    visual: list[Element]
    line: int


class Limits(NamedTuple):
    """Limits of a coordinate, rad or m."""

    lower: float
    upper: float


class Mimic(NamedTuple):
    """The coordinate is `multiplier` times that of another joint, and `offset`."""

    joint: str
    multiplier: float
    offset: float


class UrdfJoint(NamedTuple):
    """A joint from a parent link to a child link, whose frame is that of the joint."""

    name: str
    kind: JointKind
    parent: str
    child: str
    pose: Pose
    limits: Limits | None
    damping: float
    friction: float
    mimic: Mimic | None
    element: Element

    @property
    def coordinate(self) -> str:
        """The only coordinate, or none."""
        found = self.kind.coordinates
        return found[0].name if len(found) == 1 and found[0].size == 1 else ""


class Robot(NamedTuple):
    """Links by name, joints outward from the root, colours of materials by name."""

    name: str
    root: str
    links: dict[str, Link]
    joints: list[UrdfJoint]
    materials: dict[str, Element]


class _Problems(list[Problem]):
    @contextmanager
    def collecting(self) -> Iterator[None]:
        try:
            yield
        except ModelError as error:
            self += error.problems
        if len(self) > _MANY:
            raise ModelError(self)


def described(robot: Element, notes: Notes) -> Robot:
    """What the root of a URDF file says."""
    _note_unread(robot, notes)
    problems = _Problems()
    links = _by_name(robot.all("link"), lambda each: _link(each, notes), problems)
    joints = _by_name(robot.all("joint"), lambda each: _joint(each, notes), problems)
    if problems:
        raise ModelError(problems)
    root, outward = _tree(robot, links, joints.values())
    _require_leaders(joints)
    materials = {each.attributes.get("name", ""): each for each in robot.all("material")}
    return Robot(robot.attributes.get("name", "robot"), root, links, outward, materials)


def _by_name(
    elements: Iterable[Element], read: Callable[[Element], Any], problems: _Problems
) -> dict[str, Any]:
    """What elements say, by the name that each has for itself."""
    found: dict[str, Any] = {}
    for element in elements:
        with problems.collecting():
            one = read(element)
            _require_new(element, one.name, found)
            found[one.name] = one
    return found


def _note_unread(robot: Element, notes: Notes) -> None:
    """Note elements and attributes that nothing here reads; those of shapes are read elsewhere."""
    for element, owner in _owned(robot):
        if element.tag not in _READ:
            continue
        children, attributes = _READ[element.tag]
        for child in element.children:
            if child.tag not in children:
                name = child.attributes.get("name") or owner
                notes.add(f"<{child.tag}> is not read", name)
        for key in element.attributes:
            if key not in attributes and not key.startswith("xmlns"):
                notes.add(f"'{key}' of <{element.tag}> is not read", owner)


def _owned(robot: Element) -> Iterator[tuple[Element, str]]:
    """The robot, its links and joints, and what they hold, each with the name of its owner."""
    yield robot, ""
    for part in robot.children:
        owner = part.attributes.get("name", "")
        yield part, owner
        if part.tag in ("link", "joint"):
            yield from ((child, owner) for child in part.children)


def _require_new(element: Element, name: str, known: Iterable[str]) -> None:
    if name in known:
        what = f"there are two of the name '{name}'"
        raise ModelError([element.problem(what, "give each its own name")])


def _link(element: Element, notes: Notes) -> Link:
    name = text(element, "name")
    if element.first("collision") is not None:
        notes.add("collision geometry is not read", name)
    return Link(name, inertial(element), element.all("visual"), element.line)


def _joint(element: Element, notes: Notes) -> UrdfJoint:
    name, word = text(element, "name"), text(element, "type")
    if word not in _KINDS:
        wrong = unknown("type", word, _KINDS, "")
        raise ModelError([element.problem(wrong.what, wrong.hint)])
    kind = _kind(element, word)
    limit, dynamics = element.first("limit"), element.first("dynamics")
    damping = scalar(dynamics, "damping", "0") if dynamics else 0.0
    friction = scalar(dynamics, "friction", "0") if dynamics else 0.0
    if damping < 0 or friction < 0:
        raise ModelError([element.problem("damping or friction is less than 0")])
    if not kind.speeds and element.first("mimic") is not None:
        notes.add("a fixed joint mimics no other", name)
    limits = _limits(limit) if limit and word in ("revolute", "prismatic") else None
    for key in ("effort", "velocity"):
        if limit and key in limit.attributes:
            notes.add(f"the limit of {key} is not applied", name)
    return UrdfJoint(
        name,
        kind,
        text(required(element, "parent"), "link"),
        text(required(element, "child"), "link"),
        origin(element),
        limits,
        damping,
        friction,
        _mimic(element) if kind.speeds else None,
        element,
    )


def _kind(element: Element, word: str) -> JointKind:
    if word == "fixed":
        return Fixed()
    if word == "floating":
        return Free()
    found = element.first("axis")
    axis = numbers(found, "xyz", 3) if found else [1.0, 0.0, 0.0]
    if not np.hypot.reduce(axis) > 1e-150:
        raise ModelError([element.problem("an axis of zero length has no direction")])
    return {"prismatic": Prismatic, "planar": Planar}.get(word, Revolute)(axis)  # type: ignore[operator,no-any-return]


def _limits(limit: Element) -> Limits:
    return Limits(scalar(limit, "lower", "0"), scalar(limit, "upper", "0"))


def _mimic(element: Element) -> Mimic | None:
    found = element.first("mimic")
    if found is None:
        return None
    return Mimic(
        text(found, "joint"), scalar(found, "multiplier", "1"), scalar(found, "offset", "0")
    )


def _tree(
    robot: Element, links: dict[str, Link], joints: Iterable[UrdfJoint]
) -> tuple[str, list[UrdfJoint]]:
    """The root link, and all joints outward from it."""
    problems: list[Problem] = []
    inward: dict[str, UrdfJoint] = {}
    outward: dict[str, list[UrdfJoint]] = {}
    for joint in joints:
        for end in (joint.parent, joint.child):
            if end not in links:
                wrong = unknown("link", end, links, "")
                problems.append(joint.element.problem(wrong.what, wrong.hint))
        if joint.child in inward:
            what = f"the link '{joint.child}' is the child of '{inward[joint.child].name}' already"
            problems.append(joint.element.problem(what, "loops cannot be said in URDF"))
        inward[joint.child] = joint
        outward.setdefault(joint.parent, []).append(joint)
    roots = [name for name in links if name not in inward]
    if not links:
        problems.append(robot.problem("there is no link", "add <link name=.../>"))
    elif len(roots) != 1 and not problems:
        found = (
            f"these are the child of none: {', '.join(roots[:5])}" if roots else "each is a child"
        )
        problems.append(robot.problem(f"one link must be the root, but {found}"))
    if problems:
        raise ModelError(problems[:_MANY])
    ordered, waiting = [], [roots[0]]
    while waiting:
        below = outward.get(waiting.pop(), [])
        ordered += below
        waiting += (joint.child for joint in reversed(below))
    if len(ordered) < len(inward):
        reached = {joint.child for joint in ordered}
        apart = next(joint for child, joint in inward.items() if child not in reached)
        raise ModelError([apart.element.problem("the root link does not lead to this joint")])
    return roots[0], ordered


def _require_leaders(joints: dict[str, UrdfJoint]) -> None:
    """Each joint that mimics has one coordinate, and so has the joint that it follows; none
    follows itself."""
    sound: set[str] = set()
    for joint in joints.values():
        seen, follower = {joint.name}, joint
        while follower.mimic is not None and follower.name not in sound:
            name = follower.mimic.joint
            if name not in joints:
                wrong = unknown("joint", name, joints, "")
                raise ModelError([follower.element.problem(f"mimic: {wrong.what}", wrong.hint)])
            if name in seen:
                raise ModelError([joint.element.problem("mimic: it follows itself")])
            for each in (follower, joints[name]):
                if not each.coordinate:
                    what = f"mimic: the joint '{each.name}' has not one coordinate"
                    raise ModelError([follower.element.problem(what)])
            seen.add(name)
            follower = joints[name]
        sound |= seen

"""From a URDF file to bodies, joints, forces and constraints of a model.

A link is a body whose frame is the link's; a link without mass that is fixed to another one is a
frame of that one's body. A joint's inboard frame is its origin on the parent link, its outboard
frame the child link.
"""

from __future__ import annotations

import os
import re
from collections.abc import Container
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from treetop.checks.names import hides_quantities
from treetop.errors import ModelError, Problem
from treetop.files import problems_in
from treetop.formats.urdf.description import Link, Robot, UrdfJoint, described
from treetop.formats.urdf.notes import Notes
from treetop.formats.urdf.pose import HERE, Pose, pose_of
from treetop.formats.urdf.values import Inertial, impossible, nearest_possible
from treetop.formats.urdf.visuals import Folders, looks
from treetop.formats.xml import Element
from treetop.model.body import GROUND, Body, Frame, own_frame
from treetop.model.constraints.kinds import Coupling
from treetop.model.forces.joint_friction import DryFriction, HardStop
from treetop.model.forces.kinds import JointSpring
from treetop.model.joints import Fixed, JointKind
from treetop.model.model import Model

_NEAREST = "no body has the inertia that is given, and the nearest possible one is taken"
_WRONG = re.compile(r"[^\w-]")
_WEIGHTLESS = Inertial(0.0, np.zeros((3, 3)), np.zeros(3))
_SECTIONS = ("joints", "constraints", "forces", "devices", "sensors", "controllers", "surfaces")


class Options(NamedTuple):
    """How a file is read; `Model.add_urdf` says what each means."""

    on: Frame = own_frame(GROUND)
    prefix: str = ""
    joint: JointKind | None = None
    stop_stiffness: Any = None
    stop_damping: Any = 0.0
    packages: str | os.PathLike[str] | None = None
    strict: bool = False


def add_urdf(
    model: Model, path: str | os.PathLike[str], root: Element, options: Options
) -> tuple[dict[str, Any], Notes]:
    """Add the robot in a file, whose root element was read, to a model: the frames of its links by
    their names in the file, and what was not taken over."""
    notes = Notes(str(path))
    with problems_in(path):
        root.require_tag("robot", "URDF")
        _require_expanded(root)
        robot = described(root, notes)
        return _Builder(model, robot, options, Path(path).parent, notes).build(), notes


def _require_expanded(root: Element) -> None:
    for element in root.walk():
        if element.tag.startswith("xacro:"):
            hint = "expand it first: xacro arm.urdf.xacro > arm.urdf"
            raise ModelError([element.problem("xacro macros are not read", hint)])


class _Place(NamedTuple):
    """The body that a link is on, and the pose of the link on it."""

    body: Any
    pose: Pose


class _Builder:
    def __init__(
        self, model: Model, robot: Robot, options: Options, folder: Path, notes: Notes
    ) -> None:
        self.model, self.robot, self.options, self.notes = model, robot, options, notes
        packages = None if options.packages is None else Path(options.packages)
        self.folders = Folders(folder, packages)
        self.by_name = {joint.name: joint for joint in robot.joints}
        self.hidden: dict[str, set[str]] = {}  # bodies whose quantities a joint's would hide
        self.bodies = self._names(robot.links)
        links = set(self.bodies.values())
        self.hidden = {n: links for n, j in self.by_name.items() if hides_quantities(j.kind)}
        self.joints = self._names(self.by_name)
        self.places: dict[str, _Place] = {}
        self.frames: dict[str, Any] = {}
        self.taken = {name for section in _SECTIONS for name in getattr(model, section)}

    def build(self) -> dict[str, Any]:
        """Add everything; whatever can be refused is refused before, so that the model then is as
        it was."""
        self._require_free_names()
        self._require_stops()
        self.inertials = self._inertials()
        self._root()
        for joint in self.robot.joints:
            self._joint(joint)
        for joint in self.robot.joints:
            self._forces(joint)
            self._start(joint)
        return self.frames

    def _names(self, names: Any) -> dict[str, str]:
        """Names that parts of the model can have, by those in the file."""
        prefix = f"{self.options.prefix}_" if self.options.prefix else ""
        taken, result = {GROUND}, {}
        for name in names:
            good = prefix + _WRONG.sub("_", name)
            good = good if re.match(r"[^\W\d]", good) else f"_{good}"
            while good in taken or good in self.hidden.get(name, ()):
                good += "_"
            taken.add(good)
            result[name] = good
            if good != prefix + name:
                self.notes.add("names are changed to those that a model can have", name)
        return result

    def _require_free_names(self) -> None:
        hint = 'give another prefix, such as prefix="arm"'
        taken = [name for name in self.bodies.values() if name in self.model.bodies]
        taken += [name for name in self.joints.values() if name in self.taken]
        if taken:
            raise ModelError(
                Problem(f"the name '{name}' is taken already", hint=hint) for name in taken
            )
        self.taken |= set(self.joints.values())

    def _require_stops(self) -> None:
        stiffness, damping = self.options.stop_stiffness, self.options.stop_damping
        if stiffness is not None:
            HardStop("any", stiffness, lower=0, upper=1, damping=damping)

    def _inertials(self) -> dict[str, Inertial]:
        """What each link weighs, with inertias that bodies can have."""
        result, problems = {}, []
        for link in self.robot.links.values():
            found = link.inertial or _WEIGHTLESS
            wrong = impossible(found.inertia)
            if wrong and self.options.strict:
                problems.append(Problem(wrong, f"link '{link.name}'.inertial", line=link.line))
            elif wrong:
                self.notes.add(_NEAREST, link.name)
                found = found._replace(inertia=nearest_possible(found.inertia))
            result[link.name] = found
        if problems:
            raise ModelError(problems)
        return result

    def _root(self) -> None:
        """Put the root link on the frame that it is to be on."""
        link = self.robot.links[self.robot.root]
        frame = self.options.on
        host = self.model.body(frame.body)
        kind = self.options.joint or Fixed()
        if isinstance(kind, Fixed) and not self._heavy(link) and isinstance(host, Body):
            self._attach(link, _Place(host, pose_of(frame)))
            return
        name = f"{self.options.prefix}_base" if self.options.prefix else "base"
        if hides_quantities(kind) and frame.reference != GROUND and name in self.bodies.values():
            name += "_joint"
        self.model.add_joint(self._unused(name), kind, frame, self._body(link))

    def _heavy(self, link: Link) -> bool:
        mass, inertia, _ = self.inertials[link.name]
        return bool(mass or inertia.any())

    def _joint(self, joint: UrdfJoint) -> None:
        """The joint and its child link."""
        link, parent = self.robot.links[joint.child], self.places[joint.parent]
        pose = parent.pose @ joint.pose
        if isinstance(joint.kind, Fixed) and not self._heavy(link):
            self._attach(link, _Place(parent.body, pose))
            return
        name = self.joints[joint.name]
        inboard = parent.body
        if not pose.trivial:
            frame = _unused(name, parent.body.frames)
            inboard = parent.body.frame(frame, at=pose.at, attitude=pose.attitude)
        self.model.add_joint(name, joint.kind, inboard, self._body(link))

    def _attach(self, link: Link, place: _Place) -> None:
        """Make a link a frame of a body."""
        self.places[link.name] = place
        name = _unused(self.bodies[link.name], place.body.frames)
        self.frames[link.name] = place.body.frame(
            name, at=place.pose.at, attitude=place.pose.attitude
        )
        self._add_looks(link, place)

    def _body(self, link: Link) -> Body:
        mass, inertia, centre = self.inertials[link.name]
        values = {"mass": mass, "inertia": inertia.tolist(), "centre": centre.tolist()}
        body = self.model.add_body(self.bodies[link.name], **values)
        self.places[link.name] = _Place(body, HERE)
        self.frames[link.name] = body
        self._add_looks(link, self.places[link.name])
        return body

    def _add_looks(self, link: Link, place: _Place) -> None:
        for look in looks(self.robot, link, place.pose, self.folders, self.notes):
            place.body.add_look(look)

    def _forces(self, joint: UrdfJoint) -> None:
        """Damping, friction, stops and the coupling of a joint that mimics another one."""
        name = self.joints[joint.name]
        if joint.damping and self._single(joint, "damping"):
            self._add_force(f"{name}_damping", JointSpring(name, damping=joint.damping))
        if joint.friction and self._single(joint, "friction"):
            self._add_force(f"{name}_friction", DryFriction(name, coulomb=joint.friction))
        if joint.limits:
            self._stop(joint, name)
        if joint.mimic:
            leader, factor, offset = joint.mimic
            weights = {f"{name}.{joint.coordinate}": 1.0}
            if factor:
                weights[f"{self.joints[leader]}.{self.by_name[leader].coordinate}"] = -factor
            self.model.add_constraint(self._unused(f"{name}_mimic"), Coupling(weights, offset))

    def _single(self, joint: UrdfJoint, what: str) -> bool:
        if not joint.coordinate:
            self.notes.add(f"{what} of a joint without one coordinate is not applied", joint.name)
        return bool(joint.coordinate)

    def _stop(self, joint: UrdfJoint, name: str) -> None:
        assert joint.limits is not None
        lower, upper = joint.limits
        if self.options.stop_stiffness is None:
            self.notes.add("limits have no stops unless stop_stiffness is given", joint.name)
        elif not lower < upper:
            self.notes.add("limits without a range between them have no stop", joint.name)
        else:
            stiffness, damping = self.options.stop_stiffness, self.options.stop_damping
            stop = HardStop(name, stiffness, lower=lower, upper=upper, damping=damping)
            self._add_force(f"{name}_stop", stop)

    def _start(self, joint: UrdfJoint) -> None:
        """Start where limits and couplings allow it."""
        start = self._start_of(joint)
        if start:
            self.model.set_start(self.joints[joint.name], **{joint.coordinate: start})

    def _start_of(self, joint: UrdfJoint) -> float:
        """The coordinate that it starts with: that of the joint that it mimics, else zero, or the
        stop that is nearest to zero."""
        factor, offset = 1.0, 0.0
        while joint.mimic:
            offset += factor * joint.mimic.offset
            factor *= joint.mimic.multiplier
            joint = self.by_name[joint.mimic.joint]
        start = 0.0
        if joint.limits and self.options.stop_stiffness is not None:
            lower, upper = joint.limits
            start = min(max(0.0, lower), upper) if lower < upper else 0.0
            if start:
                self.notes.add("joints start at the stop that is nearest to zero", joint.name)
        return factor * start + offset

    def _add_force(self, name: str, force: Any) -> None:
        self.model.add_force(self._unused(name), force)

    def _unused(self, name: str) -> str:
        """A name for a part beside bodies that no other has."""
        found = _unused(name, self.taken)
        self.taken.add(found)
        return found


def _unused(name: str, taken: Container[str]) -> str:
    """The name, made longer until it is not taken."""
    while name in taken:
        name += "_"
    return name

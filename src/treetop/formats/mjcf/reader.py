"""From an MJCF file to bodies, joints, forces and constraints of a model.

A body is a body whose frame is that of MuJoCo's; several joints of one body become as many, with
bodies without mass between them. Coordinates are counted from the pose that the file describes.
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import numpy as np

from treetop.errors import ModelError, Problem
from treetop.files import problems_in
from treetop.formats.mjcf.actuators import add_actuators
from treetop.formats.mjcf.compiled import Table, compiled, pose, unit
from treetop.formats.mjcf.equalities import add_equalities
from treetop.formats.mjcf.geometry import add_contacts, add_looks
from treetop.formats.mjcf.joint_forces import add_joint_forces
from treetop.formats.mjcf.names import good_name
from treetop.formats.mjcf.source import source_of
from treetop.formats.urdf.notes import Notes
from treetop.formats.urdf.pose import HERE, Pose, pose_of
from treetop.formats.urdf.values import impossible, nearest_possible
from treetop.formats.xml import Element
from treetop.model.body import GROUND, Body, Frame, own_frame
from treetop.model.forces.kinds import UniformGravity
from treetop.model.joints import Fixed, Free, JointKind, Prismatic, Revolute, Spherical
from treetop.model.model import Model

_SECTIONS = ("joints", "constraints", "forces", "devices", "sensors", "controllers", "surfaces")


class Options(NamedTuple):
    """How a file is read; `Model.add_mjcf` says what each means."""

    on: Frame = own_frame(GROUND)
    prefix: str = ""
    stop_stiffness: Any = None
    stop_damping: Any = 0.0
    contact_stiffness: Any = None
    contact_damping: Any = 0.0
    gravity: bool = True


class Place(NamedTuple):
    """The body of the model that a body of the file is on, and its pose there."""

    body: Any
    pose: Pose


def add_mjcf(
    model: Model, path: str | os.PathLike[str], root: Element, options: Options
) -> tuple[dict[str, Any], Notes]:
    """Add what is in a file, whose root element was read, to a model: the frames of its bodies by
    their names in the file, and what was not taken over."""
    notes = Notes(str(path))
    with problems_in(path):
        root.require_tag("mujoco", "MJCF")
        table = compiled(source_of(path, root, notes), path, notes)
        trial = Builder(model.copy(), table, options, notes)  # refuses before the model changes
        trial.build()
        kept = Notes(str(path))
        kept.names = {matter: list(names) for matter, names in notes.names.items()}
        builder = Builder(model, table, options, notes)
        return builder.build(), kept


class Builder:
    """A model that grows by what a table says."""

    def __init__(self, model: Model, table: Table, options: Options, notes: Notes) -> None:
        self.model, self.table, self.m = model, table, table.m
        self.options, self.notes = options, notes
        self.places: list[Place] = []
        self.joints: dict[int, str] = {}  # names in the model by numbers in the table
        self.taken = {name for section in _SECTIONS for name in getattr(model, section)}
        self.frames: dict[str, Any] = {}

    def build(self) -> dict[str, Any]:
        """Add everything."""
        self._note_rest()
        self.places.append(Place(self.model.body(self.options.on.body), pose_of(self.options.on)))
        for number in range(1, self.m.nbody):
            self._body(number)
        add_joint_forces(self)
        add_equalities(self)
        add_actuators(self)
        add_looks(self)
        add_contacts(self)
        if self.options.gravity and self.m.opt.gravity.any():
            name = self.unused("gravity")
            self.model.add_force(name, UniformGravity(self.m.opt.gravity.tolist()))
        return self.frames

    def unused(self, name: str) -> str:
        """A name for a part beside bodies that no other has."""
        found = good_name(name, self.options.prefix, self.taken)
        self.taken.add(found)
        return found

    def frame(self, number: int, at: Pose, name: str) -> Any:
        """A frame at a pose on a body of the file."""
        place = self.places[number]
        return fixed_frame(place.body, place.pose @ at, name)

    def _note_rest(self) -> None:
        m = self.m
        if m.ntendon:
            self.notes.add("tendons are not read")
        for number in np.flatnonzero(m.body_gravcomp).tolist():
            self.notes.add("gravity compensation is not applied", self.table.name("body", number))
        if not self.options.gravity and m.opt.gravity.any():
            self.notes.add("the gravity of the file is left to the model that it is put into")

    def _body(self, number: int) -> None:
        m, name = self.m, self.table.name("body", number)
        parent = self.places[m.body_parentid[number]]
        at = parent.pose @ pose(m.body_pos[number], m.body_quat[number])
        first = m.body_jntadr[number]
        joints = range(first, first + m.body_jntnum[number])
        heavy = m.body_mass[number] > 0 or m.body_inertia[number].any()
        if not joints and not heavy:
            self.places.append(Place(parent.body, at))
            self.frames[name] = fixed_frame(parent.body, at, name)
            return
        chain = [self._link(f"{name}_{k}") for k in range(len(joints) - 1)]
        chain.append(self._heavy(number, name))
        self.places.append(Place(chain[-1], HERE))
        self.frames[name] = chain[-1]
        if not joints:
            label = self.unused(f"{name}_fixed")
            self.model.add_joint(label, Fixed(), fixed_frame(parent.body, at, label), chain[-1])
            return
        inboard = parent.body
        for joint, outboard in zip(joints, chain, strict=True):
            self._joint(joint, inboard, at, outboard)
            inboard, at = outboard, HERE

    def _link(self, name: str) -> Body:
        """A body without mass between two joints."""
        good = good_name(name, self.options.prefix, {*self.model.bodies, GROUND})
        return self.model.add_body(good, mass=0)

    def _heavy(self, number: int, name: str) -> Body:
        m = self.m
        good = good_name(name, self.options.prefix, {*self.model.bodies, GROUND})
        p, R = pose(m.body_ipos[number], m.body_iquat[number])
        inertia = R @ np.diag(m.body_inertia[number]) @ R.T
        inertia = (inertia + inertia.T) / 2
        if impossible(inertia):
            self.notes.add("an inertia is rounded to the nearest that a body can have", name)
            inertia = nearest_possible(inertia)
        mass = float(m.body_mass[number])
        return self.model.add_body(good, mass=mass, inertia=inertia.tolist(), centre=p.tolist())

    def _joint(self, joint: int, inboard: Any, at: Pose, outboard: Body) -> None:
        m, name = self.m, self.table.name("joint", joint)
        word = self.table.kind("mjtJoint", "mjJNT_", m.jnt_type[joint])
        label = self.joints[joint] = self.unused(self._apart_from_bodies(name, word))
        if word == "free":
            base = self.places[0]
            start = fixed_frame(base.body, base.pose, label)
            self.model.add_joint(label, Free(), start, outboard)
            first = m.jnt_qposadr[joint]
            values = m.qpos0[first : first + 7]
            where = {"position": values[:3].tolist(), "attitude": unit(values[3:])}
            self.model.set_start(label, **where)
            return
        anchor = Pose(np.array(m.jnt_pos[joint]), np.eye(3))
        ends = fixed_frame(inboard, at @ anchor, label), fixed_frame(outboard, anchor, label)
        self.model.add_joint(label, _kind(word, m.jnt_axis[joint]), *ends)
        if word != "ball" and m.qpos0[m.jnt_qposadr[joint]]:
            self.notes.add("coordinates are counted from 'ref'", name)

    def _apart_from_bodies(self, name: str, word: str) -> str:
        """A name that no body has, where coordinates of the joint are called as quantities of
        bodies."""
        bodies = {self.table.name("body", k) for k in range(self.m.nbody)}
        return f"{name}_{word}" if word in ("free", "ball") and name in bodies else name


def _kind(word: str, axis: np.ndarray) -> JointKind:
    if word == "ball":
        return Spherical()
    return (Revolute if word == "hinge" else Prismatic)(axis.tolist())


def fixed_frame(body: Any, at: Pose, name: str) -> Any:
    """A frame at a pose on a body: the body itself where both are the same."""
    if at.trivial:
        return body
    if not hasattr(body, "frame"):
        raise ModelError([Problem("frames cannot be fixed there", hint="a body or the ground")])
    return body.frame(good_name(name, "", body.frames), at=at.at, attitude=at.attitude)

"""Forces that a model tells as functions of the motion, along a run, as arrows.

Told are forces at frames, springs and dampers, springs and efforts at joints. Others, such as
contact and functions of the user's, are not: nothing in a result says them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from treetop.model import FrameForce, JointEffort, JointSpring, SpringDamper
from treetop.model.body import Frame
from treetop.model.functions.table import Table
from treetop.model.joints import Planar, Universal
from treetop.model.rotation import cross
from treetop.results.distance import position_of, turned
from treetop.topology.mechanism import Mechanism
from treetop.topology.nodes import JointNode
from treetop.view.playback.motion import Motion


class Acting(NamedTuple):
    """A force or torque on a body at a frame: (n, 3), in inertial axes, N or N m."""

    name: str
    kind: str
    at: Frame
    values: np.ndarray


def acting(motion: Motion) -> Iterator[Acting]:
    """What acts on bodies, whether or not it is switched on."""
    for name, force in motion.model.forces.items():
        match force:
            case FrameForce():
                yield from _at_frame(motion, name, force)
            case SpringDamper():
                yield from _along_line(motion, name, force)
            case JointSpring() | JointEffort():
                yield from _at_joint(motion, name, force)


def _at_frame(motion: Motion, name: str, force: FrameForce) -> Iterator[Acting]:
    frame = motion.model.frame(force.at)
    for kind, value in (("force", force.force), ("torque", force.torque)):
        values = _at_times(value, motion.time)
        if values.any():
            if force.axes == "body":
                values = turned(motion.attitude(frame.body), _in_body(frame, values))
            yield Acting(name, kind, frame, values)


def _along_line(motion: Motion, name: str, spring: SpringDamper) -> Iterator[Acting]:
    """The pull of each end on its body."""
    a, b = motion.model.frame(spring.a), motion.model.frame(spring.b)
    gap = position_of(motion.model, motion.data, spring.b) - position_of(
        motion.model, motion.data, spring.a
    )
    parting = _velocity(motion, b) - _velocity(motion, a)
    distance = np.linalg.norm(gap, axis=1, keepdims=True)
    along = np.divide(gap, distance, out=np.zeros_like(gap), where=distance > 0)
    stretch = distance - spring.length
    rate = (along * parting).sum(axis=1, keepdims=True)
    pull = spring.stiffness * stretch + spring.cubic * stretch**3 + spring.damping * rate
    on_a = pull * along + spring.vector_damping * parting
    yield Acting(name, "force", a, on_a)
    yield Acting(name, "force", b, -on_a)


def _at_joint(motion: Motion, name: str, force: JointSpring | JointEffort) -> Iterator[Acting]:
    """What it exerts on the outboard body, along or about its coordinate."""
    joint = motion.model.joints[force.joint]
    chosen = _coordinate(joint, force.coordinate)
    if chosen is None:
        return
    coordinate, speed, unit = chosen
    axis = _axis(joint, coordinate)
    if axis is None:
        return
    data = motion.data
    if isinstance(force, JointEffort):
        effort = _at_times(force.effort, motion.time)
    else:
        q = data.coordinates.sel(coordinate=f"{joint.name}.{coordinate}").values
        qd = data.speeds.sel(speed=f"{joint.name}.{speed}").values
        effort = (-force.stiffness * (q - force.rest) - force.damping * qd)[:, None]
    end, direction = axis
    frame = motion.model.frame(getattr(joint, end))
    along = turned(motion.attitude(frame.body), _in_body(frame, np.asarray(direction)))
    kind = "torque" if unit == "rad" else "force"
    yield Acting(name, kind, motion.model.frame(joint.outboard), effort * along)


def _coordinate(joint: JointNode, name: str | None) -> tuple[str, str, str] | None:
    """Coordinate, speed and unit of one direction of a joint."""
    pairs = zip(joint.kind.coordinates, joint.kind.speeds, strict=True)
    for coordinate, speed in pairs:
        if name in (None, coordinate.name) and coordinate.size == 1:
            return coordinate.name, speed.name, coordinate.unit
    return None


def _axis(joint: JointNode, coordinate: str) -> tuple[str, Any] | None:
    """Along or about what a coordinate moves, and in the axes of which end."""
    kind = joint.kind
    if isinstance(kind, Universal):
        first = coordinate == "angle1"
        return ("inboard", kind.axis1) if first else ("outboard", kind.axis2)
    if isinstance(kind, Planar):
        own = {"angle": kind.normal, "x": kind.x, "y": cross(kind.normal, kind.x)}
        return "inboard", own[coordinate]
    axis = getattr(kind, "axis", None)
    return None if axis is None else ("inboard", axis)


def _in_body(frame: Frame, vector: np.ndarray) -> np.ndarray:
    return turned(np.asarray(frame.attitude), vector)


def _velocity(motion: Motion, frame: Frame) -> np.ndarray:
    """Of the origin of a frame, inertial axes."""
    if frame.body not in motion.model.bodies:
        return np.zeros((len(motion.time), 3))
    of_body = motion.data.sel(body=frame.body)
    spin = np.cross(of_body.angular_velocity.values, np.asarray(frame.at))
    return of_body.velocity.values + turned(of_body.attitude.values, spin)


def _at_times(value: Any, times: np.ndarray) -> np.ndarray:
    """A constant or a table along time: (n, 1) or (n, 3)."""
    if not isinstance(value, Table):
        return np.tile(np.atleast_1d(np.asarray(value, float)), (len(times), 1))
    known = np.asarray(value.values, float).reshape(len(value.times), -1)
    if value.interpolation == "hold":
        return known[np.clip(np.searchsorted(value.times, times, "right") - 1, 0, None)]
    return np.column_stack([np.interp(times, value.times, column) for column in known.T])


def switched(model: Mechanism, run: Any, times: np.ndarray) -> dict[str, np.ndarray]:
    """Whether forces act, along time, of those that stages and events switch."""
    made: dict[str, np.ndarray] = {}

    def switch(names: Any, acts: bool, since: int) -> None:
        for name in names:
            made.setdefault(name, np.ones(len(times), bool))[since:] = acts

    def begin(stage: str, since: int) -> None:
        if stage in model.stages:
            switch(model.stages[stage].off, False, since)
            switch(model.stages[stage].on, True, since)

    begin(next(iter(model.stages), ""), 0)
    for event in run.events:
        # Of two samples at that time the later one is after the event.
        since = int(np.searchsorted(times, event.time, "right"))
        since -= since > 0 and times[since - 1] == event.time
        if event.event in model.events:
            switch(model.events[event.event].off, False, since)
            switch(model.events[event.event].on, True, since)
        begin(event.next_stage, since)
    return made

"""Default visual geometry of bodies: from inertia, joints and what touches."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np

from treetop.model import Model
from treetop.model.body import GROUND
from treetop.model.constraints.kinds import RollingBall, RollingBalls, RollingDisc
from treetop.model.forces.contact import Touching
from treetop.model.joints import Free
from treetop.model.part import frames_of
from treetop.model.rotation import quaternion_of, unit
from treetop.model.shapes import Capsule, Sphere
from treetop.results.distance import turned
from treetop.topology.lines import deployers, rod_names
from treetop.topology.mechanism import Mechanism
from treetop.topology.nodes import BodyNode, Role
from treetop.view.playback.motion import mass_frames
from treetop.view.playback.shapes import box, disc, rod, sphere

DENSITY = 1000.0  # kg/m³, of point masses
FLAT = 0.02  # the least side of a box, as a part of its longest
SMALL = 0.025  # the least radius of a point mass, as a part of the spacecraft's size
THIN = 0.012  # radius of rods, as a part of the body's size
Looks = list[dict[str, Any]]


def default_looks(model: Mechanism, size: float = 0.0) -> dict[str, Looks]:
    """Default visual geometry of all bodies and the ground, in a scene of this size, m."""
    points, touching = _points(model), _touching(model)
    made = {
        name: touching[name] + _body(body, points[name], _covers(touching[name], body), size)
        for name, body in model.bodies.items()
    }
    for frame, body in mass_frames(model).items():
        made |= {frame: [], body: made[body] + made[frame]}
    made[GROUND] = touching[GROUND] + [box([0.05 * size] * 3, at) for at in _joined(model)]
    return made


def _covers(looks: Looks, body: BodyNode) -> bool:
    """Whether the mass centre lies in one of the round looks."""
    return any(math.dist(look["at"], body.centre) < look["radius"] for look in looks)


def _body(body: BodyNode, points: list[np.ndarray], covered: bool, size: float) -> Looks:
    if body.role in (Role.SLOSH, Role.ROD, Role.SLIDER, Role.LINE):
        return []  # drawn as devices that follow the level, as beams, and as lines
    centre = np.asarray(body.centre)
    arms = [float(np.linalg.norm(point - centre)) for point in points]
    sizes, attitude = equivalent_box(body)
    made: Looks = []
    half = float(np.linalg.norm(sizes)) / 2
    if not covered and sizes.any():
        made.append(box(np.maximum(sizes, FLAT * sizes.max()), centre, attitude))
    elif not covered and body.mass > 0:
        made.append(sphere(max(_ball(body.mass, max(arms, default=0.0)), SMALL * size), centre))
    thickness = THIN * max([half, *arms])
    inside = 0.5 * float(np.min(sizes)) if sizes.any() else 0.0
    made += [
        rod(centre, point, thickness)
        for point, arm in zip(points, arms, strict=True)
        if arm > max(inside, 1e-9)
    ]
    return made


def equivalent_box(body: BodyNode) -> tuple[np.ndarray, tuple[float, ...]]:
    """Sides and attitude of a homogeneous box of that mass and inertia."""
    tensor = np.asarray(body.inertia, float)
    if not body.mass > 0 or not tensor.any():
        return np.zeros(3), (1.0, 0.0, 0.0, 0.0)
    attitude: tuple[float, ...] = (1.0, 0.0, 0.0, 0.0)
    moments = np.diag(tensor)
    if np.abs(tensor - np.diag(moments)).max() > 1e-9 * np.abs(moments).max():
        moments, axes = np.linalg.eigh((tensor + tensor.T) / 2)
        if np.linalg.det(axes) < 0:
            axes[:, 0] *= -1
        attitude = quaternion_of(tuple(unit(tuple(row)) for row in axes.tolist()))
    squares = 6 / body.mass * (moments.sum() - 2 * moments)
    return np.sqrt(np.maximum(squares, 0.0)), attitude


def _ball(mass: float, arm: float) -> float:
    """The radius of a point mass that hangs on an arm."""
    radius = (3 * mass / (4 * math.pi * DENSITY)) ** (1 / 3)
    return min(max(radius, 0.04 * arm), 0.15 * arm) if arm > 0 else radius


def _points(model: Mechanism) -> dict[str, list[np.ndarray]]:
    """Where joints, springs and rods are fixed to bodies, each place once."""
    found: dict[str, list[np.ndarray]] = defaultdict(list)
    for reference in _attached(model):
        frame = model.frame(reference)
        at = np.asarray(frame.at, float)
        if not any(np.array_equal(at, other) for other in found[frame.body]):
            found[frame.body].append(at)
    return found


def _attached(model: Mechanism) -> Iterator[str]:
    for joint in model.joints.values():
        if not isinstance(joint.kind, Free):
            yield from (joint.inboard, joint.outboard)
    for link in links(model).values():
        yield from link


def links(model: Model | Mechanism) -> dict[str, tuple[str, ...]]:
    """Springs and rods without mass, by the frames that they are between."""
    parts: dict[str, Any] = {**model.forces, **model.constraints}
    found = {name: frames_of(part) for name, part in parts.items() if part.line}
    return found | (_rods(model) if isinstance(model, Mechanism) else {})


def _rods(model: Mechanism) -> dict[str, tuple[str, ...]]:
    """Rods of lines that are paid out, which have no length while they are stored."""
    found = dict[str, tuple[str, ...]]()
    for name, line in deployers(model.model).items():
        inner = line.mouth
        for names in rod_names(model.model, name):
            found[names.rod], inner = (inner, names.rod), names.rod
    return found


def _joined(model: Mechanism) -> list[np.ndarray]:
    """Where the ground holds something."""
    return _points(model)[GROUND]


def _touching(model: Mechanism) -> dict[str, Looks]:
    """Round shapes that touch others or roll on them."""
    made: dict[str, Looks] = defaultdict(list)
    for reference, radius in _balls(model):
        frame = model.frame(reference)
        look = sphere(radius, frame.at)
        if look not in made[frame.body]:
            made[frame.body].append(look)
    for shape in _shapes(model):
        if isinstance(shape, Capsule):
            a, b = (model.frame(end) for end in (shape.a, shape.b))
            ends = [sphere(shape.radius, end.at) for end in (a, b)]
            made[a.body] += [rod(a.at, b.at, shape.radius), *ends]
    for constraint in model.constraints.values():
        if isinstance(constraint, RollingDisc):
            frame = model.frame(constraint.disc)
            axis, radius = turned(np.array(frame.attitude), constraint.axis), constraint.radius
            made[frame.body].append(disc(frame.at, axis, radius, 0.06 * radius))
    return made


def _shapes(model: Mechanism) -> Iterator[Any]:
    for force in model.forces.values():
        if isinstance(force, Touching):
            yield from (force.a, force.b)


def _balls(model: Mechanism) -> Iterator[tuple[str, float]]:
    for shape in _shapes(model):
        if isinstance(shape, Sphere):
            yield shape.at, shape.radius
    for constraint in model.constraints.values():
        match constraint:
            case RollingBall():
                yield constraint.ball, constraint.radius
            case RollingBalls():
                yield constraint.a, constraint.radius_a
                yield constraint.b, constraint.radius_b

"""Constraints that a model has beyond its joints, as scalar ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from treetop.assembly.constraint_table import Pair, Row, X, Y, Z
from treetop.assembly.frames import FrameBook
from treetop.assembly.functions_of_time import DriveBook
from treetop.assembly.internal_states import device_outputs
from treetop.assembly.joint_axes import with_z
from treetop.assembly.joint_constraints import Connection
from treetop.assembly.poses import Pose
from treetop.assembly.prescribed_poses import orbit_rows, pose_rows
from treetop.checks.constraints import central_mu
from treetop.core.tables import kinds
from treetop.model import (
    Coincident,
    Constraint,
    Cord,
    Coupling,
    Distance,
    NoRotation,
    Parallel,
    Perpendicular,
    PointOnPath,
    PointOnPlane,
    Prescribed,
    PrescribedOrbit,
    PrescribedPose,
    RollingBall,
    RollingBalls,
    RollingDisc,
    UserConstraint,
)
from treetop.model.part import frames_of
from treetop.topology.coordinates import scalar_coordinate
from treetop.topology.mechanism import Mechanism


class Ends(NamedTuple):
    """The two frames of a constraint, in the axes of their bodies."""

    pair: Pair
    a: Pose
    b: Pose

    def row(
        self,
        kind: int,
        e: np.ndarray = Z,
        f: np.ndarray = Z,
        law: tuple[float, float] = (0.0, 0.0),
        normal: np.ndarray = Z,
    ) -> Row:
        """A row with direction e and a normal in a, direction f in b, in the axes of the frames."""
        points = np.append(self.a.p, self.b.p)
        directions = np.append(self.a.R @ e, self.b.R @ f)
        return Row(kind, [self.pair], points, directions, self.a.R @ normal, law)


def added_rows(
    model: Mechanism, joints: dict[str, Connection], frames: FrameBook, drives: DriveBook
) -> list[list[Row]]:
    """The rows of each constraint in turn; joints, those that close loops among them, by name."""
    rows = []
    for name, constraint in model.constraints.items():
        if isinstance(constraint, Coupling):
            pairs = [
                _joint_pair(model, joints, label, weight)
                for label, weight in constraint.weights.items()
            ]
            rows.append([_coupling(pairs, constraint.offset)])
        elif isinstance(constraint, Prescribed):
            pair = _joint_pair(model, joints, constraint.coordinate, 1.0)
            law = constraint.function if constraint.law is None else constraint.law
            rows.append([_coupling([pair])._replace(drive=drives.add(law))])
        elif isinstance(constraint, PointOnPath):
            rows.append(_on_path(model, name, frames, drives))
        elif isinstance(constraint, Cord):
            number, bodies = drives.sliding.add_cord(constraint, frames)
            pairs = [Pair(pair) for pair in pairwise(bodies)]
            rows.append([_sliding(kinds.CORD, pairs, number, 0)])
        else:
            a, *others = (frames.seen_from_joint(end) for end in frames_of(constraint))
            if isinstance(constraint, UserConstraint):
                rows.append([_user_row(constraint, a, others, drives)])
                continue
            (b,) = others
            ends = Ends(Pair((a[0], b[0])), a[1], b[1])
            if isinstance(constraint, PrescribedPose):
                rows.append(list(pose_rows(constraint, ends, drives)))
            elif isinstance(constraint, PrescribedOrbit):
                rows.append(list(orbit_rows(constraint, central_mu(model), ends, drives)))
            else:
                rows.append(list(_between_frames(constraint, ends, drives)))
    return rows


def _joint_pair(model: Mechanism, joints: dict[str, Connection], label: str, weight: float) -> Pair:
    name, k = scalar_coordinate(model, label)
    joint, first = joints[name], joints[name].speed
    last = first + sum(speed.size for speed in joint.kind.speeds)
    speeds = (first + k, first, last)
    return Pair(joint.bodies, weight, joint.coordinate + k, speeds, joint.loop)


def _coupling(pairs: list[Pair], offset: float = 0.0) -> Row:
    return Row(kinds.COUPLING, pairs, np.zeros(6), np.zeros(6), law=(offset, 0.0))


def _on_path(model: Mechanism, name: str, frames: FrameBook, drives: DriveBook) -> list[Row]:
    """Two rows across the path, and one along it if the arc length follows a function of time."""
    constraint = model.constraints[name]
    output = list(device_outputs(model)).index(f"{name}.arc_length")
    number, bodies = drives.sliding.add_path(model, name, frames, output)
    slider, _ = frames.seen_from_joint(constraint.point)
    pairs, count = [Pair((body, slider)) for body in bodies], 2 + (constraint.law is not None)
    rows = [_sliding(kinds.ON_PATH, pairs, number, 0 if k else count) for k in range(count)]
    if constraint.law is not None:
        rows[-1] = rows[-1]._replace(drive=drives.add(constraint.law))
    return rows


def _sliding(kind: int, pairs: list[Pair], number: int, count: int) -> Row:
    return Row(kind, pairs, np.zeros(6), np.zeros(6), law=(float(number), float(count)))


def _user_row(
    constraint: UserConstraint,
    a: tuple[int, Pose],
    others: list[tuple[int, Pose]],
    drives: DriveBook,
) -> Row:
    """One row, with a pair of the reference and each of the frames."""
    pairs = [Pair((a[0], b[0])) for b in others]
    law = drives.add_own(constraint, a[1], [b[1] for b in others])
    kind = kinds.USER if constraint.holonomic else kinds.USER_SLIP
    return Row(kind, pairs, np.zeros(6), np.zeros(6), law=law)


def _between_frames(constraint: Constraint, ends: Ends, drives: DriveBook) -> Iterator[Row]:
    match constraint:
        case PointOnPlane():
            yield ends.row(kinds.PLANE, np.array(constraint.normal))
        case Coincident():
            yield from (ends.row(kinds.PLANE, e) for e in (X, Y, Z))
        case Distance():
            fixed = constraint.length if not constraint.works else 0.0
            row = ends.row(kinds.DISTANCE, law=(fixed, 0.0))
            yield row._replace(drive=drives.add(constraint.length)) if constraint.works else row
        case NoRotation():
            axes = with_z(constraint.axis)
            yield ends.row(kinds.TURN, axes[:, 0], axes[:, 1])
        case Parallel():
            axes, other = with_z(constraint.axis), constraint.axis_b or constraint.axis
            yield from (ends.row(kinds.TURN, e, np.array(other)) for e in axes.T[:2])
        case Perpendicular():
            yield ends.row(kinds.TURN, np.array(constraint.axis), np.array(constraint.axis_b))
        case RollingBall():
            yield from _rolling(ends, kinds.ROLLING_BALL, constraint, Z)
        case RollingDisc():
            yield from _rolling(ends, kinds.ROLLING_DISC, constraint, np.array(constraint.axis))
        case RollingBalls():
            law = (constraint.radius_b, constraint.radius_a)
            yield from (ends.row(kinds.ROLLING_BALLS, e, law=law) for e in (X, Y, Z))


def _rolling(
    ends: Ends, kind: int, constraint: RollingBall | RollingDisc, axis: np.ndarray
) -> Iterator[Row]:
    normal = np.array(constraint.normal)
    for e in with_z(normal).T:
        yield ends.row(kind, e, axis, (constraint.radius, 0.0), normal)

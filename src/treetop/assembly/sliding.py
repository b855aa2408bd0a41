"""Paths that points slide along, and cords, collected into tables.

A path through frames is the sum of their places, each times a cubic spline of the arc length that
is one at its own frame.  Along a beam only the six nearest sections count: with the places p at
equal distances h of arc length, the coefficients ``(8 p - p before - p behind) / 6`` of a spline of
cubic B-splines follow any cubic exactly, and curvature is continuous.  Beyond its ends a beam goes
on as its mirror image: ``p(-s) = p(s) - 2 s t``, t being its direction at the end.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from treetop.assembly.curves import CurveShape, curve_shape
from treetop.assembly.frames import FrameBook
from treetop.assembly.path_geometry import across_curve, by_arc_length
from treetop.assembly.poses import Pose, rotation_matrix
from treetop.core.tables.sliding import ACROSS, ARM, CUBICS, ONWARD, WEIGHT, Cords, Tracks
from treetop.errors import ModelError, Problem
from treetop.model import Cord, Model, PointOnPath
from treetop.model.flexible_body import NodeFrame
from treetop.model.specification import moved, path
from treetop.topology.beam_expansion import beam_parts
from treetop.topology.mechanism import Mechanism

# Uniform cubic B-splines in a span, by powers of its part: those of the coefficient before the one
# where the span begins, of that one, and of the two behind it.
B_SPLINES = np.array([[1, -3, 3, -1], [4, 0, -6, 3], [1, 3, 3, -3], [0, 0, 0, 1]]) / 6.0
QUASI = np.array([-1.0, 8.0, -1.0]) / 6.0  # of the places before, at and behind a coefficient
REACH = 2  # sections before a span, and one more behind, that it depends on


class PathTable(NamedTuple):
    """One path: spans, slots and bodies."""

    begin: np.ndarray  # (spans,)
    end: float
    cubic: np.ndarray  # (spans, slots, 40)
    node: np.ndarray  # (spans, slots)
    bodies: list[int]


class SlidingBook:
    """Takes paths and cords in, and gives their tables in the end."""

    def __init__(self) -> None:
        self.paths: list[PathTable] = []
        self.points: list[tuple[int, Pose, int]] = []
        self.lengths: dict[str, float] = {}  # of paths of constraints, m
        self.cords: list[tuple[list[int], list[np.ndarray], float]] = []

    def add_path(
        self, model: Mechanism, name: str, frames: FrameBook, output: int
    ) -> tuple[int, list[int]]:
        """The number of the path of a constraint, and the bodies that it depends on; `output` is
        the first of its outputs."""
        constraint: PointOnPath = model.constraints[name]
        try:
            table = path_table(model, constraint, frames)
            _require_stops(constraint, table.end)
        except ModelError as error:
            raise moved(error, path("constraints", name)) from None
        body, pose = frames.seen_from_joint(constraint.point)
        self.paths.append(table)
        self.points.append((body, pose, output))
        self.lengths[name] = table.end
        return len(self.paths) - 1, table.bodies

    def add_joint(self, shape: CurveShape, bodies: tuple[int, int], F: Pose, M: Pose) -> int:
        """The number of the path of a joint, whose frames are there in the axes of its bodies."""
        self.paths.append(_of_shape(shape, bodies[0], F))
        self.points.append((bodies[1], M, -1))
        return len(self.paths) - 1

    def add_cord(self, cord: Cord, frames: FrameBook) -> tuple[int, list[int]]:
        """The number of a cord, and the bodies that it runs over."""
        found = [frames.seen_from_joint(each) for each in cord.frames]
        bodies = [body for body, _ in found]
        self.cords.append((bodies, [pose.p for _, pose in found], cord.length))
        return len(self.cords) - 1, bodies

    def tables(self) -> tuple[Tracks, Cords]:
        paths, spans = self.paths, [len(each.begin) for each in self.paths]
        slots = [each.node.shape[1] for each in paths]
        used = [n * m for n, m in zip(spans, slots, strict=True)]
        tracks = Tracks(
            span_at=_offsets(spans),
            begin=_joined([each.begin for each in paths]),
            slots=_integers(slots),
            slot_at=_offsets(used)[:-1].copy(),
            cubic=_joined([each.cubic.ravel() for each in paths]).reshape(-1, CUBICS),
            node=_integers([node for each in paths for node in each.node.ravel()]),
            node_at=_offsets([len(each.bodies) for each in paths]),
            body=_integers([body for each in paths for body in each.bodies]),
            slider=_integers([body for body, _, _ in self.points]),
            point=_joined([pose.p for _, pose, _ in self.points]).reshape(-1, 3),
            axes=_joined([pose.R.ravel() for _, pose, _ in self.points]).reshape(-1, 9),
            output=_integers([output for _, _, output in self.points]),
        )
        cords = Cords(
            at=_offsets([len(bodies) for bodies, _, _ in self.cords]),
            body=_integers([body for bodies, _, _ in self.cords for body in bodies]),
            point=_joined([p for _, points, _ in self.cords for p in points]).reshape(-1, 3),
            length=np.array([length for _, _, length in self.cords], dtype=float),
        )
        return tracks, cords


def _require_stops(constraint: PointOnPath, length: float) -> None:
    for field in ("lower", "upper"):
        s = getattr(constraint, field)
        if s is not None and s > length:
            what = f"an arc length of {s:g} m is beyond the end of the path"
            raise ModelError([Problem(what, f"PointOnPath.{field}", f"it is {length:g} m long")])


def path_table(model: Mechanism, constraint: PointOnPath, frames: FrameBook) -> PathTable:
    """The table of the path of a constraint."""
    if constraint.curve is not None:
        return _fixed_curve(constraint, frames)
    if isinstance(constraint.path, str):
        return _along_beam(model, constraint.path, frames)
    return _through_frames(model, constraint, frames)


def _fixed_curve(constraint: PointOnPath, frames: FrameBook) -> PathTable:
    """A curve fixed to one body."""
    body, pose = frames.seen_from_joint(constraint.path)
    return _of_shape(curve_shape(constraint.curve.points), body, pose)


def _of_shape(shape: CurveShape, body: int, pose: Pose) -> PathTable:
    """A curve fixed to a frame of a body, which is there in the axes of the body."""
    spans = len(shape.begin)
    cubic = np.zeros((spans, 1, CUBICS))
    cubic[:, 0, WEIGHT] = 1.0
    place = pose.R @ shape.place
    place[:, :, 0] += pose.p
    cubic[:, 0, ARM : ARM + 12] = place.reshape(spans, 12)
    cubic[:, 0, ACROSS : ACROSS + 12] = (pose.R @ shape.aside).reshape(spans, 12)
    cubic[:, 0, ONWARD : ONWARD + 12] = (pose.R @ shape.onward).reshape(spans, 12)
    node = np.zeros((spans, 1), dtype=np.int64)
    return PathTable(shape.begin, shape.end, cubic, node, [body])


def _through_frames(model: Mechanism, constraint: PointOnPath, frames: FrameBook) -> PathTable:
    """A path through frames, all of which it depends on everywhere."""
    from scipy.interpolate import CubicSpline  # takes long to import

    curve = by_arc_length(places_at_rest(model.model, constraint.path))
    s, across = curve.x, across_curve(curve)(curve.x)
    unit = CubicSpline(s, np.eye(len(s)))
    found = [frames.seen_from_joint(each) for each in constraint.path]
    cubic = np.zeros((len(s) - 1, len(s), CUBICS))
    for j, ((_, pose), own) in enumerate(zip(found, constraint.path, strict=True)):
        R = rotation_matrix(model.model.frame(own).attitude)
        weight = unit.c[::-1, :, j].T
        _put_node(cubic[:, j], weight, pose.p, pose.R @ R.T @ across[j])
    node = np.tile(np.arange(len(s)), (len(s) - 1, 1))
    return PathTable(s[:-1], float(s[-1]), cubic, node, [body for body, _ in found])


def places_at_rest(model: Model, references: tuple[str, ...]) -> np.ndarray:
    """The origins of frames of one body in its axes, unbent, m."""
    places = []
    for each in references:
        frame = model.frame(each)
        at = np.array(frame.at, dtype=float)
        if isinstance(frame, NodeFrame):
            body: Any = model.bodies[frame.body]
            at = at + body.node_motion(frame.node).position
        places.append(at)
    return np.array(places)


def _put_node(cubic: np.ndarray, weight: np.ndarray, place: np.ndarray, across: np.ndarray) -> None:
    """Add what a node does with a weight, whose powers are in the last dimension; its place and a
    direction across the path are in the axes of its body."""
    cubic[..., WEIGHT : WEIGHT + 4] += weight
    for k in range(3):
        cubic[..., ARM + 4 * k : ARM + 4 * k + 4] += weight * place[k]
        cubic[..., ACROSS + 4 * k : ACROSS + 4 * k + 4] += weight * across[k]


# --- beams --------------------------------------------------------------------------------


def _along_beam(model: Mechanism, beam: str, frames: FrameBook) -> PathTable:
    """The axis of a beam or cable, through the sections in the middle of its rods."""
    line = model.model.beams[beam].line
    n, h = line.elements, float(line.length) / line.elements
    found = [
        frames.seen_from_joint(rod) for rod in beam_parts(model.bodies, model.joints, beam).rods
    ]
    nodes = [sorted({_image(n, i)[0] for i in _reach(span)}) for span in range(n)]
    slots = max(map(len, nodes))
    cubic, node = np.zeros((n, slots, CUBICS)), np.zeros((n, slots), dtype=np.int64)
    scale = h ** -np.arange(4.0)
    for span in range(n):
        node[span, : len(nodes[span])] = nodes[span]
        for i, weight in zip(_reach(span), _weights() * scale, strict=True):
            own, shifts = _image(n, i)
            place = found[own][1]
            row = cubic[span, nodes[span].index(own)]
            _put_node(row, weight, place.p, place.R[:, 1])
            for end, steps in shifts:  # along the direction of the beam at that end
                arm = found[end][1].R[:, 0] * (steps * h)
                _put_arm(cubic[span, nodes[span].index(end)], weight, arm)
    begin = h * np.arange(n)
    return PathTable(begin, float(line.length), cubic, node, [body for body, _ in found])


def _reach(span: int) -> range:
    """The sections that a span depends on; some may be beyond the ends."""
    return range(span - REACH, span + REACH + 2)


def _weights() -> np.ndarray:
    """Weights of these sections, by powers of the part of the span, shape (6, 4)."""
    weights = np.zeros((2 * REACH + 2, 4))
    for k, powers in enumerate(B_SPLINES):
        weights[k : k + 3] += QUASI[:, None] * powers
    return weights


def _image(n: int, i: int) -> tuple[int, list[tuple[int, int]]]:
    """The section whose mirror image section i is, and how far along the ends it is shifted."""
    shifts = []
    while not 0 <= i <= n:
        end, image = (0, -i) if i < 0 else (n, 2 * n - i)
        shifts.append((end, i - image))
        i = image
    return i, shifts


def _put_arm(cubic: np.ndarray, weight: np.ndarray, arm: np.ndarray) -> None:
    for k in range(3):
        cubic[ARM + 4 * k : ARM + 4 * k + 4] += weight * arm[k]


def _joined(parts: list[Any]) -> np.ndarray:
    return np.concatenate([np.zeros(0), *parts]).astype(float)


def _offsets(counts: list[int]) -> np.ndarray:
    return np.cumsum([0, *counts], dtype=np.int64)


def _integers(values: list[int]) -> np.ndarray:
    return np.array(values, dtype=np.int64)

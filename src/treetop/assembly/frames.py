"""Frames fixed to bodies, collected into tables."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from treetop.assembly.poses import AT_REST, Pose, pose_of, stacked
from treetop.core.tables.tables import Frames
from treetop.topology.mechanism import Mechanism


class FrameBook:
    """Takes references to frames in and gives row numbers out.

    The first rows are the bodies' own frames, the ground's first of all.  `joint_frames` are the
    poses of all bodies' outboard joint frames M in the bodies: tables describe bodies as seen from
    M.
    """

    def __init__(self, model: Mechanism, numbers: dict[str, int], joint_frames: Pose) -> None:
        self.model, self.numbers, self.joint_frames = model, numbers, joint_frames
        # Frames of bodies in M, without that of the ground.
        self._body_frames = joint_frames.inverse
        self.in_joint = [AT_REST, *map(Pose, *self._body_frames)]
        self.rows = dict(numbers)
        self.bodies = list(numbers.values())
        self.poses = self.in_joint.copy()

    def add(self, reference: str) -> int:
        """The row of a frame such as ``"bus.port"``."""
        if reference not in self.rows:
            body, pose = self.seen_from_joint(reference)
            self.rows[reference] = len(self.rows)
            self.bodies.append(body)
            self.poses.append(pose)
        return self.rows[reference]

    def seen_from_joint(self, reference: str) -> tuple[int, Pose]:
        """The number of the frame's body, and its pose in the body's outboard joint frame M."""
        frame = self.model.frame(reference)
        body = self.numbers[frame.body]
        return body, self.in_joint[body] @ pose_of(frame)

    def all_seen_from_joint(self, references: Iterable[str]) -> Pose:
        """The poses of many, each in the outboard joint frame of its body."""
        frames = [self.model.frame(reference) for reference in references]
        bodies = np.array([self.numbers[frame.body] for frame in frames], dtype=np.int64)
        R, p = (
            np.concatenate([first[None], others])
            for first, others in zip(AT_REST, self._body_frames, strict=True)
        )
        return Pose(R[bodies], p[bodies]) @ stacked(map(pose_of, frames))

    def table(self) -> Frames:
        return Frames(
            body=np.array(self.bodies, dtype=np.int64),
            R=np.array([pose.R.ravel() for pose in self.poses]),
            p=np.array([pose.p for pose in self.poses]),
        )

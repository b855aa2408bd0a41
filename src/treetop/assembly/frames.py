"""Frames fixed to bodies, collected into tables."""

from __future__ import annotations

import numpy as np

from treetop.assembly.places import Pose, pose_of
from treetop.assembly.tables import Frames
from treetop.model import Model


class FrameBook:
    """Takes references to frames in and gives row numbers out.

    The first rows are the bodies' own frames, the ground's first of all.  `joint_frames[i]` is the
    pose of body i's outboard joint frame M in the body: tables describe bodies as seen from M.
    """

    def __init__(self, model: Model, numbers: dict[str, int], joint_frames: list[Pose]) -> None:
        self.model, self.numbers, self.joint_frames = model, numbers, joint_frames
        self.in_joint = [pose.inverse for pose in joint_frames]
        self.rows: dict[str, int] = {}
        self.bodies: list[int] = []
        self.poses: list[Pose] = []
        for body in numbers:
            self.add(body)

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

    def table(self) -> Frames:
        return Frames(
            body=np.array(self.bodies, dtype=np.int64),
            R=np.array([pose.R.ravel() for pose in self.poses]),
            p=np.array([pose.p for pose in self.poses]),
        )

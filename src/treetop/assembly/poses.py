"""Poses of frames at assembly time, as plain arrays."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from treetop.model import Frame
from treetop.topology.mechanism import Mechanism


class Pose(NamedTuple):
    """Attitude and origin of one frame in another; ``X_AB @ X_BC = X_AC``.

    With one more dimension in front, those of many frames at once.
    """

    R: np.ndarray
    p: np.ndarray

    def __matmul__(self, other: Pose) -> Pose:
        return Pose(self.R @ other.R, self.p + (self.R @ other.p[..., None])[..., 0])

    @property
    def inverse(self) -> Pose:
        R = self.R.swapaxes(-1, -2)
        return Pose(R, -(R @ self.p[..., None])[..., 0])


def stacked(poses: Iterable[Pose]) -> Pose:
    """Many in one."""
    each = list(poses)
    R, p = np.array([X.R for X in each]), np.array([X.p for X in each])
    return Pose(R.reshape(-1, 3, 3), p.reshape(-1, 3))


AT_REST = Pose(np.eye(3), np.zeros(3))


@lru_cache(maxsize=4096)
def pose_of(frame: Frame) -> Pose:
    """The pose of a frame in its body."""
    return Pose(rotation_matrix(frame.attitude), np.array(frame.at, dtype=float))


def rotation_matrix(quaternion: tuple[float, ...]) -> np.ndarray:
    """The rotation of a unit quaternion, scalar first."""
    w, e = quaternion[0], np.array(quaternion[1:], dtype=float)
    x, y, z = e
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.eye(3) + 2.0 * (w * cross + cross @ cross)


def lock_arm(model: Mechanism, joint: str) -> np.ndarray:
    """From the origin of the inboard frame of a joint that is locked to that of its outboard frame,
    in the axes of the former."""
    lock, outboard = (
        model.frame(model.joints[name].outboard) for name in (model.locks[joint], joint)
    )
    return (pose_of(lock).inverse @ pose_of(outboard)).p

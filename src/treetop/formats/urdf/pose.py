"""Where something is in a frame: the position of its origin and the rotation of its axes."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from treetop.model.rotation import matrix


class Pose(NamedTuple):
    """The position p_FB and the rotation R_FB of a frame B in a frame F."""

    p: np.ndarray
    R: np.ndarray

    def __matmul__(self, other: Pose) -> Pose:
        return Pose(self.p + self.R @ other.p, self.R @ other.R)

    @property
    def at(self) -> list[float]:
        """The position, as models take it."""
        return self.p.tolist()  # type: ignore[no-any-return]

    @property
    def attitude(self) -> list[list[float]]:
        """The rotation, as models take it."""
        return self.R.tolist()  # type: ignore[no-any-return]

    @property
    def trivial(self) -> bool:
        """Whether both frames are the same."""
        return not self.p.any() and np.array_equal(self.R, np.eye(3))


HERE = Pose(np.zeros(3), np.eye(3))


def pose_of(frame: Any) -> Pose:
    """The pose of a frame of a model on its body."""
    return Pose(np.array(frame.at), np.array(matrix(frame.attitude)))


def fixed_angles(roll: float, pitch: float, yaw: float) -> np.ndarray:
    """The rotation about the fixed axes x, y and z, in this order."""
    (cr, cp, cy), (sr, sp, sy) = np.cos((roll, pitch, yaw)), np.sin((roll, pitch, yaw))
    about_x = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
    about_y = np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
    about_z = np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]])
    return np.asarray(about_z @ about_y @ about_x)

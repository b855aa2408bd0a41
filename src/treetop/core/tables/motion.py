"""How frames and the origin of positions move: what functions of tables take and return."""

from typing import NamedTuple

import numpy as np

from treetop.core.spatial import Mat3, Vec3


class Origin(NamedTuple):
    """The moving origin of positions, seen from the ground."""

    p: Vec3
    v: Vec3


class FrameMotion(NamedTuple):
    """How a frame moves relative to the reference; inertial axes."""

    position: Vec3
    velocity: Vec3
    attitude: Mat3  # from the frame's axes to inertial ones
    angular_velocity: Vec3


class PartialMatrices(NamedTuple):
    """One matrix of three rows per body, and in it a column per speed."""

    angular_velocity: np.ndarray  # (n, 3, nu)
    velocity: np.ndarray  # (n, 3, nu)  of the origin of the body's own frame
    centre_velocity: np.ndarray  # (n, 3, nu)  of its mass centre
    angular_velocity_rate: np.ndarray  # (n, 3, nu)
    velocity_rate: np.ndarray  # (n, 3, nu)
    centre_velocity_rate: np.ndarray  # (n, 3, nu)


def partial_matrices(bodies: int, speeds: int) -> PartialMatrices:
    return PartialMatrices(*np.zeros((6, bodies, 3, speeds)))

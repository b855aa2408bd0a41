"""Frames of reference: inertial, Earth-fixed and of an orbit; attitudes as matrices and numbers.

A matrix takes components in one set of axes to those in another, `x_fixed = M x_inertial`; an
attitude quaternion has its scalar first and turns components of the body into inertial ones.

| name | axes |
| --- | --- |
| GCRF | inertial; in it states are given |
| ITRF | fixed to the Earth |
| TEME | true equator, mean equinox, of two-line elements |
| LVLH | x forward, y against the orbit normal, z down |
| RTN | radial (up), transverse (forward), normal |
"""

from __future__ import annotations

import warnings
from typing import Any

import erfa
import numpy as np

from treetop.core.environment.rotation import Rotation
from treetop.environment.chebyshev import series_at
from treetop.environment.epoch import Epoch
from treetop.environment.rotation import intermediate_axes
from treetop.environment.turn_order import TURN_ORDER_HINT, is_turn_order
from treetop.errors import ModelError, Problem

LOCAL = ("lvlh", "rtn")


# --- of the planet ------------------------------------------------------------------------------


def itrf_from_gcrf(epoch: Epoch, t: Any = 0.0) -> np.ndarray:
    """The matrix from GCRF to ITRF at times (s) after the epoch, IAU 2006/2000A: (..., 3, 3)."""
    return erfa.c2t06a(*epoch.jd("TT", t), *epoch.jd("UT1", t), *epoch.pole(t))


def gcrf_from_teme(epoch: Epoch, t: Any = 0.0) -> np.ndarray:
    """The matrix from TEME to GCRF: (..., 3, 3).

    Through axes fixed to the Earth, which both reach by their own sidereal time (Vallado et al.,
    Revisiting Spacetrack Report #3, AIAA 2006-6753, appendix C).
    """
    polar = erfa.pom00(*epoch.pole(t), 0.0)
    itrf_from_teme = polar @ erfa.rz(erfa.gmst82(*epoch.jd("UT1", t)), np.eye(3))
    return np.swapaxes(itrf_from_gcrf(epoch, t), -1, -2) @ itrf_from_teme


def rotation_matrices(rotation: Rotation, t: Any) -> np.ndarray:
    """The matrices of a table of rotation at many times: (n, 3, 3), inertial to planet-fixed."""
    X, Y, angle = series_at(rotation.grid, rotation.series, np.atleast_1d(t)).T
    W, B = rotation.axes.reshape(2, 3, 3)
    return W @ erfa.rz(angle, intermediate_axes(X, Y)) @ B


# --- of an orbit --------------------------------------------------------------------------------


def local_axes(position: Any, velocity: Any, frame: str = "lvlh") -> np.ndarray:
    """The matrix from inertial to local axes, from places and velocities (..., 3): (..., 3, 3)."""
    if frame not in LOCAL:
        hint = "there are: " + ", ".join(LOCAL)
        raise ModelError([Problem(f"unknown local frame {frame!r}", "frame", hint)])
    x, v = np.asarray(position, dtype=float), np.asarray(velocity, dtype=float)
    normal = np.cross(x, v)
    length = np.linalg.norm(normal, axis=-1, keepdims=True)
    if not np.all(length > 0.0):
        what = "a motion along the vertical has no local axes"
        raise ModelError([Problem(what, "frame", "give a velocity that is not along the position")])
    up, normal = x / np.linalg.norm(x, axis=-1, keepdims=True), normal / length
    forward = np.cross(normal, up)
    rows = [forward, -normal, -up] if frame == "lvlh" else [up, forward, normal]
    return np.stack(rows, axis=-2)


def local_rate(position: Any, velocity: Any) -> np.ndarray:
    """The angular velocity of the local axes on an unperturbed orbit, inertial axes: (..., 3)."""
    x = np.asarray(position, dtype=float)
    return np.cross(x, velocity) / np.sum(x * x, axis=-1, keepdims=True)


# --- attitudes ----------------------------------------------------------------------------------


def matrix_of(quaternion: Any) -> np.ndarray:
    """The matrix (..., 3, 3) from body to inertial axes of a quaternion (..., 4), scalar first."""
    q = np.asarray(quaternion, dtype=float)
    w, x, y, z = np.moveaxis(q / np.linalg.norm(q, axis=-1, keepdims=True), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def quaternion_of(matrix: Any) -> np.ndarray:
    """The quaternion (..., 4), scalar first and not negative, of a matrix (..., 3, 3)."""
    from scipy.spatial.transform import Rotation as Turn  # takes long to import

    M = np.asarray(matrix, dtype=float)
    q = Turn.from_matrix(M.reshape(-1, 3, 3)).as_quat()[:, [3, 0, 1, 2]]
    return np.where(q[:, :1] < 0.0, -q, q).reshape(*M.shape[:-2], 4)


def sequence(order: str) -> str:
    """A checked order of turns: three axes, no two in a row the same."""
    word = str(order).lower()
    if not is_turn_order(word):
        what = f"{order!r} is no order of three turns"
        raise ModelError([Problem(what, "angles", TURN_ORDER_HINT)])
    return word


def matrix_from_angles(angles: Any, order: str = "zyx") -> np.ndarray:
    """The matrix from turned axes back to those from which three turns led to them.

    Parameters
    ----------
    angles : (..., 3), rad
        In the order of the turns.
    order : str
        Axes of the turns, each about the axis where the turns before have brought it.
    """
    from scipy.spatial.transform import Rotation as Turn  # takes long to import

    array = np.asarray(angles, dtype=float)
    turns = Turn.from_euler(sequence(order).upper(), array.reshape(-1, 3))
    return turns.as_matrix().reshape(*array.shape[:-1], 3, 3)


def angles_of(matrix: Any, order: str = "zyx") -> np.ndarray:
    """Three angles (..., 3), rad, in the order of the turns; the inverse of
    `matrix_from_angles`.

    The middle angle is within ±π/2 if the three axes differ, else within 0 and π.  At its limits
    the others are not determined, and the third is zero.
    """
    from scipy.spatial.transform import Rotation as Turn  # takes long to import

    M = np.asarray(matrix, dtype=float)
    turns = Turn.from_matrix(M.reshape(-1, 3, 3))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Gimbal lock")
        angles = turns.as_euler(sequence(order).upper())
    return angles.reshape(*M.shape[:-2], 3)

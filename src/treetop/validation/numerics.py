"""Small tools that the cases share: rotations, and Jacobians by differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

# As tight as double precision lets an eighth-order method be.
TIGHT: dict[str, Any] = {"rtol": 1e-13, "atol": 1e-15}


def turn(axis: Any, angle: Any) -> np.ndarray:
    """Unit quaternion of a rotation about an axis."""
    axis = np.asarray(axis, dtype=float)
    return np.array(
        [np.cos(angle / 2), *(np.sin(angle / 2) * axis / np.linalg.norm(axis))], dtype=float
    )


def compose(p: Any, q: Any) -> np.ndarray:
    """Product of two quaternions, scalar first."""
    p0, p, q0, q = p[0], np.asarray(p[1:]), q[0], np.asarray(q[1:])
    return np.array([p0 * q0 - p @ q, *(p0 * q + q0 * p + np.cross(p, q))])


def matrix(q: Any) -> np.ndarray:
    """Rotation matrix of a unit quaternion."""
    w, x, y, z = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def quaternion(R: Any) -> np.ndarray:
    """Unit quaternion of a rotation matrix."""
    from scipy.spatial.transform import Rotation

    return np.roll(Rotation.from_matrix(R).as_quat(), 1)


def same_sign(q: Any, reference: Any) -> np.ndarray:
    """The one of q and -q, both one attitude, that is nearer to the reference."""
    return np.asarray(q) * np.sign(np.dot(q, reference))


def cross_matrix(a: Any) -> np.ndarray:
    """The matrix that multiplies by a from the left, as ``a × b``."""
    x, y, z = a
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


def jacobian(f: Callable, x: Any, steps: Any) -> np.ndarray:
    """Derivatives of f at x by central differences of eighth order."""
    weights = {1: 4 / 5, 2: -1 / 5, 3: 4 / 105, 4: -1 / 280}
    x = np.asarray(x, dtype=float)
    columns = []
    for k, step in enumerate(np.broadcast_to(steps, x.shape)):
        e = np.zeros_like(x)
        e[k] = step
        columns.append(sum(w * (f(x + i * e) - f(x - i * e)) for i, w in weights.items()) / step)
    return np.stack(columns, axis=1)

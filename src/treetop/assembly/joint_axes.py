"""Axes that suit a joint: it turns about their z, and slides along it.

A joint kind with a direction of its own is described in frames turned to it, so that kernels never
meet a general axis.  The tables keep how the inboard frame was turned, for those who look at it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from treetop.assembly.poses import Pose
from treetop.model.joints import JointKind


@lru_cache(maxsize=1024)
def suited_axes(kind: JointKind) -> tuple[np.ndarray, np.ndarray]:
    """Attitudes of the suited axes in the inboard and in the outboard frame."""
    if not kind.axes:
        return np.eye(3), np.eye(3)
    x = getattr(kind, kind.x_axis) if kind.x_axis else None
    into, out = (with_z(getattr(kind, field), x) for field in kind.axes)
    return into, out


def with_z(z: Any, x: Any = None) -> np.ndarray:
    """A rotation whose third column is z, and whose first is x, or any across z."""
    z = np.array(z, dtype=float)
    if x is None:
        x = np.cross(np.eye(3)[np.argmin(np.abs(z))], z)
        x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])


class Axes(NamedTuple):
    """The suited axes of many joints."""

    inboard: np.ndarray
    outboard: np.ndarray


def all_suited_axes(kinds: Iterable[JointKind]) -> Axes:
    pairs = np.array([suited_axes(kind) for kind in kinds]).reshape(-1, 2, 3, 3)
    return Axes(pairs[:, 0], pairs[:, 1])


def turned(pose: Pose, axes: np.ndarray) -> Pose:
    """The pose of a frame whose axes are turned in their place."""
    return Pose(pose.R @ axes, pose.p)

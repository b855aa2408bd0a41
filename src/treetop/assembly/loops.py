"""The table of the joints that close loops."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from treetop.assembly.curves import curve_table
from treetop.assembly.joint_axes import suited_axes
from treetop.assembly.joint_constraints import Connection
from treetop.core.tables.kinds import KINDS
from treetop.core.tables.tables import Loops


def loop_table(joints: list[Connection], row_at: np.ndarray, acting: list[int]) -> Loops:
    """`row_at` are their first constraints, `acting` the numbers of those whose coordinates the
    motion depends on."""
    kinds = [joint.kind for joint in joints]
    axes = [suited_axes(kind) for kind in kinds]
    q_at = _offsets(sum(c.size for c in kind.coordinates) for kind in kinds)
    u_at = _offsets(sum(c.size for c in kind.speeds) for kind in kinds)
    angles = [
        (q_at[l] + k, u_at[l] + k)
        for l in acting
        for k, coordinate in enumerate(kinds[l].coordinates)
        if coordinate.size == 1 and coordinate.unit == "rad"
    ]
    return Loops(
        row_at=row_at,
        bodies=np.array([joint.bodies for joint in joints], dtype=np.int64).reshape(-1, 2),
        R=_rotations(joint.F.R @ pair[0].T for joint, pair in zip(joints, axes, strict=True)),
        p=np.array([joint.M.p for joint in joints]).reshape(-1, 3),
        joint=np.array([KINDS[kind.kind] for kind in kinds], dtype=np.int64),
        q_at=q_at,
        u_at=u_at,
        middle=_rotations(first.T @ second for first, second in axes),
        pitch=np.array([getattr(kind, "pitch", 0.0) for kind in kinds], dtype=float),
        curves=curve_table(kinds, [joint.name for joint in joints]),
        R_F=_rotations(joint.F.R for joint in joints),
        p_F=np.array([joint.F.p for joint in joints]).reshape(-1, 3),
        R_M=_rotations(joint.M.R for joint in joints),
        acting=np.array(acting, dtype=np.int64),
        carried=np.array(angles, dtype=np.int64).reshape(-1, 2),
    )


def _offsets(sizes: Iterable[int]) -> np.ndarray:
    return np.cumsum([0, *sizes], dtype=np.int64)


def _rotations(matrices: Iterable[np.ndarray]) -> np.ndarray:
    return np.array([R.ravel() for R in matrices]).reshape(-1, 9)

"""Joints whose friction depends on the force that presses them together: where to look, and how."""

from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import varying
from treetop.core.forces.normal_forces import Loads, loads_workspace
from treetop.core.interface import AT_JOINTS_TYPE, DERIVATIVE_TYPE
from treetop.core.tables.kinds import LOAD_PRESCRIBED
from treetop.core.tables.tables import Tables


@varying
class FrictionLoads(NamedTuple):
    """First those of the tree's joints, then those of joints that close loops."""

    derivative: Any  # of the formulation, for given loads
    at_joints: Any  # gives reactions
    row: np.ndarray  # (m,)  of the table of friction
    joint: np.ndarray  # (m,)  the body that the joint carries, or its number among the closing ones
    part: np.ndarray  # (m,)  of the reaction's force that presses: PRESSED_WHOLE or PRESSED_SQUARE
    sizes: np.ndarray  # (2,)  how many are of the tree's joints; what solving has come to
    z: np.ndarray  # (nz,)  workspace for a state in joint coordinates
    z_rate: np.ndarray  # (nz,)
    loads: Loads
    load: np.ndarray  # (k,)  on each friction of the tree: 1, or the force that presses, N
    closing_load: np.ndarray  # (k,)  likewise at joints that close loops


def friction_loads_of(equations, at_joints, tables: Tables, size: int) -> FrictionLoads:
    """For a formulation whose states in joint coordinates have so many numbers; forces along joints
    are given."""
    rows, joints, parts = [], [], []
    for group, u_at in (
        (at_joints.tree, tables.tree.u_at),
        (at_joints.closing, tables.loops.u_at),
    ):
        chosen = np.flatnonzero(group.friction.load_kind)
        rows.append(chosen)
        parts.append(group.friction.load_kind[chosen])
        joints.append(np.searchsorted(u_at, group.friction.place[chosen, 1], side="right") - 1)
    z, z_rate = np.zeros((2, size))
    return FrictionLoads(
        equations.derivative.function,
        equations.at_joints.function,
        np.concatenate(rows),
        np.concatenate(joints),
        np.concatenate(parts),
        np.array([rows[0].size, 0]),
        z,
        z_rate,
        loads_workspace(sum(len(chosen) for chosen in rows)),
        *(np.where(group.friction.load_kind == LOAD_PRESCRIBED, 1.0, 0.0) for group in at_joints),
    )


_NONE = np.zeros(0, dtype=np.int64)
FRICTION_LOADS = FrictionLoads(
    *(DERIVATIVE_TYPE, AT_JOINTS_TYPE),
    *(_NONE, _NONE, _NONE, _NONE),
    *(np.zeros(0), np.zeros(0)),
    loads_workspace(0),
    *(np.zeros(0), np.zeros(0)),
)

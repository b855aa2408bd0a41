"""Joints and points on paths whose friction depends on the force that presses them together: where
to look, and how."""

from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import varying
from treetop.core.forces.normal_forces import Loads, loads_workspace
from treetop.core.interface import AT_JOINTS_TYPE, DERIVATIVE_TYPE
from treetop.core.tables.kinds import LOAD_PRESCRIBED, LOAD_SQUARE
from treetop.core.tables.tables import Tables


@varying
class FrictionLoads(NamedTuple):
    """First those of the tree's joints, then those of joints that close loops, then those of points
    on paths."""

    derivative: Any  # of the formulation, for given loads
    at_joints: Any  # gives reactions
    row: np.ndarray  # (m,)  of the table of friction, or of forces along paths
    joint: np.ndarray  # (m,)  the body that the joint carries, or its number among the closing
    #                          ones, or that of the constraint among those that were added
    part: np.ndarray  # (m,)  of the reaction's force that presses: LOAD_WHOLE or LOAD_SQUARE
    track: np.ndarray  # (m,)  number of the path, of points on paths
    sizes: np.ndarray  # (3,)  how many are of the tree's joints; what solving has come to; how many
    #                          are of joints
    z: np.ndarray  # (nz,)  workspace for a state in joint coordinates
    z_rate: np.ndarray  # (nz,)
    loads: Loads
    load: np.ndarray  # (k,)  on each friction of the tree: 1, or the force that presses, N
    closing_load: np.ndarray  # (k,)  likewise at joints that close loops
    path_load: np.ndarray  # (k,)  on each point along whose path a force acts, N


def friction_loads_of(equations, at_joints, paths, tables: Tables, size: int) -> FrictionLoads:
    """For a formulation whose states in joint coordinates have so many numbers; forces along joints
    and along paths are given."""
    rows, joints, parts = [], [], []
    for group, u_at in (
        (at_joints.tree, tables.tree.u_at),
        (at_joints.closing, tables.loops.u_at),
    ):
        chosen = np.flatnonzero(group.friction.load_kind)
        rows.append(chosen)
        parts.append(group.friction.load_kind[chosen])
        joints.append(np.searchsorted(u_at, group.friction.place[chosen, 1], side="right") - 1)
    joint_count = sum(map(len, rows))
    rubbing = np.flatnonzero(paths.law[:, -1])  # where the coefficient is not zero
    rows.append(rubbing)
    joints.append(paths.held_by[rubbing])
    parts.append(np.full(rubbing.size, LOAD_SQUARE))
    tracks = np.append(np.zeros(joint_count, dtype=np.int64), paths.path[rubbing])
    z, z_rate = np.zeros((2, size))
    return FrictionLoads(
        equations.derivative.function,
        equations.at_joints.function,
        np.concatenate(rows),
        np.concatenate(joints),
        np.concatenate(parts),
        tracks,
        np.array([rows[0].size, 0, joint_count]),
        z,
        z_rate,
        loads_workspace(sum(len(chosen) for chosen in rows)),
        _prescribed(at_joints.tree),
        _prescribed(at_joints.closing),
        np.zeros(paths.path.size),
    )


def _prescribed(group) -> np.ndarray:
    """One where friction has a load that is given."""
    return np.where(group.friction.load_kind == LOAD_PRESCRIBED, 1.0, 0.0)


_NONE = np.zeros(0, dtype=np.int64)
FRICTION_LOADS = FrictionLoads(
    *(DERIVATIVE_TYPE, AT_JOINTS_TYPE),
    *(_NONE, _NONE, _NONE, _NONE, _NONE),
    *(np.zeros(0), np.zeros(0)),
    loads_workspace(0),
    *(np.zeros(0), np.zeros(0), np.zeros(0)),
)

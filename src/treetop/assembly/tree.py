"""The tables of the tree: joints and bodies."""

from __future__ import annotations

from typing import Any

import numpy as np

from treetop.assembly.curves import curve_table
from treetop.assembly.frames import FrameBook
from treetop.assembly.joint_axes import Axes
from treetop.assembly.numbering import Link
from treetop.assembly.poses import Pose
from treetop.core.tables.kinds import KINDS
from treetop.core.tables.tables import Bodies, Tree
from treetop.model import Fixed, JointKind
from treetop.model.joints import Coordinate
from treetop.topology.mechanism import Mechanism
from treetop.topology.modal_joint import Station


def tree_table(chain: list[Link], inboard: Pose, axes: Axes) -> Tree:
    """One row per body for the joint it hangs on; `inboard` are the poses of F in the parent."""
    kinds = [link.joint.kind for link in chain]
    parent = np.array([0, *(link.parent for link in chain)], dtype=np.int64)
    u_at = _offsets(_counted([kind.speeds for kind in kinds]))
    follows = parent == np.arange(parent.size) - 1
    return Tree(
        parent=parent,
        forks=np.isin(np.arange(parent.size), parent[~follows]).astype(np.int64),
        joint=np.array([0, *(KINDS[kind.kind] for kind in kinds)], dtype=np.int64),
        q_at=_offsets(_counted([kind.coordinates for kind in kinds])),
        u_at=u_at,
        middle=_rotations(axes.inboard.swapaxes(1, 2) @ axes.outboard),
        pitch=np.array([0.0, *(getattr(kind, "pitch", 0.0) for kind in kinds)]),
        curves=curve_table([Fixed(), *kinds], ["", *(link.joint.name for link in chain)]),
        R_PF=_rotations(inboard.R),
        p_PF=np.vstack([np.zeros(3), inboard.p]),
        suited=_rotations(axes.inboard),
        prescribed=np.zeros(u_at[-1], dtype=np.int64),
        station_at=_offsets(_shapes(kind) for kind in kinds),
        bent=None,  # compiled where the model is built
    )


def _counted(each: list[tuple[Coordinate, ...]]) -> list[int]:
    """How many numbers the coordinates of each joint are; kinds have theirs in common."""
    kinds = {id(coordinates): coordinates for coordinates in each}
    sizes = {key: sum(item.size for item in coordinates) for key, coordinates in kinds.items()}
    return [sizes[id(coordinates)] for coordinates in each]


def _shapes(kind: JointKind) -> int:
    """How many modes a node moves with."""
    return kind.node.shapes.shape[1] if isinstance(kind, Station) else 0


def _offsets(sizes: Any) -> np.ndarray:
    return np.cumsum([0, 0, *sizes], dtype=np.int64)


def _rotations(matrices: np.ndarray) -> np.ndarray:
    return np.vstack([np.eye(3).ravel(), matrices.reshape(-1, 9)])


UPPER = np.triu_indices(3)


def body_table(model: Mechanism, chain: list[Link], frames: FrameBook) -> Bodies:
    """Mass properties of each body, seen from the outboard frame of its joint."""
    bodies, X_BM = [model.bodies[link.body] for link in chain], frames.joint_frames
    R_MB = X_BM.R.swapaxes(1, 2)
    centre = np.array([body.centre for body in bodies]).reshape(-1, 3)
    inertia = np.array([body.inertia for body in bodies]).reshape(-1, 3, 3)
    J = R_MB @ inertia @ X_BM.R
    return Bodies(
        np.array([0.0, *(body.mass for body in bodies)]),
        np.vstack([np.zeros(3), (R_MB @ (centre - X_BM.p)[..., None])[..., 0]]),
        np.ascontiguousarray(np.vstack([np.zeros(6), J[:, *UPPER]])),  # picked columns are not
    )

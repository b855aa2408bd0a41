"""The tables of the tree: joints and bodies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from treetop.assembly.axes import suited_axes
from treetop.assembly.frames import FrameBook
from treetop.assembly.kinds import KINDS
from treetop.assembly.numbering import Link
from treetop.assembly.places import Pose
from treetop.assembly.tables import Bodies, Tree
from treetop.model import JointKind, Model
from treetop.model.deformation import Station


def tree_table(chain: list[Link], inboard: list[Pose]) -> Tree:
    """One row per body for the joint it hangs on; `inboard` are the poses of F in the parent."""
    kinds = [link.joint.kind for link in chain]
    axes = [suited_axes(kind) for kind in kinds]
    parent = np.array([0, *(link.parent for link in chain)], dtype=np.int64)
    follows = parent == np.arange(parent.size) - 1
    return Tree(
        parent=parent,
        forks=np.isin(np.arange(parent.size), parent[~follows]).astype(np.int64),
        joint=np.array([0, *(KINDS[kind.kind] for kind in kinds)], dtype=np.int64),
        q_at=_offsets(sum(c.size for c in kind.coordinates) for kind in kinds),
        u_at=_offsets(sum(c.size for c in kind.speeds) for kind in kinds),
        middle=_rotations(first.T @ second for first, second in axes),
        pitch=np.array([0.0, *(getattr(kind, "pitch", 0.0) for kind in kinds)]),
        R_PF=_rotations(X.R for X in inboard),
        p_PF=np.array([np.zeros(3), *(X.p for X in inboard)]),
        suited=_rotations(first for first, _ in axes),
        given=np.zeros(sum(c.size for kind in kinds for c in kind.speeds), dtype=np.int64),
        station_at=_offsets(_shapes(kind) for kind in kinds),
        bent=None,  # compiled where the model is built
    )


def _shapes(kind: JointKind) -> int:
    """How many modes a node moves with."""
    return kind.node.shapes.shape[1] if isinstance(kind, Station) else 0


def _offsets(sizes: Any) -> np.ndarray:
    return np.cumsum([0, 0, *sizes], dtype=np.int64)


def _rotations(matrices: Iterable[np.ndarray]) -> np.ndarray:
    return np.array([R.ravel() for R in (np.eye(3), *matrices)])


UPPER = np.triu_indices(3)


def body_table(model: Model, chain: list[Link], frames: FrameBook) -> Bodies:
    """Mass properties of each body, seen from the outboard frame of its joint."""
    mass, com, J_C = [0.0], [np.zeros(3)], [np.zeros(6)]
    for link in chain:
        body, X_BM = model.bodies[link.body], frames.joint_frames[frames.numbers[link.body]]
        J = X_BM.R.T @ np.array(body.inertia) @ X_BM.R
        mass.append(body.mass)
        com.append(X_BM.R.T @ (np.array(body.centre) - X_BM.p))
        J_C.append(J[UPPER])
    return Bodies(np.array(mass), np.array(com), np.array(J_C))

"""The tables of flexible bodies: modes of all bodies one after another, pairs of modes likewise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from treetop.assembly.numbering import Link
from treetop.core.tables.flexible import FlexibleTables
from treetop.core.tables.tables import Tree
from treetop.topology.modal_joint import Deformation, Station

if TYPE_CHECKING:
    from treetop.structures.body.modal_integrals import Moments, NodeMotion

UPPER = np.triu_indices(3)


def flexible_tables(chain: list[Link], tree: Tree) -> FlexibleTables:
    number, node = np.full((2, tree.parent.size), -1)
    bodies: list[Moments] = []
    nodes: list[NodeMotion] = []
    for i, link in enumerate(chain, start=1):
        kind = link.joint.kind
        if isinstance(kind, Deformation):
            number[i] = len(bodies)
            bodies.append(kind.moments)
        if isinstance(kind, Station):
            number[i] = number[link.parent]
        if isinstance(kind, Deformation | Station) and kind.node is not None:
            node[i] = len(nodes)
            nodes.append(kind.node)
    sizes = [len(each.modal_mass) for each in bodies]
    shapes = [each.shapes.shape[1] for each in nodes]
    return FlexibleTables(
        number=number,
        node=node,
        mode_at=_offsets(sizes),
        pair_at=_offsets([m * m for m in sizes]),
        mass=np.array([each.mass for each in bodies], dtype=float),
        first=_rows([each.first0 for each in bodies], 3),
        inertia=_rows([each.inertia0[UPPER] for each in bodies], 6),
        single=_flat([_single(each) for each in bodies]),
        double=_flat([_double(each) for each in bodies]),
        M=_flat([each.modal_mass for each in bodies]),
        K=_flat([each.modal_stiffness for each in bodies]),
        D=_flat([each.modal_damping.T for each in bodies]),
        shape_at=_offsets(shapes),
        bent_at=_offsets([m * m for m in shapes]),
        position=_rows([each.position for each in nodes], 3),
        shape=_flat([np.vstack([each.rotations, each.shapes]).T for each in nodes]),
        bent=_flat([_bent(each) for each in nodes]),
        parent=tree.parent,
        joint=tree.joint,
        q_at=tree.q_at,
        u_at=tree.u_at,
        station_at=tree.station_at,
        R_PF=tree.R_PF,
        p_PF=tree.p_PF,
    )


def _single(of: Moments) -> np.ndarray:
    linear = np.hstack([of.first1.T, of.arm.T])
    return np.concatenate([of.inertia1[:, *UPPER].ravel(), linear.ravel()])


def _double(of: Moments) -> np.ndarray:
    """Row l: the derivatives of all J_k, of all S_k and N_k by coordinate l, and of N_l by all."""
    m = len(of.modal_mass)
    linear = np.concatenate([of.first2.transpose(2, 1, 0), of.turn], axis=2)
    parts = (of.inertia2[:, :, *UPPER], linear, of.turn.transpose(1, 0, 2))
    return np.hstack([part.reshape(m, -1) for part in parts])


def _bent(node: NodeMotion) -> np.ndarray:
    return np.vstack([node.second_rotations, node.second]).transpose(1, 2, 0)


def _offsets(sizes: list[int]) -> np.ndarray:
    return np.cumsum([0, *sizes], dtype=np.int64)


def _rows(parts: list[np.ndarray], width: int) -> np.ndarray:
    return np.concatenate([np.zeros((0, width)), *(part.reshape(-1, width) for part in parts)])


def _flat(parts: list[np.ndarray]) -> np.ndarray:
    return np.concatenate([np.zeros(0), *(part.ravel() for part in parts)])

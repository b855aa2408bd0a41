"""The tables of flexible bodies: modes of all bodies one after another, pairs of modes likewise."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from treetop.assembly.numbering import Link
from treetop.assembly.tables import Tree
from treetop.model.deformation import Deformation, Station

if TYPE_CHECKING:
    from treetop.flexible.moments import Moments, NodeMotion

# Columns of what goes with a mode, or a pair of modes.
INERTIA, FIRST, ARM, BACK = 0, 6, 9, 12
UPPER = np.triu_indices(3)


class FlexibleTables(NamedTuple):
    """Row i of the first ones is body i of the tree: the frame of a flexible body, or a node."""

    number: np.ndarray  # (n + 1,)  the flexible body that it belongs to, or -1
    node: np.ndarray  # (n + 1,)  its node, or the one that carries the frame, or -1
    mode_at: np.ndarray  # (f + 1,)  first mode of each flexible body
    pair_at: np.ndarray  # (f + 1,)  first pair of modes
    mass: np.ndarray  # (f,)
    first: np.ndarray  # (f, 3)    moment of mass, undeformed
    inertia: np.ndarray  # (f, 6)    undeformed, about the frame's origin
    single: np.ndarray  # (M, 12)   per mode k: J_k (6), S_k (3), N_k (3)
    double: np.ndarray  # (MM, 15)  per modes k, l: their derivatives by l; the last with k and l
    #                               exchanged, too
    M: np.ndarray  # (MM,)  modal mass
    K: np.ndarray  # (MM,)  modal stiffness
    D: np.ndarray  # (MM,)  modal damping
    shape_at: np.ndarray  # (v + 1,)  first shape of each node
    bent_at: np.ndarray  # (v + 1,)  first second-order shape of each node
    position: np.ndarray  # (v, 3)    of each node, undeformed
    shape: np.ndarray  # (s, 6)    rotation and displacement per mode
    bent: np.ndarray  # (ss, 3)   second derivatives of the displacement
    parent: np.ndarray  # (n + 1,)  of the tree, as are the following
    joint: np.ndarray  # (n + 1,)
    q_at: np.ndarray  # (n + 2,)
    u_at: np.ndarray  # (n + 2,)
    station_at: np.ndarray  # (n + 2,)
    R_PF: np.ndarray  # (n + 1, 9)
    p_PF: np.ndarray  # (n + 1, 3)


class FlexibleRoom(NamedTuple):
    """Scratch rows: of each mode, and of each pair of modes."""

    q: np.ndarray  # (M,)     modal coordinates
    u: np.ndarray  # (M,)     modal speeds
    now: np.ndarray  # (M, 12)  J_k, S_k and N_k as the body is bent, in its axes
    rate: np.ndarray  # (M, 9)   of S_k and N_k, the last with modes exchanged, too
    P: np.ndarray  # (M, 6)   force on the frame per unit of each modal acceleration
    reach: np.ndarray  # (m, 3)   of a node: displacement per mode, as the body is bent
    P_nodes: np.ndarray  # (M, 6)   what hangs on nodes adds to P,
    M_nodes: np.ndarray  # (MM,)    to the modal mass,
    b: np.ndarray  # (M,)     and to modal forces; nothing once it has been used
    most: np.ndarray  # (M,)     how large those could be, had nothing cancelled
    L: np.ndarray  # (MM,)    Cholesky's factor of the modal mass that is felt
    e: np.ndarray  # (M,)     efforts left for the modes, as seen by it
    gain: np.ndarray  # (M,)     modal accelerations


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
        single=_rows([_single(each) for each in bodies], 12),
        double=_rows([_double(each) for each in bodies], 15),
        M=_flat([each.modal_mass for each in bodies]),
        K=_flat([each.modal_stiffness for each in bodies]),
        D=_flat([each.modal_damping for each in bodies]),
        shape_at=_offsets(shapes),
        bent_at=_offsets([m * m for m in shapes]),
        position=_rows([each.position for each in nodes], 3),
        shape=_rows([np.vstack([each.rotations, each.shapes]).T for each in nodes], 6),
        bent=_rows([each.second.transpose(1, 2, 0) for each in nodes], 3),
        parent=tree.parent,
        joint=tree.joint,
        q_at=tree.q_at,
        u_at=tree.u_at,
        station_at=tree.station_at,
        R_PF=tree.R_PF,
        p_PF=tree.p_PF,
    )


def flexible_room(tables: FlexibleTables) -> FlexibleRoom:
    M, MM = int(tables.mode_at[-1]), int(tables.pair_at[-1])
    P, P_nodes = np.zeros((2, M, 6))
    M_nodes, L = np.zeros((2, MM))
    q, u, b, most, e, gain = np.zeros((6, M))
    reach = np.zeros((int(np.diff(tables.mode_at).max(initial=0)), 3))
    return FlexibleRoom(
        q, u, np.zeros((M, 12)), np.zeros((M, 9)), P, reach, P_nodes, M_nodes, b, most, L, e, gain
    )


def _single(of: Moments) -> np.ndarray:
    return np.hstack([of.inertia1[:, *UPPER], of.first1.T, of.arm.T])


def _double(of: Moments) -> np.ndarray:
    """Row k, l: the derivatives of J_k, S_k and N_k by coordinate l, and that of N_l by k."""
    first, turn = of.first2.transpose(1, 2, 0), of.turn.transpose(1, 0, 2)
    return np.concatenate([of.inertia2[:, :, *UPPER], first, turn, of.turn], axis=2)


def _offsets(sizes: list[int]) -> np.ndarray:
    return np.cumsum([0, *sizes], dtype=np.int64)


def _rows(parts: list[np.ndarray], width: int) -> np.ndarray:
    return np.concatenate([np.zeros((0, width)), *(part.reshape(-1, width) for part in parts)])


def _flat(parts: list[np.ndarray]) -> np.ndarray:
    return np.concatenate([np.zeros(0), *(part.ravel() for part in parts)])

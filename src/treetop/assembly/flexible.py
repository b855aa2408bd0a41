"""The tables of flexible bodies: modes of all bodies one after another, pairs of modes likewise."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from treetop.assembly.numbering import Link
from treetop.assembly.tables import Tree
from treetop.model.deformation import Deformation, Station

if TYPE_CHECKING:
    from treetop.flexible.moments import Moments, NodeMotion

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
    single: np.ndarray  # (12 M,)   J_k of all modes of a body (6 each), then S_k and N_k (3 each)
    double: np.ndarray  # (15 MM,)  per mode l: their derivatives by its coordinate; then those of
    #                               N_l by the coordinates of all modes k
    M: np.ndarray  # (MM,)  modal mass
    K: np.ndarray  # (MM,)  modal stiffness
    D: np.ndarray  # (MM,)  modal damping, column by column
    shape_at: np.ndarray  # (v + 1,)  first shape of each node
    bent_at: np.ndarray  # (v + 1,)  first second-order shape of each node
    position: np.ndarray  # (v, 3)    of each node, undeformed
    shape: np.ndarray  # (6 s,)    rotation and displacement per mode
    bent: np.ndarray  # (6 ss,)   their second derivatives
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
    now: np.ndarray  # (12 M,)  J_k, S_k and N_k as the body is bent, in its axes; see `single`
    rate: np.ndarray  # (9 M,)   Σ S_k,l q_l' and Σ N_k,l q_l' of all modes k, then Σ N_l,k q_l'
    stress: np.ndarray  # (M,)     elastic forces
    drag: np.ndarray  # (M,)     forces of damping
    P: np.ndarray  # (M, 6)   force on the frame per unit of each modal acceleration
    reach: np.ndarray  # (6 m,)   of a node: rotation and displacement per mode, as the body is bent
    reach_rate: np.ndarray  # (6 m,)  and their rates
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


def flexible_room(tables: FlexibleTables) -> FlexibleRoom:
    M, MM = int(tables.mode_at[-1]), int(tables.pair_at[-1])
    q, u, stress, drag, b, most, e, gain = np.zeros((8, M))
    reach, reach_rate = np.zeros((2, 6 * int(np.diff(tables.mode_at).max(initial=0))))
    return FlexibleRoom(
        q=q,
        u=u,
        now=np.zeros(12 * M),
        rate=np.zeros(9 * M),
        stress=stress,
        drag=drag,
        P=np.zeros((M, 6)),
        reach=reach,
        reach_rate=reach_rate,
        P_nodes=np.zeros((M, 6)),
        M_nodes=np.zeros(MM),
        b=b,
        most=most,
        L=np.zeros(MM),
        e=e,
        gain=gain,
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

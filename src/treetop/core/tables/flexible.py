"""Flexible bodies: modes of all bodies one after another, pairs of modes likewise."""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import varying
from treetop.core.tables.samples import TABLES


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


@varying
class FlexibleWorkspace(NamedTuple):
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
    largest: np.ndarray  # (M,)     how large those could be, had nothing cancelled
    L: np.ndarray  # (MM,)    Cholesky's factor of the modal mass that is felt
    e: np.ndarray  # (M,)     efforts left for the modes, as seen by it
    gain: np.ndarray  # (M,)     modal accelerations


def flexible_workspace(tables: FlexibleTables) -> FlexibleWorkspace:
    M, MM = int(tables.mode_at[-1]), int(tables.pair_at[-1])
    q, u, stress, drag, b, largest, e, gain = np.zeros((8, M))
    reach, reach_rate = np.zeros((2, 6 * int(np.diff(tables.mode_at).max(initial=0))))
    return FlexibleWorkspace(
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
        largest=largest,
        L=np.zeros(MM),
        e=e,
        gain=gain,
    )


def no_flexible_bodies() -> FlexibleTables:
    """A sample."""
    tree, start = TABLES.tree, np.zeros(1, dtype=np.int64)
    none = np.full(tree.parent.size, -1)
    number, row, flat = np.zeros(0), np.zeros((0, 3)), np.zeros(0)
    return FlexibleTables(
        *(none, none, start, start, number, row, np.zeros((0, 6))),
        *(flat, flat, flat, flat, flat, start, start, row, flat, flat),
        *(tree.parent, tree.joint, tree.q_at, tree.u_at, tree.station_at, tree.R_PF, tree.p_PF),
    )

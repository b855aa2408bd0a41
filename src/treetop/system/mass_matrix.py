"""The mass matrix of a system, that of the modes of flexible bodies included."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from treetop.core.formulations.joint_space.mass_matrix import mass_matrix
from treetop.core.tables.kinds import DEFORMATION
from treetop.system.constraint_analysis import body_inertias
from treetop.system.initial_assembly import motions_per_speed

if TYPE_CHECKING:
    from treetop.system.evaluation import Evaluation


def mass_matrix_of(now: Evaluation) -> np.ndarray:
    """The symmetric matrix M of ``½ uᵀ M u``, the kinetic energy."""
    n = len(now.system.speed_labels)
    M = np.zeros((n, n))
    if now.system.flexible:
        return _with_modes(now)
    mass_matrix(now.problem, M)
    return M


def bent_too_far(now: Evaluation) -> str:
    """Names a flexible body whose kinetic energy, known to second order of its modal coordinates,
    would be negative in some motion."""
    flex, modal_work, work = now.flexible
    I = body_inertias(work.bodies, work.R[1:].reshape(-1, 3, 3))
    for f, i in enumerate(np.flatnonzero(flex.joint == DEFORMATION)):
        count = flex.mode_at[f + 1] - flex.mode_at[f]
        P, M = (
            modal_work.P[flex.mode_at[f] : flex.mode_at[f + 1]],
            flex.M[flex.pair_at[f] :][: count**2],
        )
        whole = np.block([[I[i - 1], P.T], [P, M.reshape(count, count)]])
        if not np.isfinite(whole).all() or np.linalg.eigvalsh(whole)[0] <= 0.0:
            body = now.system.assembly.links[i - 1].joint.id.part
            return f"'{body}' is bent further than its modes describe"
    return ""


def _with_modes(now: Evaluation) -> np.ndarray:
    """Through the motions that each speed makes, and what deformation adds to the inertia."""
    flat, modal = motions_per_speed(now), modal_inertia(now)
    G, R = flat.reshape(len(now.system.body_names), 6, -1), now.work.R[1:].reshape(-1, 3, 3)
    M = np.einsum("nai,nab,nbj->ij", G, body_inertias(now.work.bodies, R), G)
    coupled = modal.P @ flat
    M[modal.speeds] += coupled
    M[:, modal.speeds] += coupled.T
    M[np.ix_(modal.speeds, modal.speeds)] += modal.M
    return M


class ModalInertia(NamedTuple):
    """Inertia of deformation."""

    speeds: np.ndarray  # (m,)     numbers of the modal speeds
    P: np.ndarray  # (m, 6n)  momentum of bodies' frames per unit of each
    M: np.ndarray  # (m, m)   of the modes themselves


def modal_inertia(now: Evaluation) -> ModalInertia:
    n = len(now.system.body_names)
    if not now.system.flexible:
        return ModalInertia(np.zeros(0, dtype=np.int64), np.zeros((0, 6 * n)), np.zeros((0, 0)))
    flex, modal_work, _ = now.flexible
    frames, m = np.flatnonzero(flex.joint == DEFORMATION), int(flex.mode_at[-1])
    speeds = [np.arange(flex.u_at[i], flex.u_at[i + 1]) for i in frames]
    P, M = np.zeros((m, n, 6)), np.zeros((m, m))
    for f, i in enumerate(frames):
        modes = slice(flex.mode_at[f], flex.mode_at[f + 1])
        P[modes, i - 1] = modal_work.P[modes]
        count = flex.mode_at[f + 1] - flex.mode_at[f]
        M[modes, modes] = flex.M[flex.pair_at[f] : flex.pair_at[f + 1]].reshape(count, -1)
    return ModalInertia(np.concatenate(speeds), P.reshape(m, 6 * n), M)

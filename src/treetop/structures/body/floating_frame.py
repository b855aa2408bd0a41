"""The frame of a flexible body that floats: where its modes carry no momentum of the whole body.

Modes that are held somewhere belong to a frame B that stays there, and carry the body along.  The
kinetic energy, complete to second order in the modal coordinates, then loses its sign early: twist
at the root of a boom that is bent swings it, with inertia of fourth order.  In a frame G, moved by
τ q + ½ q τ₂ q and turned by α q + ½ q α₂ q against B, such swinging is motion of G, whose energy is
complete.  The modal coordinates are the same.  With r a point's place at rest,

    φ'_k  = φ_k - τ_k - α_k × r
    H'_kl = H_kl - τ₂_kl - α₂_kl × r - α_k × (φ_l - τ_l) - α_l × (φ_k - τ_k)
            + ½ (α_k × (α_l × r) + α_l × (α_k × r))

    Σ m φ' = 0,  Σ m r × φ' = 0,  Σ m H' = 0,  Σ m r × H' = 0

Moments of mass determine everything sums that are needed, so that nothing else of the structure is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from scipy import linalg

from treetop.structures.body.modal_integrals import (
    LEVI_CIVITA,
    Moments,
    NodeMotion,
    inertia_of_products,
)

__all__ = ["Floating", "floating"]

CARRIED = 1e-12  # of a mode's mass: less of it being carried along is rounding


class Floating(NamedTuple):
    """A flexible body seen from the frame G that floats.

    Attributes
    ----------
    moments : Moments
        Of its mass, about G.
    motion : NodeMotion
        How G moves in B.
    """

    moments: Moments
    motion: NodeMotion

    def seen(self, node: NodeMotion) -> NodeMotion:
        """How a node moves in G."""
        _, shift, turn, second, second_turn = self.motion
        place, moved = node.position[:, None], node.shapes - shift
        slid = _cross(second_turn, place[..., None]) - _carried(turn, moved, node.position)
        both = _cross(turn[:, :, None], node.rotations[:, None, :])
        return NodeMotion(
            node.position,
            moved - _cross(turn, place),
            node.rotations - turn,
            node.second - second - slid,
            node.second_rotations - second_turn - 0.5 * (both + both.swapaxes(1, 2)),
        )

    @property
    def frame(self) -> NodeMotion:
        """How B moves in G."""
        return self.seen(NodeMotion(*map(np.zeros_like, self.motion)))


def floating(of: Moments) -> Floating | None:
    """The body seen from the frame that floats; None where that is B itself.

    Modes that move all mass as one piece, such as that at the end of a wire, are motion of G alone:
    nothing of their own mass is left.
    """
    arm = _skewed(of.first0)  # x × S
    rigid = np.block([[of.mass * np.eye(3), arm], [arm.T, of.inertia0]])
    at_rest = _inverse(rigid)
    coupling = np.vstack([of.first1, of.arm])
    motion = at_rest @ coupling
    mass = of.modal_mass - coupling.T @ motion
    left = linalg.eigvalsh(mass, of.modal_mass)
    if left[0] > 1.0 - CARRIED:
        return None
    shift, turn = motion[:3], motion[3:]
    Z, P, bent = _products(of, shift, turn)
    uniform = of.first2 + _carried(turn, of.first1 - of.mass * shift, of.first0)
    turning = 0.5 * (of.turn + of.turn.swapaxes(0, 1)) + _moments(bent)
    second = np.tensordot(at_rest, np.vstack([uniform, turning.transpose(2, 0, 1)]), 1)
    P -= np.einsum("a,bkl->klab", of.first0, second[:3])
    P -= _products_of(of.inertia0) @ _skewed(second[3:].transpose(1, 2, 0))
    carried = coupling - rigid @ motion  # nothing, but about axes without inertia
    changed = replace(
        of,
        first1=carried[:3],
        first2=uniform - np.tensordot(rigid[:3], second, 1),
        inertia1=inertia_of_products(Z),
        inertia2=inertia_of_products(P),
        arm=carried[3:],
        turn=_moments(P),
        modal_mass=0.5 * (mass + mass.T),
    )
    return Floating(changed, NodeMotion(np.zeros(3), shift, turn, second[:3], second[3:]))


def _inverse(rigid: np.ndarray) -> np.ndarray:
    """That of the inertia of a rigid body, but for axes about which it has none.  Each axis counts
    by its own inertia: that about a tether is 1e-12 of that across it."""
    size = np.sqrt(np.diag(rigid))
    scale = 1.0 / np.where(size > 0.0, size, 1.0)
    both = np.outer(scale, scale)
    return both * np.linalg.pinv(both * rigid, rcond=1e-14, hermitian=True)


def _products(
    of: Moments, shift: np.ndarray, turn: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Z_k = Σ m r φ'_k, P_kl = Σ m (φ'_k φ'_l + r H'_kl) but for τ₂ and α₂, and Σ m r H'_kl less
    Σ m r H_kl; each is a matrix."""
    Q = _products_of(of.inertia0)  # Σ m r r
    Z = 0.5 * (_products_of(of.inertia1) + _skewed(of.arm.T))
    P = 0.5 * (_products_of(of.inertia2) + _skewed(of.turn))
    S, A, t = of.first0, -_skewed(turn.T), shift.T  # A_k x = α_k × x
    # With w_k = τ_k + α_k × r:
    w_r = t[:, :, None] * S + A @ Q
    w_phi = np.einsum("ka,bl->klab", t, of.first1) + np.einsum("kac,lcb->klab", A, Z)
    w_w = np.einsum("ka,lb->klab", of.mass * t + A @ S, t) + np.einsum("kac,lbc->klab", w_r, A)
    # And r with what it does of second order:
    r_moved = np.einsum("lac,kbc->klab", Z - np.einsum("a,kb->kab", S, t), A)
    bent = 0.5 * np.einsum("ac,kbd,ldc->klab", Q, A, A) - r_moved
    bent = bent + bent.swapaxes(0, 1)
    return Z - w_r.swapaxes(1, 2), P - w_phi - w_phi.transpose(1, 0, 3, 2) + w_w + bent, bent


def _carried(turn: np.ndarray, moved: np.ndarray, place: np.ndarray) -> np.ndarray:
    """- α_k × x_l - α_l × x_k + ½ (α_k × (α_l × r) + α_l × (α_k × r)), shape (3, m, m)."""
    inner = 0.5 * _cross(turn, place[:, None]) - moved
    one = _cross(turn[:, :, None], inner[:, None, :])
    return one + one.swapaxes(1, 2)


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Cross products along the first axis."""
    return np.cross(a, b, axis=0)


def _products_of(inertia: np.ndarray) -> np.ndarray:
    """Products of mass and their transposes, (..., 3, 3), of moments of inertia."""
    half = 0.5 * np.trace(inertia, axis1=-2, axis2=-1)[..., None, None]
    return half * np.eye(3) - inertia


def _skewed(moments: np.ndarray) -> np.ndarray:
    """Products of mass less their transposes, (..., 3, 3), of moments (..., 3)."""
    return np.einsum("abc,...c->...ab", LEVI_CIVITA, moments)


def _moments(products: np.ndarray) -> np.ndarray:
    """Σ m r × x, (..., 3), of products Σ m r x."""
    return np.einsum("abc,...ab->...c", LEVI_CIVITA, products)

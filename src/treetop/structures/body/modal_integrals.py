"""What the motion of a flexible body needs to know of its modes: moments of mass, and its nodes.

A point p of the mass stands at ρ = r + φ_k q_k + ½ H_kl q_k q_l in the body's frame.  Sums are over
points, m their masses, k and l modes:

    S(q)   = Σ m ρ               = first0 + first1 q + ½ first2 q q
    J(q)   = Σ m (ρ·ρ 1 - ρ ρᵀ)  = inertia0 + inertia1 q + ½ inertia2 q q
    N_k(q) = Σ m ρ × ∂ρ/∂q_k     = arm_k + Σ_l q_l turn_lk,  turn_lk = Σ m (φ_l × φ_k + r × H_kl)

all complete to that order: one kinetic energy of second order in q and its rate has them all.
Of the second-order field H only twelve moments matter, Σ m H and Σ m r_a H, which
`treetop.structures.body.second_order` supplies.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from treetop.structures.body.second_order import node_second_order, second_order_moments
from treetop.structures.mass.modal_points import LEVI_CIVITA, ModalPoints
from treetop.structures.modes.damping import Damping, ModalMatrices, damped
from treetop.structures.modes.modes import Modes, checked

__all__ = ["Moments", "NodeMotion", "moments", "node_motion"]


@dataclass(frozen=True)
class Moments:
    """The numbers of a flexible body in its own frame, about its origin; m coordinates.

    Attributes
    ----------
    mass : float
        [kg].
    first0 : ndarray, shape (3,)
        Mass times the position of its centre [kg m].
    first1 : ndarray, shape (3, m)
        Its change per modal coordinate [kg m].
    first2 : ndarray, shape (3, m, m)
        Its second derivatives [kg m].
    inertia0 : ndarray, shape (3, 3)
        Inertia of the undeformed body [kg m²].
    inertia1 : ndarray, shape (m, 3, 3)
        Its first derivatives by the modal coordinates [kg m²].
    inertia2 : ndarray, shape (m, m, 3, 3)
        Its second derivatives [kg m²].
    arm : ndarray, shape (3, m)
        Angular momentum per modal speed, undeformed, Σ m r × φ_k [kg m²].
    turn : ndarray, shape (m, m, 3)
        ``turn[l, k]`` is its change per modal coordinate l, Σ m (φ_l × φ_k + r × H_kl) [kg m²].
    modal_mass, modal_stiffness, modal_damping : ndarray, shape (m, m)
        Of the modal coordinates [kg, N/m, N s/m where these are lengths].
    """

    mass: float
    first0: np.ndarray
    first1: np.ndarray
    first2: np.ndarray
    inertia0: np.ndarray
    inertia1: np.ndarray
    inertia2: np.ndarray
    arm: np.ndarray
    turn: np.ndarray
    modal_mass: np.ndarray
    modal_stiffness: np.ndarray
    modal_damping: np.ndarray


class NodeMotion(NamedTuple):
    """How a node of a flexible body moves with its modal coordinates, in the body's frame.

    It stands at ``position + shapes q + ½ second q q`` and is turned by the rotation vector
    ``rotations q + ½ second_rotations q q``.

    Attributes
    ----------
    position : ndarray, shape (3,)
        Undeformed [m].
    shapes : ndarray, shape (3, m)
        Displacement per modal coordinate [m].
    rotations : ndarray, shape (3, m)
        Rotation per modal coordinate [rad].
    second : ndarray, shape (3, m, m)
        Second derivatives of the displacement [m].
    second_rotations : ndarray, shape (3, m, m)
        Those of the rotation vector [rad].
    """

    position: np.ndarray
    shapes: np.ndarray
    rotations: np.ndarray
    second: np.ndarray
    second_rotations: np.ndarray


def moments(modes: Modes, stiffening: str | None = None, damping: Damping | None = None) -> Moments:
    """Moments of the mass of a flexible body.

    Parameters
    ----------
    modes : Modes
    stiffening : {"geometric", "foreshortening", "none"}, optional
        Where the second-order displacements come from; geometric stiffness unless said, where the
        structure can supply it.
    damping : Damping, optional
        As in `structures.modes.damping`; none unless given. Viscoelastic damping has internal
        coordinates, which follow those of the modes and displace nothing.
    """
    checked(modes)
    mass_points = ModalPoints.of(modes)
    uniform, linear = second_order_moments(modes, mass_points, stiffening)
    products = mass_points.shape_moments() + linear
    rigid = modes.structure.rigid_modes()
    carried = modes.structure.mass @ rigid
    whole, coupling = rigid.T @ carried, carried.T @ modes.shapes
    found = Moments(
        mass=float(np.trace(whole[:3, :3]) / 3),
        first0=np.einsum("abc,cb->a", LEVI_CIVITA, whole[3:, :3]) / 2,
        first1=coupling[:3],
        first2=uniform,
        inertia0=whole[3:, 3:],
        inertia1=inertia_of_products(np.moveaxis(mass_points.position_moments(), 2, 0)),
        inertia2=inertia_of_products(np.moveaxis(products, (2, 3), (0, 1))),
        arm=coupling[3:],
        turn=np.einsum("abc,ablk->lkc", LEVI_CIVITA, products),
        modal_mass=modes.mass,
        modal_stiffness=modes.stiffness,
        modal_damping=np.zeros_like(modes.mass),
    )
    return found if damping is None else with_damping(found, modes, damping)


def with_damping(undamped: Moments, modes: Modes, damping: Damping | None) -> Moments:
    """Moments with the stiffness of the modes, a damping, and its internal coordinates, if any."""
    of_coordinates = _matrices(modes, damping)
    more = len(of_coordinates.mass) - len(modes)
    return replace(
        undamped,
        first1=_extended(undamped.first1, more, 1),
        first2=_extended(undamped.first2, more, 1, 2),
        inertia1=_extended(undamped.inertia1, more, 0),
        inertia2=_extended(undamped.inertia2, more, 0, 1),
        arm=_extended(undamped.arm, more, 1),
        turn=_extended(undamped.turn, more, 0, 1),
        modal_mass=of_coordinates.mass,
        modal_stiffness=of_coordinates.stiffness,
        modal_damping=of_coordinates.damping,
    )


def node_motion(
    modes: Modes, node: str | int, stiffening: str | None = None, internal: int = 0
) -> NodeMotion:
    """How a node moves with the modal coordinates.

    Parameters
    ----------
    modes : Modes
    node : str or int
        By name or index.
    stiffening : str, optional
        As in `moments`.
    internal : int
        How many internal coordinates, which do not move it, follow those of the modes.
    """
    structure = modes.structure
    second = node_second_order(modes, ModalPoints.of(modes), node, stiffening)
    second = _extended(second, internal, 1, 2)
    return NodeMotion(
        np.array(structure.position(node), dtype=float),
        _extended(structure.translation(node) @ modes.shapes, internal, 1),
        _extended(structure.rotation(node) @ modes.shapes, internal, 1),
        second,
        np.zeros_like(second),
    )


def _matrices(modes: Modes, damping: Damping | None) -> ModalMatrices:
    if damping is None:
        return ModalMatrices(modes.mass, np.zeros_like(modes.mass), modes.stiffness)
    return damped(damping, modes)


def _extended(values: np.ndarray, more: int, *axes: int) -> np.ndarray:
    """Values with zeros for more coordinates along some axes."""
    return np.pad(values, [(0, more if axis in axes else 0) for axis in range(values.ndim)])


def inertia_of_products(products: np.ndarray) -> np.ndarray:
    """Derivatives (..., 3, 3) of Σ m (ρ·ρ 1 - ρ ρᵀ); products and their transposes, of Σ m ρ ρᵀ."""
    traces = np.trace(products, axis1=-2, axis2=-1)[..., None, None]
    return 2 * traces * np.eye(3) - products - np.swapaxes(products, -2, -1)

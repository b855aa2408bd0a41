"""Displacements of second order in the modal coordinates, from which stiffness by motion comes.

A body that bends draws in: its points have displacements ½ H_kl q_k q_l beside φ_k q_k.  Forces f
on them do work, which is a stiffness - Σ f · H_kl, and conversely: it is the geometric stiffness of
the stress that f causes in the body,

    Σ f · H_kl = - φ_kᵀ K_G(u) φ_l,    K u = f

so that H is known by the loads one asks it for (``"geometric"``), without its shape.  Of a straight
beam that does not stretch the shape is known too (``"foreshortening"``), with v the displacement
across the axis and s the length along it from where the beam is held:

    H_kl = - ∫ v_k'·v_l' ds   along the axis

Points on rigid arms have ½ θ × (θ × d) of their own in both.  Where the body is free to move as one
piece, f is balanced by inertia: H then moves neither the mass centre nor the principal axes.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from treetop.errors import ModelError, Problem
from treetop.structures.body.foreshortening import Shortening
from treetop.structures.mass.modal_points import ModalPoints
from treetop.structures.modes.modes import Modes

__all__ = ["STIFFENINGS", "default_stiffening", "node_second_order", "second_order_moments"]

STIFFENINGS = ("geometric", "foreshortening", "none")


class Field(Protocol):
    """The second-order displacements of a body, by the work that forces do on them."""

    def of_forces(self, forces: np.ndarray, direct: np.ndarray) -> np.ndarray:
        """Σ f · H_kl, (m, m), of forces (P, 3) on points with direct forces (N, 3) on nodes."""


def default_stiffening(modes: Modes) -> str:
    """The most that the structure can supply."""
    return "none" if modes.structure.geometric is None else "geometric"


def second_order_moments(
    modes: Modes, mass_points: ModalPoints, stiffening: str | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Σ m H_b, shape (3, m, m), and Σ m r_a H_b, shape (3, 3, m, m)."""
    field = _field(modes, mass_points, stiffening)
    nothing = np.zeros_like(modes.structure.positions)
    found = [_balanced_work(field, mass_points, forces, nothing) for forces in mass_points.fields()]
    stacked = np.array(found).reshape(4, 3, len(modes), len(modes))
    return stacked[0], stacked[1:]


def node_second_order(
    modes: Modes, mass_points: ModalPoints, node: str | int, stiffening: str | None = None
) -> np.ndarray:
    """H of a node, shape (3, m, m)."""
    field = _field(modes, mass_points, stiffening)
    found = []
    for direction in np.eye(3):
        direct = np.zeros_like(modes.structure.positions)
        direct[modes.structure.node(node)] = direction
        found.append(
            _balanced_work(field, mass_points, np.zeros_like(mass_points.positions), direct)
        )
    return np.array(found)


def _balanced_work(
    field: Field, mass_points: ModalPoints, forces: np.ndarray, direct: np.ndarray
) -> np.ndarray:
    """The work of forces together with the inertia that balances them."""
    rigid = mass_points.modes.support.rigid
    effort = mass_points.shape.T @ forces.ravel() + _on_nodes(mass_points.modes, direct)
    acceleration = mass_points.rigid @ (rigid.T @ effort)
    return field.of_forces(forces - mass_points.weights @ acceleration, direct)


def _on_nodes(modes: Modes, direct: np.ndarray) -> np.ndarray:
    """Generalised forces (n,) of forces (N, 3) on nodes."""
    whole = np.zeros((len(direct), 6))
    whole[:, :3] = direct
    return modes.structure.motion.T @ whole.ravel()


def _field(modes: Modes, mass_points: ModalPoints, stiffening: str | None) -> Field:
    word = default_stiffening(modes) if stiffening is None else stiffening
    if word == "geometric":
        return _Geometric(modes, mass_points)
    if word == "foreshortening":
        return _Foreshortening(modes, mass_points)
    if word == "none":
        return _None(len(modes))
    raise ModelError([Problem(f"{word!r} is no stiffening", "stiffening", ", ".join(STIFFENINGS))])


class _None:
    def __init__(self, count: int) -> None:
        self.count = count

    def of_forces(self, forces: np.ndarray, direct: np.ndarray) -> np.ndarray:
        return np.zeros((self.count, self.count))


class _Arms:
    """What the turning of rigid arms adds: ½ θ × (θ × d) for points and nodes that hang on them."""

    def __init__(self, modes: Modes, mass_points: ModalPoints) -> None:
        self.modes = modes
        self.arms = None if mass_points.points is None else mass_points.points.arms
        turns = None if self.arms is None else self.arms.rotation @ modes.shapes
        self.turns = np.zeros((0, len(modes))) if turns is None else turns

    def of_forces(self, forces: np.ndarray, direct: np.ndarray) -> np.ndarray:
        shapes = self.modes.shapes
        found = np.zeros((len(self.modes), len(self.modes)))
        if self.arms is not None:
            found -= self.turns.T @ (self.arms.core(forces) @ self.turns)
        for node in np.flatnonzero(np.any(direct, axis=1)).tolist():
            turn = self.modes.structure.rotation(node) @ shapes
            arm = _arm(self.modes, node)
            mixed = np.outer(direct[node] @ turn, arm @ turn)
            found += (mixed + mixed.T) / 2 - (direct[node] @ arm) * (turn.T @ turn)
        return found


def _arm(modes: Modes, node: int) -> np.ndarray:
    """From the node that a node hangs on by a rigid link, if it does, to itself."""
    structure = modes.structure
    degrees = structure.degrees[structure.translation(node).indices]
    masters = np.unique(degrees[degrees[:, 1] < 3, 0])
    if len(masters) != 1:
        return np.zeros(3)
    return structure.positions[node] - structure.positions[masters[0]]


class _Geometric:
    def __init__(self, modes: Modes, mass_points: ModalPoints) -> None:
        if modes.structure.geometric is None:
            what = "this structure has no geometric stiffness"
            hint = "stiffening: none, or a structure made of elements"
            raise ModelError([Problem(what, "stiffening", hint)])
        self.modes, self.mass_points, self.arms = modes, mass_points, _Arms(modes, mass_points)
        self.geometric = modes.structure.geometric
        self.gradients = self.geometric.gradient @ modes.shapes
        self.slopes = None if mass_points.points is None else mass_points.points.slopes
        sloping = None if self.slopes is None else self.slopes.gradient @ modes.shapes
        self.sloping = np.zeros((0, len(modes))) if sloping is None else sloping

    def of_forces(self, forces: np.ndarray, direct: np.ndarray) -> np.ndarray:
        load = self.mass_points.shape.T @ forces.ravel() + _on_nodes(self.modes, direct)
        core = self.geometric.core(self.modes.support.displacement(load))
        found = self.arms.of_forces(forces, direct) - self.gradients.T @ (core @ self.gradients)
        if self.slopes is not None:
            found -= self.sloping.T @ (self.slopes.core(forces) @ self.sloping)
        return found


class _Foreshortening:
    def __init__(self, modes: Modes, mass_points: ModalPoints) -> None:
        self.shortening, self.arms = Shortening(modes), _Arms(modes, mass_points)
        self.points = self.shortening.at(_carriers(mass_points))
        self.nodes = self.shortening.at(modes.structure.positions)

    def of_forces(self, forces: np.ndarray, direct: np.ndarray) -> np.ndarray:
        axis = self.shortening.axis
        drawn_in = np.tensordot(forces @ axis, self.points, 1)
        drawn_in += np.tensordot(direct @ axis, self.nodes, 1)
        return self.arms.of_forces(forces, direct) - drawn_in


def _carriers(mass_points: ModalPoints) -> np.ndarray:
    """Where the points are (P, 3), or the sections that carry those on rigid arms."""
    arms = None if mass_points.points is None else mass_points.points.arms
    if arms is None:
        return mass_points.positions
    return mass_points.positions - (arms.spread @ arms.lengths.ravel()).reshape(-1, 3)

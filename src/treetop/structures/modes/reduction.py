"""Shapes beside normal modes, by which a few coordinates say what loads and interfaces do.

Constraint modes are the static displacement when one interface degree of freedom is moved and the
others are held (R. J. Guyan, *AIAA Journal* 3 (1965), 380); with the modes of the structure whose
interface is held they span what R. R. Craig and M. C. C. Bampton use (*AIAA Journal* 6 (1968),
1313-1319).  Attachment modes are the displacement by unit forces, relieved by inertia where the
structure is free.  Inertia-relief modes are the displacement by the inertia of unit accelerations
of what holds it.  Modal truncation vectors are the displacement by that part of a load which modes
do not see (J. M. Dickens, J. M. Nakagawa and M. J. Wittbrodt, *Computers & Structures* 62 (1997),
985-998).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from scipy import linalg

from treetop.errors import ModelError, Problem
from treetop.structures.arguments import array, refusal
from treetop.structures.modes.modes import Modes, checked_matrices, modes_of, normal_modes
from treetop.structures.modes.support import Held, Support, held_degrees, held_is_fixed
from treetop.structures.structure import DIRECTIONS, LABELS, Structure

__all__ = [
    "attachment_modes", "craig_bampton", "guyan", "inertia_relief_modes",
    "modal_truncation_vectors", "united",
]  # fmt: skip

DEPENDENT = 1e-8  # of a shape, what is left of it when others are taken out


@held_is_fixed
def guyan(structure: Structure, interface: Held, fixed: Held = ()) -> Modes:
    """Constraint modes: one for each degree of freedom of an interface.

    Their coordinates are the interface's own displacements [m, rad]. If nothing else is held they
    contain motion as one piece, which `Modes.normal` takes out.

    Parameters
    ----------
    interface : node, nodes, or mapping
        As what is fixed in `normal_modes`.
    fixed : node, nodes, or mapping
        What the body's frame moves with.
    """
    checked_matrices(structure)
    clamped, moved = _apart(structure, fixed, interface)
    inner = Support(structure, np.union1d(clamped, moved))
    shapes = np.zeros((structure.size, len(moved)))
    shapes[moved, np.arange(len(moved))] = 1.0
    shapes -= inner.displacement(structure.stiffness @ shapes)
    labels = tuple(f"constraint {_label(structure, degree)}" for degree in moved)
    return modes_of(structure, shapes, clamped, labels)


@held_is_fixed
def craig_bampton(
    structure: Structure, interface: Held, fixed: Held = (), *, count: int | None = None
) -> Modes:
    """Constraint modes of an interface with the lowest modes of the structure that it holds.

    Parameters
    ----------
    interface, fixed : node, nodes, or mapping
        As in `guyan`.
    count : int, optional
        How many modes with the interface held, 20 unless said.
    """
    static = guyan(structure, interface, fixed)
    clamped, moved = _apart(structure, fixed, interface)
    both = _mapping(structure, np.union1d(clamped, moved))
    inner = normal_modes(structure, both, count=count)
    return _stacked(static, replace(inner, fixed=clamped, labels=("fixed-interface",) * len(inner)))


@held_is_fixed
def attachment_modes(structure: Structure, at: Held, fixed: Held = ()) -> Modes:
    """Displacements by unit forces and torques at nodes, one for each of their degrees of freedom.

    Their coordinates are these forces [N, N m]. A structure that is free is relieved by inertia.
    """
    checked_matrices(structure)
    clamped, loaded = _apart(structure, fixed, at)
    load = np.zeros((structure.size, len(loaded)))
    load[loaded, np.arange(len(loaded))] = 1.0
    shapes = Support(structure, clamped).displacement(load)
    labels = tuple(f"attachment {_label(structure, degree)}" for degree in loaded)
    return modes_of(structure, shapes, clamped, labels)


@held_is_fixed
def inertia_relief_modes(
    structure: Structure, fixed: Held, point: Sequence[float] | np.ndarray = (0.0, 0.0, 0.0)
) -> Modes:
    """Displacements by unit accelerations of what holds the structure, along and about a point."""
    checked_matrices(structure)
    support = Support(structure, held_degrees(structure, fixed))
    if support.rigid.shape[1]:
        what = "the structure is free to move as one piece, which its own inertia does not bend"
        raise ModelError([Problem(what, "fixed", "fix it, or take attachment_modes")])
    shapes = support.displacement(-(structure.mass @ structure.rigid_modes(point)))
    size = np.sqrt(np.einsum("ik,ik->k", shapes, structure.stiffness @ shapes))
    present = np.flatnonzero(size > 1e-9 * size.max())
    labels = tuple(f"inertia {DIRECTIONS[k]}" for k in present)
    return modes_of(structure, shapes[:, present], support.fixed, labels)


def modal_truncation_vectors(modes: Modes, loads: np.ndarray) -> Modes:
    """Normal modes together with what they miss of the static displacement by some loads.

    Parameters
    ----------
    modes : Modes
        Normal modes.
    loads : array_like, shape (n, k)
        Forces on the degrees of freedom [N, N m], such as columns of
        ``structure.translation(node).T``; full or sparse.
    """
    loads = array(loads, "loads")
    if loads.ndim != 2 or loads.shape[0] != modes.structure.size:
        what = f"loads of shape {loads.shape} for {modes.structure.size} degrees of freedom"
        raise ModelError([Problem(what, "loads", f"({modes.structure.size}, number of loads)")])
    mass, shapes = modes.structure.mass, modes.shapes
    seen = linalg.solve(modes.mass, shapes.T @ loads, assume_a="pos")
    whole = modes.support.displacement(loads)
    missed = modes.support.displacement(loads - mass @ (shapes @ seen))
    missed -= shapes @ linalg.solve(modes.mass, shapes.T @ (mass @ missed), assume_a="pos")
    present = _energies(modes, missed) > DEPENDENT * _energies(modes, whole)
    if not present.any():
        return modes
    missed = missed[:, present]
    labels = ("truncation",) * missed.shape[1]
    rest = united(modes_of(modes.structure, missed, modes.fixed, labels)).normal()
    return _stacked(modes, replace(rest, labels=("truncation",) * len(rest)))


def _energies(modes: Modes, displacements: np.ndarray) -> np.ndarray:
    """Twice the energy that displacements (n, k) store [J]."""
    return np.einsum("ik,ik->k", displacements, modes.structure.stiffness @ displacements)


def united(*sets: Modes) -> Modes:
    """Modes of one structure, held in one way, together; what depends on others is left out."""
    if not sets or not all(isinstance(one, Modes) for one in sets):
        raise refusal("what is united are not all modes", "modes", "united(some, others)")
    first = sets[0]
    for other in sets[1:]:
        if other.structure is not first.structure or not np.array_equal(other.fixed, first.fixed):
            what = "modes of different structures, or held in different ways"
            raise ModelError([Problem(what, "modes", "the same structure, held in the same way")])
    whole = sets[0]
    for other in sets[1:]:
        whole = _stacked(whole, other)
    size = np.sqrt(whole.stiffness.diagonal())
    gram = whole.stiffness / np.outer(size, size)
    chosen: list[int] = []
    for k in range(len(whole)):
        part = gram[np.ix_(chosen, chosen)]
        known = linalg.solve(part, gram[chosen, k], assume_a="pos") if chosen else np.zeros(0)
        if 1 - known @ gram[chosen, k] > DEPENDENT:
            chosen.append(k)
    return whole.chosen(chosen)


def _stacked(one: Modes, other: Modes) -> Modes:
    shapes = np.hstack([one.shapes, other.shapes])
    return modes_of(one.structure, shapes, one.fixed, one.labels + other.labels)


def _apart(structure: Structure, supported: Held, moved: Held) -> tuple[np.ndarray, np.ndarray]:
    """Degrees of freedom that are held, and those of an interface, which must be others."""
    fixed, wanted = held_degrees(structure, supported), held_degrees(structure, moved)
    both = np.intersect1d(fixed, wanted)
    if both.size:
        what = f"{_label(structure, both[0])} is held and is to move"
        raise ModelError([Problem(what, "interface", "the interface must be free to move")])
    if wanted.size == 0:
        raise ModelError([Problem("an interface without degrees of freedom", "interface")])
    return fixed, wanted


def _mapping(structure: Structure, degrees: np.ndarray) -> dict[str | int, list[str]]:
    found: dict[str | int, list[str]] = {}
    for node, direction in structure.degrees[degrees].tolist():
        found.setdefault(node, []).append(DIRECTIONS[direction])
    return found


def _label(structure: Structure, degree: int) -> str:
    node, direction = structure.degrees[degree].tolist()
    return f"{structure.label(node)} {LABELS[direction]}".replace("'", "")

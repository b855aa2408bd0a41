"""What a structure cannot be, and what it hardly is."""

from __future__ import annotations

import warnings

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import LinearOperator, SuperLU, eigsh

from treetop.errors import ModelError, Problem
from treetop.structures.modes.modes import checked_matrices
from treetop.structures.modes.support import symmetric_factors
from treetop.structures.structure import Structure

# Stiffness that counts as none, and the shift with which it is looked for, both beside a unit
# diagonal.
NOTHING, SHIFT = 1e-13, 1e-9
ROUND = 1e-6  # of a mass that is the same along all directions


def checked(structure: Structure) -> Structure:
    """The structure, made by others, unless it cannot be; warnings of what it hardly is."""
    checked_matrices(structure)
    without_mechanism(structure)
    for said in (
        weight_warning(structure.total_mass, structure.positions),
        _mass_warning(structure),
        _ground_warning(structure),
    ):
        if said:
            warnings.warn(said, stacklevel=4)
    return structure


def _mass_warning(structure: Structure) -> str:
    """What to say if the mass is not the same along all directions that there are."""
    motions = structure.rigid_modes(structure.positions.mean(axis=0))
    rigid = motions.T @ (structure.mass @ motions)
    masses, gyration = rigid.diagonal()[:3], rigid.diagonal()[3:].max()
    size = max(np.ptp(structure.positions, axis=0).max(), np.sqrt(gyration / masses.max()))
    present = np.array([(structure.degrees[:, 1] == k).any() for k in range(3)])
    mass = masses[present].max(initial=0.0)
    uneven = np.ptp(masses[present]) if present.any() else 0.0
    moments = rigid[3:, :3] + rigid[3:, :3].T if present.all() else np.zeros((3, 3))
    coupled = rigid[:3, :3] - np.diag(masses)
    if (
        max(uneven, abs(coupled).max()) <= ROUND * mass
        and abs(moments).max() <= ROUND * mass * size
    ):
        return ""
    along = ", ".join(f"{value:.9g}" for value in masses)
    return f"the mass is {along} kg along x, y and z: is the mass matrix whole?"


def _ground_warning(structure: Structure) -> str:
    """What to say if a motion as one piece meets resistance."""
    motions = structure.rigid_modes(structure.positions.mean(axis=0))
    force = np.abs(structure.stiffness @ motions)
    usual = abs(structure.stiffness) @ np.abs(motions)
    resisted = force.max(axis=0) > 1e-5 * np.maximum(usual.max(axis=0), 1e-300)
    if not resisted.any():
        return ""
    names = ("along x", "along y", "along z", "about x", "about y", "about z")
    ways = ", ".join(name for name, is_so in zip(names, resisted, strict=True) if is_so)
    return (
        f"the stiffness resists motion as one piece {ways}: "
        "is the structure held to the ground, or are positions in another unit than matrices?"
    )


def connected(structure: Structure) -> Structure:
    """The structure, unless its parts are not connected; modal coordinates are parts of it all."""
    node = structure.degrees[:, 0]
    pairs = structure.stiffness.tocoo()
    count = len(structure.positions)
    graph = sparse.coo_array(
        (np.ones(pairs.nnz), (node[pairs.row], node[pairs.col])), shape=(count, count)
    )
    _, part = connected_components(graph, directed=False)
    movable = np.unique(node[~structure.modal])
    sizes = np.bincount(part[movable], minlength=part.max() + 1)
    if (sizes > 0).sum() > 1:
        lost = movable[part[movable] != np.argmax(sizes)]
        what = f"nothing connects {_listed(structure, lost)} to the rest"
        raise ModelError(
            [Problem(what, "nodes", "the structure is a mechanism: add what joins them")]
        )
    return structure


def without_mechanism(structure: Structure) -> Structure:
    """The structure, unless it moves without resistance other than as one piece."""
    connected(structure)
    scale = structure.stiffness.diagonal()
    idle = scale <= 0
    if idle.any() and not _moves_as_one_piece(structure, idle):
        _mechanism(structure, structure.degrees[idle, 0])
    scale = np.where(idle, scale.max(initial=1.0), scale)
    root = sparse.diags_array(1 / np.sqrt(scale))
    K = sparse.csc_array(root @ structure.stiffness @ root)
    negative = ModelError([Problem("some displacement has negative energy", "stiffness", "K ≥ 0")])
    try:
        factors = symmetric_factors(K + SHIFT * sparse.eye_array(structure.size))
    except RuntimeError:  # a pivot of exactly zero, although it was shifted
        raise negative from None
    if (factors.U.diagonal() < 0).any():
        raise negative
    still = root @ _null(K, factors)
    rigid = structure.rigid_modes(structure.positions.mean(axis=0))
    basis, _ = np.linalg.qr(rigid / np.maximum(np.linalg.norm(rigid, axis=0), 1e-300))
    still /= np.maximum(np.linalg.norm(still, axis=0), 1e-300)
    inner = still - basis @ (basis.T @ still)
    inner = inner[:, np.linalg.norm(inner, axis=0) > 1e-3]
    if inner.shape[1]:
        moved = np.linalg.norm(inner, axis=1)
        _mechanism(structure, structure.degrees[moved > 0.3 * moved.max(), 0])
    return structure


def _moves_as_one_piece(structure: Structure, idle: np.ndarray) -> bool:
    """Whether degrees of freedom without any stiffness are all that a boundary has, which just
    determines where a structure with modal coordinates is."""
    boundary = ~structure.modal
    if not structure.modal.any() or not np.array_equal(idle, boundary):
        return False
    nothing = abs(structure.stiffness[np.flatnonzero(idle)]).sum() == 0
    rigid = structure.rigid_modes(structure.positions.mean(axis=0))[boundary]
    return bool(nothing and np.linalg.matrix_rank(rigid) == idle.sum())


def _null(K: sparse.csc_array, factors: SuperLU) -> np.ndarray:
    """Some displacements (n, k) without stiffness, k at most ten."""
    size = K.shape[0]
    if size <= 10:
        squares, shapes = np.linalg.eigh(K.toarray())
    else:
        inverse = LinearOperator(K.shape, factors.solve, dtype=float)
        start = np.random.default_rng(0).standard_normal(size)
        squares, shapes = eigsh(K, min(10, size - 1), sigma=-SHIFT, OPinv=inverse, v0=start)
    return shapes[:, squares < NOTHING]


def _mechanism(structure: Structure, nodes: np.ndarray) -> None:
    what = f"{_listed(structure, np.unique(nodes))} can move without resistance"
    hint = "the structure is a mechanism: connect what is loose"
    raise ModelError([Problem(what, "stiffness", hint)])


def _listed(structure: Structure, nodes: np.ndarray) -> str:
    shown = ", ".join(structure.label(int(node)) for node in nodes[:5])
    more = f" and {len(nodes) - 5} more" if len(nodes) > 5 else ""
    return f"node{'s' if len(nodes) > 1 else ''} {shown}{more}"


def weight_warning(mass: float, positions: np.ndarray, solid: bool = False) -> str:
    """What to say of a mass in kg that hardly belongs to these positions in m; often nothing."""
    size, across, _ = np.sort(np.ptp(positions, axis=0))[::-1]
    slender = across < 0.2 * size
    dense = not solid and mass > (2 if slender else 50) * size**3  # kg/m³ of a cube around it
    if mass > 1e6 or (mass > 1e3 and dense):
        return (
            f"the structure weighs {mass:.3g} kg, {mass / 1000:.3g} t, at a size of {size:.3g} m: "
            "are lengths and sections in m, densities in kg/m³?"
        )
    return ""


def warn_of_weight(mass: float, positions: np.ndarray, solid: bool = False) -> None:
    """Warn of a structure that weighs what it hardly can."""
    said = weight_warning(mass, positions, solid)
    if said:
        warnings.warn(said, stacklevel=3)

"""Solids of tetrahedra or hexahedra, of first or second degree; shape functions by scikit-fem.

Letters: C cells, k nodes of a cell, q places of quadrature; three degrees of freedom a node.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from scipy import sparse

from treetop.errors import ModelError, Problem
from treetop.structures.arguments import (
    array,
    counts,
    indices,
    instance,
    is_finite,
    number_problems,
    refusal,
)
from treetop.structures.checks import connected, warn_of_weight
from treetop.structures.elements.geometric_stiffness import (
    GeometricStiffness,
    element_terms,
    united,
)
from treetop.structures.elements.nodes import nearest_node
from treetop.structures.elements.sparse import numbered, sparse_assembly, symmetric
from treetop.structures.mass.points import MassPoints
from treetop.structures.recovery import Recovery
from treetop.structures.structure import Structure

# Strains xx, yy, zz, yz, zx, xy: which slopes of displacements ∂u_i/∂x_j, numbered 3 i + j, make
# them.
_STRAINS = ((0,), (4,), (8,), (5, 7), (2, 6), (1, 3))
COMPONENTS = ("xx", "yy", "zz", "yz", "zx", "xy")
# Slopes by j and l of each displacement i, the stress that multiplies them, and a factor.
_SECOND_ORDER = tuple(
    (3 * i + j, 3 * i + l, stress, 1.0 if j == l else 2.0)
    for i in range(3)
    for stress, (j, l) in enumerate(((0, 0), (1, 1), (2, 2), (1, 2), (2, 0), (0, 1)))
)
# The usual order of the corners of a hexahedron, in that of scikit-fem.
_HEXAHEDRON = [6, 2, 5, 7, 1, 3, 4, 0]


@dataclass(frozen=True)
class Material:
    """An isotropic solid: E in Pa, ν, density in kg/m³."""

    E: float
    nu: float
    density: float

    def __post_init__(self) -> None:
        wrong = number_problems("material", {"E": self.E, "density": self.density})
        if not (is_finite(self.nu) and -1 < self.nu < 0.5):
            wrong.append(Problem(f"is {self.nu!r}", "material.nu", "between -1 and 1/2"))
        if wrong:
            raise ModelError(wrong)

    def stiffness(self) -> np.ndarray:
        """Stresses (6, 6) xx, yy, zz, yz, zx, xy per strain, in Pa."""
        mu = self.E / (2 * (1 + self.nu))
        lame = self.E * self.nu / ((1 + self.nu) * (1 - 2 * self.nu))
        C = np.diag([2 * mu] * 3 + [mu] * 3)
        C[:3, :3] += lame
        return C


class _Field(NamedTuple):
    """Shape functions (k, C, q), slopes (3, k, C, q), volumes (C, q), places (3, C, q)."""

    values: np.ndarray
    slopes: np.ndarray
    volumes: np.ndarray
    places: np.ndarray


def box(size: Iterable[float], divisions: tuple[int, int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Points (p, 3) and hexahedra (C, 8) of a box from the origin to `size`, in m."""
    lengths = array(size, "box.size")
    if lengths.shape != (3,) or not (lengths > 0).all():
        raise refusal(f"is {size!r}", "box.size", "three positive lengths in m")
    each = counts(divisions, 3, "box.divisions")
    axes = [np.linspace(0, a, k + 1) for a, k in zip(lengths, each, strict=True)]
    points = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    number = np.arange(len(points)).reshape([k + 1 for k in each])
    low, high = slice(None, -1), slice(1, None)
    around = ((low, low), (high, low), (high, high), (low, high))
    corners = [number[i, j, k] for k in (low, high) for i, j in around]
    return points, np.stack(corners, axis=-1).reshape(-1, 8)


def solid_structure(
    points: Iterable[Iterable[float]],
    cells: Iterable[Iterable[int]],
    material: Material,
    *,
    degree: Literal[1, 2] = 2,
    names: Mapping[str, Iterable[float]] | None = None,
) -> Structure:
    """A solid as a `Structure`, its mass consistent.

    Parameters
    ----------
    points : array (p, 3)
        Corners of cells, in m.
    cells : integer array (C, 4) or (C, 8)
        Tetrahedra, or hexahedra with the four corners of one face in order around it and then those
        opposite to them.
    material : Material
    degree : int
        Of the displacements in a cell; for 2 the middles of edges (of faces and cells too, for
        hexahedra) become nodes. Cells of degree 1 bend much too stiffly unless there are many
        across the thickness.
    names : mapping
        Positions in m of nodes to be named: corners, or middles for degree 2.

    Nodes have no rotations of their own; `Structure.rotation` of a node is that of the material
    there, half the curl of the displacement, as the mean of the cells around.
    """
    if degree not in (1, 2):
        raise refusal(f"degree {degree}", "solid.degree", "1 or 2")
    instance(material, Material, "solid.material", "Material(E=..., nu=..., density=...)")
    if not isinstance(names or {}, Mapping):
        raise refusal(f"is {names!r}", "solid.names", "a position for each name")
    mesh, element = _mesh(array(points, "solid.points"), indices(cells, "solid.cells"), degree)
    from skfem import Basis

    hexahedra = len(element.doflocs) in (8, 27)
    enough = 4 if hexahedra else {1: 2, 2: 5}[degree]  # rules without negative weights
    basis = _sound_basis(mesh, element, enough)
    nodes, positions = basis.element_dofs.T, basis.doflocs.T
    degrees = (3 * nodes[:, :, None] + np.arange(3)).reshape(len(nodes), -1)
    n = 3 * len(positions)
    mass_points = _points(_field(basis), material.density, degrees, n)
    stiff = _field(Basis(mesh, element, intorder=4 if hexahedra and degree == 2 else 2))
    few = _field(Basis(mesh, element, intorder=2))
    at_nodes = _field(Basis(mesh, element, quadrature=_nodal_rule(element)))
    structure = Structure(
        positions=positions,
        degrees=np.stack([np.repeat(np.arange(n // 3), 3), np.tile(np.arange(3), n // 3)], axis=1),
        mass=symmetric(mass_points.mass_matrix()),
        stiffness=_stiffness(stiff, material, degrees, n),
        names={name: nearest_node(positions, name, at) for name, at in (names or {}).items()},
        points=mass_points,
        geometric=_geometric(few, material, degrees, n),
        motion=_motion(at_nodes, nodes, degrees, n),
        recoveries={"stress": _stress(mesh, element, material, degrees, n)},
        lines=_edges(mesh),
        triangles=_surface(mesh, positions),
    )
    warn_of_weight(structure.total_mass, positions, solid=True)
    return connected(structure)


def _sound_basis(mesh: Any, element: Any, order: int) -> Any:
    """A basis of cells none of which is flat or turned inside out."""
    from skfem import Basis

    try:
        basis = Basis(mesh, element, intorder=order)
    except Exception as error:
        raise refusal(f"a cell has no volume: {error}", "solid.cells", "corners apart") from None
    if not (np.sign(_determinants(basis)) == np.sign(_determinants(basis)[:, :1])).all():
        raise refusal("a cell is turned inside out", "solid.cells", "corners in the stated order")
    return basis


def _mesh(points: np.ndarray, cells: np.ndarray, degree: int) -> tuple[Any, Any]:
    from skfem import ElementHex1, ElementHex2, ElementTetP1, ElementTetP2, MeshHex, MeshTet

    if cells.ndim != 2 or cells.shape[1] not in (4, 8) or not len(cells):
        what = f"cells of shape {cells.shape}"
        raise refusal(what, "solid.cells", "wrong number of nodes: four or eight corners each")
    if points.ndim != 2 or points.shape[1] != 3 or cells.min() < 0 or cells.max() >= len(points):
        what = f"{len(points)} points for corners up to {cells.max()}"
        raise refusal(what, "solid.points", "wrong number of nodes: a position for each corner")
    used, inverse = np.unique(cells, return_inverse=True)
    renumbered = inverse.reshape(len(cells), -1).T
    corners = points[used].T
    if len(renumbered) == 4:
        return MeshTet(corners, renumbered), (ElementTetP1(), ElementTetP2())[degree - 1]
    ordered = np.ascontiguousarray(renumbered[_HEXAHEDRON])
    return MeshHex(corners, ordered), (ElementHex1(), ElementHex2())[degree - 1]


def _surface(mesh: Any, positions: np.ndarray) -> np.ndarray:
    """Triangles of corners on the boundary; the first nodes are the corners."""
    faces = mesh.facets[:, mesh.boundary_facets()].T
    if faces.shape[1] == 3:
        return faces
    # Of a face's corners, in any order, the one opposite to the first is where diagonals meet.
    a = positions[faces]
    gaps = [2 * (a[:, 0] + a[:, k]) - a.sum(axis=1) for k in (1, 2, 3)]
    opposite = 1 + np.argmin([np.linalg.norm(gap, axis=1) for gap in gaps], axis=0)
    rows = np.arange(len(faces))
    others = np.array([(2, 3), (1, 3), (1, 2)])[opposite - 1]
    first, last = faces[:, 0], faces[rows, opposite]
    halves = [np.stack([first, faces[rows, others[:, k]], last], axis=1) for k in (0, 1)]
    return np.concatenate(halves)


def _edges(mesh: Any) -> np.ndarray:
    """Sides of faces on the boundary, as pairs of corners."""
    faces = mesh.boundary_facets()
    edges = mesh.edges[:, np.unique(mesh.f2e[:, faces])]
    return np.asarray(edges.T)


def _determinants(basis: Any) -> np.ndarray:
    return basis.mapping.detDF(basis.X, tind=basis.tind)


def _field(basis: Any) -> _Field:
    functions = [function[0] for function in basis.basis]
    return _Field(
        np.array([np.broadcast_to(np.asarray(f), basis.dx.shape) for f in functions]),
        np.array([f.grad for f in functions]).swapaxes(0, 1),
        basis.dx,
        np.asarray(basis.global_coordinates()),
    )


def _nodal_rule(element: Any) -> tuple[np.ndarray, np.ndarray]:
    return element.doflocs.T, np.full(len(element.doflocs), 1.0 / len(element.doflocs))


def _gradient(field: _Field, q: int) -> np.ndarray:
    """∂u_i/∂x_j at one place (C, 9, 3 k) per degree of freedom of each cell."""
    slopes = field.slopes[:, :, :, q]  # (3, k, C)
    k, count = slopes.shape[1:]
    rows = np.zeros((count, 3, 3, k, 3))
    for i in range(3):
        rows[:, i, :, :, i] = slopes.transpose(2, 0, 1)
    return rows.reshape(count, 9, 3 * k)


def _strains(gradient: np.ndarray) -> np.ndarray:
    return np.stack([gradient[:, list(pair)].sum(axis=1) for pair in _STRAINS], axis=1)


def _points(field: _Field, density: float, degrees: np.ndarray, n: int) -> MassPoints:
    k, count, places = field.values.shape
    shape = np.einsum("kcq,ij->cqikj", field.values, np.eye(3)).reshape(count * places, 3, 3 * k)
    rows = numbered(0, count * places, 3)
    columns = np.repeat(degrees, places, axis=0)
    return MassPoints(
        density * field.volumes.ravel(),
        field.places.reshape(3, -1).T,
        sparse_assembly(shape, rows, columns, (3 * count * places, n)),
    )


def _stiffness(field: _Field, material: Material, degrees: np.ndarray, n: int) -> sparse.csr_array:
    C = material.stiffness()
    size = degrees.shape[1]
    total = np.zeros((len(degrees), size, size))
    for q in range(field.volumes.shape[1]):
        strains = _strains(_gradient(field, q))
        total += strains.transpose(0, 2, 1) @ (field.volumes[:, q, None, None] * C @ strains)
    return symmetric(sparse_assembly(total, degrees, degrees, (n, n)))


def _geometric(
    field: _Field, material: Material, degrees: np.ndarray, n: int
) -> GeometricStiffness:
    C = material.stiffness()
    parts = []
    for q in range(field.volumes.shape[1]):
        gradient = _gradient(field, q)
        stress = field.volumes[:, q, None, None] * C @ _strains(gradient)
        parts.append(element_terms(gradient, stress, _SECOND_ORDER, degrees, n))
    return united(parts)


def _motion(field: _Field, nodes: np.ndarray, degrees: np.ndarray, n: int) -> sparse.csr_array:
    """Displacements of nodes, and half the curl there, the mean over cells."""
    around = np.bincount(nodes.ravel(), minlength=n // 3)
    total = sparse.csr_array((2 * n, n))
    for q in range(nodes.shape[1]):
        gradient = _gradient(field, q)
        curl = gradient[:, [7, 2, 3]] - gradient[:, [5, 6, 1]]
        rows = 6 * nodes[:, q, None] + np.arange(3, 6)
        weighted = 0.5 * curl / around[nodes[:, q], None, None]
        total = total + sparse_assembly(weighted, rows, degrees, (2 * n, n))
    places = np.arange(n)
    entries = (6 * (places // 3) + places % 3, places)
    return sparse.csr_array(total + sparse.csr_array((np.ones(n), entries), shape=(2 * n, n)))


def _stress(mesh: Any, element: Any, material: Material, degrees: np.ndarray, n: int) -> Recovery:
    from skfem import Basis

    middle = element.doflocs.mean(axis=0)[:, None]
    field = _field(Basis(mesh, element, quadrature=(middle, np.ones(1))))
    count = len(degrees)
    rows = material.stiffness() @ _strains(_gradient(field, 0))
    matrix = sparse_assembly(rows, numbered(0, count, 6), degrees, (6 * count, n))
    return Recovery(matrix, (tuple(map(str, range(count))), COMPONENTS), "Pa")

"""Stresses of a structure by its modes, and which of them are seen at each point of its surface.

Components are those of elements: of a plate xx, yy and xy at its upper and at its lower face, of a
solid xx, yy, zz, yz, zx and xy at its middle, of a beam the bending moments at both of its ends.
They are what the modes cause; thermal strain has none in them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy import sparse

if TYPE_CHECKING:
    from treetop.structures.modes.modes import Modes
    from treetop.structures.recovery import Recovery
    from treetop.structures.structure import Structure

KINDS = ("solid", "plate", "beam")  # the first of these that a structure has
WIDTHS = {"solid": 6, "plate": 6, "beam": 4}
MAX_COMPONENTS = 300_000  # in all: a larger body has none, since they are kept in results
NEAREST = 1.01  # times the least distance: what else counts as nearest
_MOMENTS = slice(4, 6)  # of the section forces of a beam


class SurfaceStress(NamedTuple):
    """Stresses of E elements by m modes, and the elements around each of P points.

    Attributes
    ----------
    kind : str
        ``"solid"`` or ``"plate"``, in Pa; or ``"beam"``, in N m.
    components : array (m, E, c)
        Per unit of each modal coordinate.
    starts : integer array (P + 1,)
        Where the elements of each point begin in `elements`.
    elements : integer array
    """

    kind: str
    components: np.ndarray
    starts: np.ndarray
    elements: np.ndarray

    def require_fit(self, modes: int, points: int) -> None:
        """Refuse arrays that do not fit each other."""
        count = self.components.shape[1] if self.components.ndim == 3 else 0
        shape = (modes, count, WIDTHS.get(self.kind, 0))
        if self.components.shape != shape or not np.isfinite(self.components).all():
            raise ValueError(f"the components of stress should be {shape} finite numbers")
        for name, value in (("starts", self.starts), ("elements", self.elements)):
            if value.ndim != 1 or value.dtype.kind not in "iu":
                raise ValueError(f"the {name} of stress should be whole numbers")
        sound = len(self.starts) == points + 1 and (np.diff(self.starts.astype(np.int64)) > 0).all()
        if not (sound and self.starts[0] == 0 and self.starts[-1] == len(self.elements)):
            raise ValueError(f"each of {points} points should have elements")
        if not (self.elements.min() >= 0 and self.elements.max() < count):
            raise ValueError(f"the elements of stress should be of its {count}")


def surface_stress(modes: Modes, nodes: np.ndarray) -> SurfaceStress | None:
    """The stresses of a structure that moves in these modes, at points which are these nodes; none
    if it recovers none, or has very many elements."""
    found: dict[str, list[tuple[np.ndarray, sparse.csr_array]]] = {}
    for name, recovery in modes.structure.recoveries.items():
        kind = _kind(name.rpartition(".")[2], recovery)
        if kind:
            found.setdefault(kind, []).append(_elements(modes, recovery, kind))
    kind = next((kind for kind in KINDS if kind in found), "")
    if not kind or not len(nodes):
        return None
    components = np.concatenate([values for values, _ in found[kind]], axis=1)
    around = sparse.vstack([around for _, around in found[kind]]).tocsc()
    if components.size > MAX_COMPONENTS or not around.nnz:
        return None
    pieces = _pieces(around, modes.structure.positions, nodes)
    starts = np.cumsum([0, *map(len, pieces)]).astype(np.uint32)
    return SurfaceStress(kind, components.astype(np.float32), starts, np.concatenate(pieces))


def _kind(name: str, recovery: Recovery) -> str | None:
    if name == "section":
        return "beam"
    if name != "stress":
        return None
    return {2: "solid", 3: "plate"}.get(len(recovery.labels))


def _elements(modes: Modes, recovery: Recovery, kind: str) -> tuple[np.ndarray, sparse.csr_array]:
    """Components by mode and element, and which nodes are around each element."""
    count = len(recovery.labels[0])
    values = np.asarray(recovery.matrix @ modes.shapes).T.reshape(len(modes), count, -1)
    if kind == "beam":
        ends = values.reshape(len(modes), count, 2, -1)[..., _MOMENTS]
        values = ends.reshape(len(modes), count, -1)
    return values, _around(modes.structure, recovery, count)


def _around(structure: Structure, recovery: Recovery, count: int) -> sparse.csr_array:
    """Nodes that the stress of each element depends on."""
    entries = recovery.matrix.tocoo()
    elements = entries.row // (recovery.matrix.shape[0] // count)
    nodes = structure.degrees[entries.col, 0]
    shape = (count, len(structure.positions))
    return sparse.csr_array((np.ones(len(nodes)), (elements, nodes)), shape=shape)


def _pieces(around: sparse.csc_array, positions: np.ndarray, nodes: np.ndarray) -> list[np.ndarray]:
    """Elements around each of these nodes; around the nearest others where it has none, as on a
    rigid link, or at a corner on which the stress in the middle does not depend."""
    elements = np.split(around.indices.astype(np.uint32), around.indptr[1:-1])
    known = np.flatnonzero(np.diff(around.indptr))
    found = []
    for node in nodes:
        near = [node]
        if not len(elements[node]):
            away = np.linalg.norm(positions[known] - positions[node], axis=1)
            near = known[away <= NEAREST * away.min()]
        found.append(np.unique(np.concatenate([elements[k] for k in near])))
    return found

"""Loads of thermal strain: what elements that are warmed do to a structure.

A thermal strain ε + g·r, uniform and with a gradient g across an element, does the work of the
element's own forces on it: in a displacement with the axial force N and the bending moment M

    of a beam along t              ∫ N ds ε + ∫ t × M ds · g
    of a panel with the normal n   ∫ (N_xx + N_yy) dA ε + n ∫ (M_xx + M_yy) dA · g

so that a beam bends by the curvature g × t, its warm side outwards, and a panel by g.  E elements,
n degrees of freedom.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy import sparse

from treetop.structures.arguments import count as checked_count
from treetop.structures.arguments import is_finite, refusal, vector
from treetop.structures.mass.points import block_diagonal

if TYPE_CHECKING:
    from treetop.structures.structure import Structure

__all__ = ["Stretch", "ThermalLoads", "stretches", "thermal_load"]


@dataclass(frozen=True, eq=False)
class ThermalLoads:
    """Loads of thermal strain in elements, and how these turn as the structure is bent.

    Attributes
    ----------
    expansion : sparse (E, n)
        Per unit of uniform strain [N m, and N m per rad].
    gradient : sparse (3 E, n)
        Per unit of its gradient along x, y, z of the structure [N m², N m² per rad].
    rotation : sparse (3 E, n)
        The mean rotation of each element per unit of each degree of freedom.
    across : array (E, 3, 3)
        Projections on the directions across an element: those square to a beam, the normal of a
        panel.
    sizes : array (E,)
        Lengths of beams [m], areas of panels [m²].
    labels : tuple of str
        Of the elements.
    """

    expansion: sparse.csr_array
    gradient: sparse.csr_array
    rotation: sparse.csr_array
    across: np.ndarray
    sizes: np.ndarray
    labels: tuple[str, ...]

    def changed(self, change: sparse.csr_array) -> ThermalLoads:
        """Loads on other degrees of freedom, of which `change` makes the old ones."""
        each = (self.expansion, self.gradient, self.rotation)
        expansion, gradient, rotation = (sparse.csr_array(matrix @ change) for matrix in each)
        return ThermalLoads(expansion, gradient, rotation, self.across, self.sizes, self.labels)

    def turned(self, R: np.ndarray) -> ThermalLoads:
        """Loads in axes to which the matrix R leads."""
        rows = block_diagonal(np.tile(R, (len(self.sizes), 1, 1)))
        gradient, rotation = (
            sparse.csr_array(rows @ each) for each in (self.gradient, self.rotation)
        )
        across = R @ self.across @ R.T
        return ThermalLoads(self.expansion, gradient, rotation, across, self.sizes, self.labels)

    def named(self, part: str) -> ThermalLoads:
        """Loads of a part of a larger structure."""
        labels = tuple(f"{part}.{label}" for label in self.labels)
        return ThermalLoads(
            self.expansion, self.gradient, self.rotation, self.across, self.sizes, labels
        )

    def chosen(self, elements: str | Iterable[str] | None) -> np.ndarray:
        """Numbers of elements: by label, by the name of a beam or a part, or all."""
        if elements is None:
            return np.arange(len(self.labels))
        wanted = [elements] if isinstance(elements, str) else list(elements)
        found = []
        for name in wanted:
            numbers = [
                k
                for k, label in enumerate(self.labels)
                if label == name or label.startswith(f"{name}.")
            ]
            if not numbers:
                known = sorted({label.rpartition(".")[0] or label for label in self.labels})
                hint = f"there are {', '.join(known[:8])}"
                raise refusal(f"no element or beam is named {name!r}", "elements", hint)
            found += numbers
        return np.array(sorted(set(found)), dtype=int)


class Stretch(NamedTuple):
    """Elements of one temperature: loads per unit of strain (n,) and of its gradient (3, n), the
    mean rotation (3, n), and the projection (3, 3) on directions across them."""

    expansion: np.ndarray
    gradient: np.ndarray
    rotation: np.ndarray
    across: np.ndarray


def united_loads(parts: Sequence[ThermalLoads]) -> ThermalLoads:
    """Loads of several parts on the same degrees of freedom."""
    expansion, gradient, rotation = (
        sparse.csr_array(sparse.vstack([getattr(part, name) for part in parts]))
        for name in ("expansion", "gradient", "rotation")
    )
    across = np.concatenate([part.across for part in parts])
    sizes = np.concatenate([part.sizes for part in parts])
    labels = tuple(label for part in parts for label in part.labels)
    return ThermalLoads(expansion, gradient, rotation, across, sizes, labels)


def stretches(
    loads: ThermalLoads, elements: str | Iterable[str] | None = None, count: int = 1
) -> list[Stretch]:
    """Elements in order, parted into stretches of about equal size."""
    checked_count(count, "segments")
    chosen = loads.chosen(elements)
    if count > len(chosen):
        what = f"{count} segments of {len(chosen)} elements"
        raise refusal(what, "segments", f"1 to {len(chosen)}")
    sizes = loads.sizes[chosen]
    middle = (np.cumsum(sizes) - 0.5 * sizes) / sizes.sum()
    group = np.minimum((middle * count).astype(int), count - 1)
    if len(set(group.tolist())) < count:  # elements of very different sizes
        group = np.arange(len(chosen)) * count // len(chosen)
    return [_stretch(loads, chosen[group == k]) for k in range(count)]


def _stretch(loads: ThermalLoads, numbers: np.ndarray) -> Stretch:
    part = loads.sizes[numbers] / loads.sizes[numbers].sum()
    rows = (3 * numbers[:, None] + np.arange(3)).ravel()
    n = loads.expansion.shape[1]
    gradient = loads.gradient[rows].toarray().reshape(-1, 3, n)
    rotation = loads.rotation[rows].toarray().reshape(-1, 3, n)
    return Stretch(
        loads.expansion[numbers].toarray().sum(axis=0),
        gradient.sum(axis=0),
        np.einsum("e,eak->ak", part, rotation),
        np.einsum("e,eab->ab", part, loads.across[numbers]),
    )


def thermal_load(
    structure: Structure,
    strain: float = 0.0,
    gradient: Any = (0.0, 0.0, 0.0),
    elements: str | Iterable[str] | None = None,
) -> np.ndarray:
    """The load (n,) of thermal strain in a structure of beams or panels.

    Parameters
    ----------
    structure : Structure
    strain : float
        Expansion times the change of temperature.
    gradient : vector
        Of the thermal strain across the elements, in the structure's axes [1/m]: expansion times
        the difference of temperature across a boom, over its diameter, towards the warm side.
    elements : str or several, optional
        Which ones: labels, or names of beams; all of them unless said.

    Returns
    -------
    ndarray, shape (n,)
        Forces and moments on the degrees of freedom [N, N m]: what
        `treetop.flexible.modal_truncation_vectors` takes.
    """
    if not is_finite(strain):
        raise refusal(f"is {strain!r}", "strain", "a number")
    if structure.thermal is None:
        what = "loads of thermal strain are not known of it"
        raise refusal(what, "structure", "they are of structures made of BeamFrame or Shell")
    whole = stretches(structure.thermal, elements)[0]
    return strain * whole.expansion + vector(gradient, "gradient") @ whole.gradient

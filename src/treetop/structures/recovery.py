"""Forces and stresses recovered from displacements."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from treetop.structures.arguments import refusal


@dataclass(frozen=True, eq=False)
class Recovery:
    """Forces or stresses as a linear function of the displacement.

    Attributes
    ----------
    matrix : sparse (product of the lengths of labels, n)
        Rows in the order of the labels, the last the fastest.
    labels : tuple of tuples of str
        What the rows are along each dimension.
    unit : str
    """

    matrix: sparse.csr_array
    labels: tuple[tuple[str, ...], ...]
    unit: str

    def __call__(self, displacement: np.ndarray) -> np.ndarray:
        """The forces or stresses of a displacement (n,), one dimension per tuple of labels."""
        u, n = np.asarray(displacement), self.matrix.shape[1]
        if u.shape != (n,):
            raise refusal(f"is of shape {u.shape}", "displacement", f"({n},)")
        return (self.matrix @ u).reshape([len(names) for names in self.labels])

"""Mass points collected from elements and bodies, and the arms that carry them."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from treetop.structures.elements.sparse import crossed, numbered, sparse_assembly
from treetop.structures.mass.points import Arms, MassPoints, Slopes


class MassPointSet:
    """A growing set of mass points over n degrees of freedom; calls add k points or arms."""

    def __init__(self, n: int) -> None:
        self._n = n
        self._count = 0
        self._arm_count = 0
        self._masses: list[np.ndarray] = []
        self._positions: list[np.ndarray] = []
        self._shapes: list[sparse.csr_array] = []
        self._lengths: list[np.ndarray] = []
        self._rotations: list[sparse.csr_array] = []
        self._spread: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
        self._slope_count = 0
        self._slopes: list[sparse.csr_array] = []
        self._drawn: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []

    def add(
        self, masses: np.ndarray, positions: np.ndarray, shape: np.ndarray, degrees: np.ndarray
    ) -> np.ndarray:
        """Add points that move by shape (k, 3, c) of degrees (k, c); give their rows (k, 3)."""
        k = len(masses)
        rows = numbered(3 * self._count, k, 3)
        self._masses.append(masses)
        self._positions.append(positions)
        self._shapes.append(sparse_assembly(shape, numbered(0, k, 3), degrees, (3 * k, self._n)))
        self._count += k
        return rows

    def arm(self, lengths: np.ndarray, rotation: np.ndarray, degrees: np.ndarray) -> np.ndarray:
        """Add arms (k, 3) that turn by rotation (k, 3, c) of degrees (k, c); give rows (k, 3).

        Arms without length are left out: their rows are -1.
        """
        far = np.flatnonzero(lengths.any(axis=1))
        rows = np.full((len(lengths), 3), -1)
        rows[far] = numbered(3 * self._arm_count, len(far), 3)
        self._lengths.append(lengths[far])
        shape = (3 * len(far), self._n)
        self._rotations.append(
            sparse_assembly(rotation[far], numbered(0, len(far), 3), degrees[far], shape)
        )
        self._arm_count += len(far)
        return rows

    def carry(self, rows: np.ndarray, blocks: np.ndarray, arms: np.ndarray) -> None:
        """Let rows (k, 3) of points follow rows (k, c) of arms' ends by blocks (k, 3, c)."""
        self._spread.append(_entries(rows, blocks, arms))

    def slope(self, gradient: np.ndarray, degrees: np.ndarray) -> np.ndarray:
        """Add slopes (k, r, c) of degrees (k, c); give their rows (k, r)."""
        k, r, _ = gradient.shape
        rows = numbered(self._slope_count, k, r)
        self._slopes.append(sparse_assembly(gradient, numbered(0, k, r), degrees, (k * r, self._n)))
        self._slope_count += k * r
        return rows

    def draw(self, rows: np.ndarray, blocks: np.ndarray, slopes: np.ndarray) -> None:
        """Let half the squares of slopes at rows (k, r) draw points at rows (k, 3) by (k, 3, r)."""
        self._drawn.append(_entries(rows, blocks, slopes))

    def turn(
        self, lengths: np.ndarray, rotation: np.ndarray, degrees: np.ndarray, rows: np.ndarray
    ) -> None:
        """Let each of the points at rows (k, 3) be at the end of an arm of its own."""
        arms = self.arm(lengths, rotation, degrees)
        self.carry(rows, np.broadcast_to(np.eye(3), (len(rows), 3, 3)), arms)

    def ride(
        self, masses: np.ndarray, positions: np.ndarray, masters: np.ndarray, degrees: np.ndarray
    ) -> None:
        """Add points fixed to nodes at `masters` (k, 3) whose six degrees of freedom are (k, 6)."""
        d = positions - masters
        shape = np.zeros((len(d), 3, 6))
        shape[:, :, :3] = np.eye(3)
        shape[:, :, 3:] = -crossed(d)
        rows = self.add(masses, positions, shape, degrees)
        self.turn(d, np.broadcast_to(np.eye(3), (len(d), 3, 3)), degrees[:, 3:], rows)

    def points(self) -> MassPoints:
        """All points, those without mass left out."""
        masses = np.concatenate(self._masses)
        positions = np.concatenate(self._positions)
        shape = sparse.csr_array(sparse.vstack(self._shapes))
        heavy = np.flatnonzero(masses > 0)
        rows = (3 * heavy[:, None] + np.arange(3)).ravel()
        arms = slopes = None
        if self._arm_count:
            spread = self._gathered(self._spread, 3 * self._arm_count)[rows]
            rotation = sparse.csr_array(sparse.vstack(self._rotations))
            arms = Arms(np.concatenate(self._lengths), rotation, spread)
        if self._slope_count:
            spread = self._gathered(self._drawn, self._slope_count)[rows]
            slopes = Slopes(sparse.csr_array(sparse.vstack(self._slopes)), spread)
        return MassPoints(masses[heavy], positions[heavy], shape[rows], arms, slopes)

    def _gathered(
        self, entries: list[tuple[np.ndarray, np.ndarray, np.ndarray]], columns: int
    ) -> sparse.csr_array:
        values, row, column = map(np.concatenate, zip(*entries, strict=True))
        return sparse.csr_array((values, (row, column)), shape=(3 * self._count, columns))


def _entries(
    rows: np.ndarray, blocks: np.ndarray, columns: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Values, rows and columns of blocks (k, 3, c); columns of -1 are none."""
    row = np.broadcast_to(rows[:, :, None], blocks.shape)
    column = np.broadcast_to(columns[:, None, :], blocks.shape)
    found = (column >= 0) & (blocks != 0)
    return blocks[found], row[found], column[found]

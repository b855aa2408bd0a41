"""Chebyshev series in pieces: from functions to tables, and tables evaluated for many times."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from treetop.errors import ModelError, Problem

LONGEST = 1e10  # s, some three hundred years

Function = Callable[[np.ndarray], np.ndarray]  # of times (n,), to values (n, m)


class Pieces(NamedTuple):
    """A division of time into pieces of equal length."""

    start: float  # s
    length: float  # s
    total: int

    @property
    def end(self) -> float:
        """Where the last piece ends, s."""
        return self.start + self.total * self.length

    @property
    def middles(self) -> np.ndarray:
        """The times in the middle of the pieces, s."""
        return self.start + (np.arange(self.total) + 0.5) * self.length

    @property
    def grid(self) -> np.ndarray:
        """The form that kernels read."""
        return np.array([self.start, self.length, 2.0 / self.length])


def pieces_over(span: float, length: float) -> Pieces:
    """Pieces over a time from the epoch on, and one more at either end: a step of the
    integration may look beyond."""
    if not 0.0 < span < LONGEST:
        hint = f"give a time above 0 and below {LONGEST:g} s"
        raise ModelError([Problem(f"a table cannot go {span!r} s from its epoch", "span", hint)])
    return Pieces(-length, length, int(np.ceil(span / length)) + 2)


def nodes(pieces: Pieces, coefficients: int) -> np.ndarray:
    """The times at which a function has to be known: (pieces, coefficients), s."""
    x = np.cos(np.pi * (np.arange(coefficients) + 0.5) / coefficients)
    return pieces.middles[:, None] + 0.5 * pieces.length * x


def series_through(values: np.ndarray) -> np.ndarray:
    """Series from values at the nodes: (pieces, coefficients, m) both."""
    n = values.shape[1]
    k = np.arange(n)
    T = np.cos(np.pi * k[:, None] * (k + 0.5) / n) * (2.0 / n)
    T[0] *= 0.5
    return np.ascontiguousarray(np.einsum("kj,pjm->pkm", T, values))


def series_of(function: Function, pieces: Pieces, coefficients: int) -> np.ndarray:
    """Series of a function of time: (pieces, coefficients, m)."""
    times = nodes(pieces, coefficients)
    return series_through(function(times.ravel()).reshape(*times.shape, -1))


def times_covered(table: Any) -> tuple[float, float]:
    """From when to when a table of places or of a rotation holds, s from the epoch; a single
    piece, as of fixed places and uniform rotations, holds for ever."""
    count = table.series.shape[-3]
    if count == 1:
        return -math.inf, math.inf
    return float(table.grid[0]), float(table.grid[0] + count * table.grid[1])


def series_at(grid: np.ndarray, series: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Values of series (pieces, coefficients, m) at many times: (n, m)."""
    t = np.asarray(times, dtype=float)
    k = np.clip(((t - grid[0]) // grid[1]).astype(int), 0, len(series) - 1)
    x = ((t - (grid[0] + (k + 0.5) * grid[1])) * grid[2])[:, None]
    b, last = np.zeros((2, len(t), series.shape[2]))
    for j in range(series.shape[1] - 1, 0, -1):
        b, last = 2.0 * x * b + series[k, j] - last, b
    return b * x + series[k, 0] - last

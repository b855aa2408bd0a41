"""Series through functions: exact for polynomials, and of the time that they cover."""

import math

import numpy as np
import pytest

from treetop.core.environment.chebyshev import piece_at, series
from treetop.environment.chebyshev import (
    Pieces,
    nodes,
    pieces_over,
    series_at,
    series_of,
    series_through,
    times_covered,
)
from treetop.environment.ephemeris import ephemerides, fixed_places
from treetop.environment.epoch import DAY, Epoch

PIECES = Pieces(-10.0, 5.0, 4)


def cubic(t):
    return np.stack([t**3 - t, 2.0 - t * t, 0.0 * t + 1.0], axis=1)


def test_polynomials_are_met_exactly_by_kernels_and_by_arrays(rng):
    table = series_of(cubic, PIECES, 4)
    t = rng.uniform(-10.0, 10.0, size=50)
    assert series_at(PIECES.grid, table, t) == pytest.approx(cubic(t), abs=1e-12)
    for each, row in zip(t, cubic(t), strict=True):
        k, x = piece_at(PIECES.grid, PIECES.total, each)
        assert np.array(series(table[k], x)) == pytest.approx(row, abs=1e-12)


def test_series_go_through_their_nodes(rng):
    values = rng.normal(size=(4, 6, 3))
    found = series_at(PIECES.grid, series_through(values), nodes(PIECES, 6).ravel())
    assert found == pytest.approx(values.reshape(-1, 3), abs=1e-14)


def test_pieces_reach_one_beyond_the_span():
    assert pieces_over(2.5 * DAY, DAY) == Pieces(-DAY, DAY, 5)
    assert pieces_over(2.5 * DAY, DAY).end == 4 * DAY


def test_times_that_a_table_covers():
    table = ephemerides(Epoch("2025-03-20"), span=3 * DAY)
    assert times_covered(table) == (-DAY, 4 * DAY)
    assert times_covered(fixed_places({"sun": (1, 0, 0)})) == (-math.inf, math.inf)

"""Chebyshev series: Clenshaw's sum is the sum, its slope the derivative."""

import numpy as np
import pytest
from numpy.polynomial import chebyshev

from treetop.core.environment.chebyshev import piece_at, series, series_and_slope

GRID = np.array([-86400.0, 86400.0, 2.0 / 86400.0])


@pytest.mark.parametrize("count", [1, 2, 3, 9])
def test_series_and_slope_are_those_of_numpy(count, rng):
    rows = rng.normal(size=(count, 3))
    for x in rng.uniform(-1.0, 1.0, size=10):
        value, slope = series_and_slope(rows, x)
        assert np.array(value) == pytest.approx(chebyshev.chebval(x, rows), abs=1e-14)
        slopes = chebyshev.chebval(x, chebyshev.chebder(rows))
        assert np.array(slope) == pytest.approx(slopes, abs=1e-12)
        assert series(rows, x) == value


@pytest.mark.parametrize(
    ("t", "piece", "x"),
    [
        (-86400.0, 0, -1.0),
        (-43200.0, 0, 0.0),
        (0.0, 1, -1.0),
        (3 * 86400.0, 3, 1.0),  # the last piece goes on
        (3.5 * 86400.0, 3, 2.0),
        (-2 * 86400.0, 0, -3.0),
    ],
)
def test_pieces_follow_one_another_and_the_outer_ones_go_on(t, piece, x):
    assert piece_at(GRID, 4, t) == (piece, pytest.approx(x, abs=1e-15))

"""Places of bodies from a table: what was put in comes out."""

import numpy as np
import pytest

from treetop.core.environment.ephemeris import NO_EPHEMERIDES, Ephemerides, place_of


def test_a_place_is_the_polynomial_of_its_piece(rng):
    series = rng.normal(size=(2, 3, 2, 3))
    table = Ephemerides(np.array([0.0, 10.0, 0.2]), series)
    for body in range(2):
        for piece, x in ((0, -1.0), (1, 0.25), (2, 0.5)):
            t = 10.0 * piece + 5.0 + 5.0 * x
            expected = series[body, piece, 0] + x * series[body, piece, 1]
            assert np.array(place_of(table, body, t)) == pytest.approx(expected, abs=1e-15)


def test_a_table_without_bodies_is_of_the_same_form():
    assert len(NO_EPHEMERIDES.series) == 0
    assert [a.ndim for a in NO_EPHEMERIDES] == [1, 4]

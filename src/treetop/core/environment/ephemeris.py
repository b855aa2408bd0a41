"""Places of celestial bodies, from tables made before the run.

Places are seen from the centre of the planet, in inertial axes, m; t is the time of the run, s.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import kernel
from treetop.core.environment.chebyshev import piece_at, series, series_and_slope


class Ephemerides(NamedTuple):
    """Chebyshev series of the places of several bodies, all on one grid."""

    grid: np.ndarray  # (3,) first time, length of a piece, 2 / length
    series: np.ndarray  # (bodies, pieces, coefficients, 3)


NO_EPHEMERIDES = Ephemerides(np.array([0.0, 1.0, 2.0]), np.zeros((0, 1, 1, 3)))


@kernel
def place_of(ephemerides, k, t):
    """The place of body k."""
    i, x = piece_at(ephemerides.grid, ephemerides.series.shape[1], t)
    return series(ephemerides.series[k, i], x)


@kernel
def place_and_velocity(ephemerides, k, t):
    """The place of body k, and its velocity."""
    i, x = piece_at(ephemerides.grid, ephemerides.series.shape[1], t)
    place, slope = series_and_slope(ephemerides.series[k, i], x)
    return place, slope * ephemerides.grid[2]

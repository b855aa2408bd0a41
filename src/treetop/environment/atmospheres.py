"""Tables of atmospheres: density against height, exponential or tabulated, and Harris-Priester.

Splines are imported where one is needed: few models have air, and the import takes half a second.
"""

from __future__ import annotations

import math
from importlib import resources
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from treetop.core.environment.atmosphere import (
    EXPONENTIAL,
    HARRIS_PRIESTER,
    NO_AIR,
    TABULATED,
    AirTables,
)

__all__ = [
    "Figure",
    "Winds",
    "exponential_air",
    "harris_priester_air",
    "tabulated_air",
]

Between = Literal["smooth", "log-linear"]
TEMPERATURE, MOLAR_MASS = 1000.0, 0.016  # of atomic oxygen, most of the air around 400 km


class Figure(NamedTuple):
    """The ellipsoid from which heights are measured: equatorial radius, m, and flattening."""

    radius: float
    flattening: float = 0.0


class Winds(NamedTuple):
    """How the air moves.

    ``turning`` is its rotation in turns of the planet. Winds relative to that, m/s, are towards
    ``east``, ``north`` and ``up``: a number each, or one for each of the ``heights``, m.
    """

    turning: float = 1.0
    east: ArrayLike = 0.0
    north: ArrayLike = 0.0
    up: ArrayLike = 0.0
    heights: ArrayLike = (0.0,)


CALM = Winds()


def exponential_air(
    figure: Figure,
    density: float,
    height: float,
    scale: float,
    gas: tuple[float, float] = (TEMPERATURE, MOLAR_MASS),
    winds: Winds = CALM,
) -> AirTables:
    """Air whose ``density`` at a ``height`` falls exponentially by the ``scale`` height; its gas
    has a temperature, K, and a molar mass, kg/mol."""
    numbers = np.array([density, height, scale])
    return with_winds(air_of_kind(EXPONENTIAL, figure, numbers, gas), winds)


def harris_priester_air(
    figure: Figure,
    exponent: float = 4.0,
    lag: float = math.pi / 6.0,
    between: Between = "smooth",
    gas: tuple[float, float] = (TEMPERATURE, MOLAR_MASS),
    winds: Winds = CALM,
) -> AirTables:
    """Harris and Priester's air at mean solar activity.

    The exponent is 2 for low inclinations to 6 for polar orbits; the bulge lags the Sun by an
    angle, rad.
    """
    heights, least, greatest = harris_priester_densities()
    columns = [np.log(least), np.log(greatest)]
    numbers = np.array([exponent, math.cos(lag), math.sin(lag)])
    air = air_of_kind(HARRIS_PRIESTER, figure, numbers, gas)
    pieces = profile_pieces(heights, columns, between)
    return with_winds(air._replace(heights=heights, pieces=pieces), winds)


def tabulated_air(
    figure: Figure,
    heights: ArrayLike,
    densities: ArrayLike,
    temperatures: ArrayLike = TEMPERATURE,
    molar_masses: ArrayLike = MOLAR_MASS,
    between: Between = "smooth",
    winds: Winds = CALM,
) -> AirTables:
    """Air whose density, temperature and molar mass are given at heights, m; temperature and molar
    mass also by one number. Below and above, the density goes on exponentially."""
    at = np.array(heights, dtype=float)
    columns = [np.log(np.asarray(densities, dtype=float))]
    for values in (temperatures, molar_masses):
        columns.append(np.broadcast_to(np.asarray(values, dtype=float), at.shape))
    air = air_of_kind(TABULATED, figure, np.zeros(3), (TEMPERATURE, MOLAR_MASS))
    pieces = profile_pieces(at, columns, between)
    pieces[[0, -1], 1:, 1:] = 0.0  # temperatures that went on would become negative
    return with_winds(air._replace(heights=at, pieces=pieces), winds)


def harris_priester_densities() -> tuple[NDArray, NDArray, NDArray]:
    """Heights, m, with the densities against and at the apex of the bulge, kg/m³."""
    data = resources.files("treetop.environment") / "data" / "atmosphere" / "harris_priester.csv"
    lines = data.read_text("utf-8").splitlines()[1:]
    rows = np.array([line.split(",") for line in lines], dtype=float)
    return rows[:, 0] * 1000.0, rows[:, 1], rows[:, 2]


def profile_pieces(heights: NDArray, columns: list[NDArray], between: Between) -> NDArray:
    """Cubics between heights for each column, and straight lines beyond the ends.

    Smooth ones have continuous second derivatives, unless such a curve would turn where the
    numbers do not: then first derivatives are continuous.
    """
    pieces = np.zeros((heights.size + 1, len(columns), 4))
    for k, values in enumerate(columns):
        inner = _linear(heights, values) if between == "log-linear" else _smooth(heights, values)
        pieces[1:-1, k] = inner[::-1].T
        step, last = heights[-1] - heights[-2], pieces[-2, k]
        slope = last[1] + step * (2.0 * last[2] + 3.0 * step * last[3])
        pieces[0, k, :2] = values[0], pieces[1, k, 1]
        pieces[-1, k, :2] = values[-1], slope
    return pieces


def _linear(heights: NDArray, values: NDArray) -> NDArray:
    slopes = np.diff(values) / np.diff(heights)
    return np.array([np.zeros_like(slopes), np.zeros_like(slopes), slopes, values[:-1]])


def _smooth(heights: NDArray, values: NDArray) -> NDArray:
    from scipy.interpolate import CubicSpline, PchipInterpolator

    if heights.size < 3:
        return _linear(heights, values)

    spline = CubicSpline(heights, values)
    inside = heights[:-1] + np.diff(heights) * np.linspace(0.0, 1.0, 21)[:, None]
    slopes, rises = spline(inside, 1), np.diff(values)
    turns = np.any(slopes * np.sign(rises) < 0.0) or np.any(slopes[:, rises == 0.0] != 0.0)
    return PchipInterpolator(heights, values).c if turns else spline.c


def air_of_kind(kind: int, figure: Figure, numbers: NDArray, gas: tuple[float, float]) -> AirTables:
    """An atmosphere with its numbers; tables are still to be filled in."""
    return NO_AIR._replace(
        kind=np.array([kind], dtype=np.int64),
        figure=np.array(figure, dtype=float),
        numbers=numbers,
        gas=np.array(gas, dtype=float),
    )


def with_winds(air: AirTables, winds: Winds) -> AirTables:
    """An atmosphere that moves."""
    air = air._replace(turning=np.array([float(winds.turning)]))
    towards = [np.asarray(x, dtype=float) for x in (winds.east, winds.north, winds.up)]
    if not any(np.any(x != 0.0) for x in towards):
        return air
    heights = np.array(winds.heights, dtype=float)
    columns = [np.broadcast_to(x, heights.shape) for x in towards]
    pieces = np.zeros((heights.size + 1, 3, 4))
    if heights.size > 1:
        pieces = profile_pieces(heights, columns, "smooth")
    pieces[0, :, 0], pieces[-1, :, 0] = [x[0] for x in columns], [x[-1] for x in columns]
    pieces[[0, -1], :, 1:] = 0.0  # beyond the table, winds are those at its ends
    return air._replace(wind_heights=heights, wind=pieces)

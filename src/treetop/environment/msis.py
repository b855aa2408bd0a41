"""Air of NRLMSISE-00 and NRLMSIS 2, tabulated before a run by the package pymsis."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from treetop.core.environment.atmosphere import GRID, AirTables
from treetop.environment.atmospheres import (
    CALM,
    MOLAR_MASS,
    TEMPERATURE,
    Figure,
    Winds,
    air_of_kind,
    with_winds,
)
from treetop.errors import ModelError, Problem

__all__ = ["Activity", "Nodes", "msis_air"]

AVOGADRO = 6.02214076e23  # 1/mol
VERSIONS = ("0", "2.0", "2.1")
_DENSITY, _SPECIES, _TEMPERATURE = 0, slice(1, 10), 10  # columns that pymsis returns


class Activity(NamedTuple):
    """Activity of the Sun and of the magnetic field: 10.7 cm flux of the day before and mean of 81
    days, both in 1e-22 W/m²/Hz, and the magnetic index ap of the day, or its seven values."""

    f107: float = 150.0
    f107a: float = 150.0
    ap: float | Sequence[float] = 4.0


MODERATE = Activity()


class Nodes(NamedTuple):
    """Where air is tabulated: from ``lowest`` to ``highest``, m, and steps in height, m, latitude
    and local time, both rad, and time, s."""

    lowest: float = 150e3
    highest: float = 1000e3
    height: float = 10e3
    latitude: float = math.radians(10.0)
    local_time: float = math.radians(15.0)
    time: float = 7200.0


EVERYWHERE = Nodes()


def msis_air(
    figure: Figure,
    start: np.datetime64,
    duration: float,
    activity: Activity = MODERATE,
    version: str = "2.1",
    nodes: Nodes = EVERYWHERE,
    winds: Winds = CALM,
) -> AirTables:
    """The table of MSIS air from ``start``, universal time, for a duration, s."""
    times = nodes.time * np.arange(max(math.ceil(duration / nodes.time) + 1, 4))
    count = max(math.ceil((nodes.highest - nodes.lowest) / nodes.height) + 1, 4)
    heights = np.linspace(nodes.lowest, nodes.highest, count)
    latitudes = np.linspace(-0.5, 0.5, 2 * round(0.5 * math.pi / nodes.latitude) + 1) * math.pi
    hours = 2 * round(math.pi / nodes.local_time)  # an even number: opposite ones meet at the poles
    local = np.arange(hours) * 2.0 * math.pi / hours
    midnight = start.astype("datetime64[D]")
    turned = 2.0 * math.pi * float((start - midnight) / np.timedelta64(1, "D"))
    values = np.array(
        [
            _gas(start, t, local - turned - 2.0 * math.pi * t / 86400.0, latitudes, heights,
                 activity, version)
            for t in times
        ]
    )  # fmt: skip
    log_density = values[..., 0]
    falls = [log_density[:, k] - log_density[:, k + 1] for k in (0, -2)]
    scales = [(heights[1] - heights[0]) / np.mean(fall) for fall in falls]
    steps = [(0.0, times[1]), (heights[0], heights[1] - heights[0])]
    steps += [(latitudes[0], latitudes[1] - latitudes[0]), (0.0, local[1])]
    air = air_of_kind(GRID, figure, np.array([turned, *scales]), (TEMPERATURE, MOLAR_MASS))
    return with_winds(air._replace(axes=np.array(steps), grid=spline_coefficients(values)), winds)


def _gas(
    start: np.datetime64,
    t: float,
    longitudes: NDArray,
    latitudes: NDArray,
    heights: NDArray,
    activity: Activity,
    version: str,
) -> NDArray:
    """Logarithm of density, temperature and molar mass, by height, latitude and longitude."""
    at = [x.ravel() for x in np.meshgrid(heights, latitudes, longitudes, indexing="ij")]
    count = at[0].size
    found = _package().calculate(
        np.full(count, start + np.timedelta64(round(t * 1e3), "ms")),
        *(np.degrees(at[2]) % 360.0, np.degrees(at[1]), at[0] * 1e-3),
        *(np.full(count, activity.f107), np.full(count, activity.f107a)),
        np.broadcast_to(np.asarray(activity.ap, dtype=float), (count, 7)),
        version=version,
    )
    found = found.astype(float).reshape(heights.size, latitudes.size, longitudes.size, -1)
    molecules = np.nansum(found[..., _SPECIES], axis=-1)
    density = found[..., _DENSITY]
    mass = density * AVOGADRO / molecules
    return np.stack([np.log(density), found[..., _TEMPERATURE], mass], axis=-1)


def _package() -> Any:
    try:
        import pymsis
    except ImportError:
        what = "MSIS air needs the package pymsis, which is not installed"
        hint = "install it by: pip install 'treetop[atmosphere]'"
        raise ModelError([Problem(what, "environment.atmosphere", hint)]) from None
    return pymsis


def spline_coefficients(values: NDArray) -> NDArray:
    """Coefficients of cubic B-splines through values by time, height, latitude and local time.

    Over a pole a meridian goes on as that of the opposite local time.
    """
    opposite = np.roll(values, values.shape[3] // 2, axis=3)
    circle = np.concatenate([values, opposite[:, :, -2:0:-1]], axis=2)
    result = _periodic(circle, 2)[:, :, : values.shape[2] + 2]
    for axis, solve in ((3, _periodic), (1, _open), (0, _open)):
        result = solve(result, axis)
    return np.ascontiguousarray(result)


def _periodic(values: NDArray, axis: int) -> NDArray:
    """Coefficients from one node before the first to two behind the last."""
    count = values.shape[axis]
    unit = np.eye(count)
    matrix = (4.0 * unit + np.roll(unit, 1, axis=0) + np.roll(unit, -1, axis=0)) / 6.0
    inner = _solved(matrix, values, axis)
    return np.take(inner, np.arange(-1, count + 2) % count, axis=axis)


def _open(values: NDArray, axis: int) -> NDArray:
    """Coefficients from one node before the first to one behind the last; at the second node and
    the last but one third derivatives do not jump."""
    count = values.shape[axis]
    matrix = np.zeros((count + 2, count + 2))
    for k in range(count):
        matrix[k, k : k + 3] = 1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0
    matrix[count, :5] = matrix[count + 1, -5:] = 1.0, -4.0, 6.0, -4.0, 1.0
    more = np.zeros([2 if k == axis else n for k, n in enumerate(values.shape)])
    return _solved(matrix, np.concatenate([values, more], axis=axis), axis)


def _solved(matrix: NDArray, values: NDArray, axis: int) -> NDArray:
    return np.moveaxis(np.tensordot(np.linalg.inv(matrix), values, axes=(1, axis)), 0, axis)

"""The table of an atmosphere, from its description."""

from __future__ import annotations

from typing import Any

import numpy as np

from treetop.core.environment.atmosphere import NO_AIR, AirTables
from treetop.environment.atmospheres import (
    Figure,
    Winds,
    exponential_air,
    harris_priester_air,
    tabulated_air,
)
from treetop.environment.msis import EVERYWHERE, Activity, msis_air
from treetop.model.environment.atmosphere import (
    MSIS,
    ExponentialAtmosphere,
    HarrisPriester,
    TabulatedAtmosphere,
)

MODIFIED = 2400000.5  # Julian date at which modified ones begin


def air_table(planet: Any, epoch: Any) -> AirTables:
    """The table of the atmosphere of a planet, in a run from an epoch; this may be None where the
    atmosphere does not depend on the date."""
    atmosphere = planet.atmosphere
    if atmosphere is None:
        return NO_AIR
    figure, winds = Figure(planet.radius, planet.flattening), _winds(atmosphere)
    match atmosphere:
        case ExponentialAtmosphere():
            gas = atmosphere.temperature, atmosphere.molar_mass
            numbers = atmosphere.density, atmosphere.height, atmosphere.scale_height
            return exponential_air(figure, *numbers, gas, winds)
        case HarrisPriester():
            gas = atmosphere.temperature, atmosphere.molar_mass
            return harris_priester_air(
                figure, atmosphere.exponent, atmosphere.lag, atmosphere.between, gas, winds
            )
        case TabulatedAtmosphere():
            columns = (
                atmosphere.heights,
                atmosphere.density,
                atmosphere.temperature,
                atmosphere.molar_mass,
            )
            return tabulated_air(figure, *columns, atmosphere.between, winds)
        case MSIS():
            f107a = atmosphere.f107 if atmosphere.f107a is None else atmosphere.f107a
            nodes = EVERYWHERE._replace(lowest=atmosphere.lowest, highest=atmosphere.highest)
            activity = Activity(atmosphere.f107, f107a, atmosphere.ap)
            start = _universal(epoch)
            return msis_air(
                figure, start, atmosphere.duration, activity, atmosphere.version, nodes, winds
            )
    raise TypeError(f"{atmosphere!r} is no atmosphere")


def _universal(epoch: Any) -> np.datetime64:
    """Universal time at an epoch, to a millisecond."""
    days, part = epoch.jd("UTC")
    passed = round(((days - MODIFIED) + part) * 86400e3)
    return np.datetime64("1858-11-17T00:00:00.000") + np.timedelta64(passed, "ms")


def _winds(atmosphere: Any) -> Winds:
    wind = np.array(atmosphere.wind, dtype=float)
    if wind.ndim == 1:
        return Winds(atmosphere.rotation, *wind)
    heights, east, north, up = wind.T
    return Winds(atmosphere.rotation, east, north, up, heights)

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
    own = planet.atmosphere
    if own is None:
        return NO_AIR
    figure, winds = Figure(planet.radius, planet.flattening), _winds(own)
    match own:
        case ExponentialAtmosphere():
            gas = own.temperature, own.molar_mass
            numbers = own.density, own.height, own.scale_height
            return exponential_air(figure, *numbers, gas, winds)
        case HarrisPriester():
            gas = own.temperature, own.molar_mass
            return harris_priester_air(figure, own.exponent, own.lag, own.between, gas, winds)
        case TabulatedAtmosphere():
            columns = own.heights, own.density, own.temperature, own.molar_mass
            return tabulated_air(figure, *columns, own.between, winds)
        case MSIS():
            f107a = own.f107 if own.f107a is None else own.f107a
            nodes = EVERYWHERE._replace(lowest=own.lowest, highest=own.highest)
            activity = Activity(own.f107, f107a, own.ap)
            start = _universal(epoch)
            return msis_air(figure, start, own.duration, activity, own.version, nodes, winds)
    raise TypeError(f"{own!r} is no atmosphere")


def _universal(epoch: Any) -> np.datetime64:
    """Universal time at an epoch, to a millisecond."""
    days, part = epoch.jd("UTC")
    passed = round(((days - MODIFIED) + part) * 86400e3)
    return np.datetime64("1858-11-17T00:00:00.000") + np.timedelta64(passed, "ms")


def _winds(atmosphere: Any) -> Winds:
    given = np.array(atmosphere.wind, dtype=float)
    if given.ndim == 1:
        return Winds(atmosphere.rotation, *given)
    heights, east, north, up = given.T
    return Winds(atmosphere.rotation, east, north, up, heights)

"""Derivatives of the quantities of a result by numbers of its model."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np
import xarray as xr

from treetop.errors import ModelError, TreetopError
from treetop.model.specification import unknown
from treetop.results.lookup import history
from treetop.system.fields import FIELDS

if TYPE_CHECKING:
    from treetop.results.run import Run

BEFORE = "sensitivity_"  # the names of variables
PARAMETER, UNIT, SIZE = "parameter", "parameter_unit", "parameter_size"
OF_EVENTS = "sensitivity_event_time"
ERROR = "error_of_sensitivity_"
SMALL_ERROR = 0.01  # part of a derivative, from which on its error is worth a word
RESOLVED = 1e-8  # part of a quantity, by which a number of its own size changes it
ORIGIN = "origin"  # from where positions are kept: all copies have that of the run


class Derivatives(NamedTuple):
    """Derivatives of all quantities by some numbers: parameters, then time, in front."""

    names: list[str]
    units: list[str]
    sizes: np.ndarray
    histories: dict[str, np.ndarray]
    errors: dict[str, np.ndarray]  # of histories, the greatest over time
    event_times: np.ndarray  # (parameters, entries of the log)


def with_derivatives(run: Run, found: Derivatives) -> None:
    """Write derivatives into the data of a run."""
    variables = {}
    for name, values in found.histories.items():
        if name in run.data and name != ORIGIN and values.dtype.kind == "f":
            dims = FIELDS[name].dims
            variables[f"{BEFORE}{name}"] = (PARAMETER, "time", *dims), values
            variables[f"{ERROR}{name}"] = (PARAMETER, *dims), found.errors[name]
    coords = {
        PARAMETER: found.names,
        UNIT: (PARAMETER, found.units),
        SIZE: (PARAMETER, found.sizes),
    }
    events = {OF_EVENTS: ((PARAMETER, "event_entry"), found.event_times)}
    run.data = run.data.assign(variables | events).assign_coords(coords)


def sensitivity(run: Run, quantity: str, to: str) -> xr.DataArray:
    """The derivative of the history of a quantity, see `Run.sensitivity`."""
    nominal = run[quantity]
    k, place = _number(run, to), run.places[quantity]
    if f"{BEFORE}{place.variable}" not in run.data:
        what = f"'{quantity}' of {run!r} is no quantity of the motion"
        raise TreetopError(f"{what}: it has no sensitivities (name another)")
    values = run.data.variables[f"{BEFORE}{place.variable}"].isel({PARAMETER: k})
    found = history(run.data.assign({place.variable: values}), place)
    _warn_of_error(run, quantity, to, found)
    unit = _per(str(nominal.attrs.get("units", "1")), _unit(run, k))
    return found.assign_attrs(units=unit, long_name=f"derivative of {quantity} by {to}")


def _warn_of_error(run: Run, quantity: str, to: str, found: xr.DataArray) -> None:
    """Say so if a derivative is not much more than the error of the differences that it is from."""
    k, place = _number(run, to), run.places[quantity]
    values = run.data.variables[f"{ERROR}{place.variable}"].isel({PARAMETER: k})
    in_time = values.set_dims({"time": run.data.sizes["time"], **values.sizes})
    error = float(history(run.data.assign({place.variable: in_time}), place).max())
    largest, size = float(np.abs(found).max()), float(run.data.variables[SIZE].values[k])
    resolved = RESOLVED * float(np.abs(run[quantity]).max())
    if error > SMALL_ERROR * largest and error * size > resolved:
        what = f"the derivative of '{quantity}' by '{to}' is uncertain by {error:.2g}"
        text = f"{what}, with values up to {largest:.2g}: the quantity is rounded by so much"
        warnings.warn(text, stacklevel=4)  # at the call of `Run.sensitivity`


def event_sensitivity(run: Run, event: str, to: str) -> xr.DataArray:
    """Derivatives of the times of an event, see `Run.event_sensitivity`."""
    known = dict.fromkeys(entry.event for entry in run.events)
    if event not in known:
        raise ModelError([unknown("event", event, known, "in this run")])
    k = _number(run, to)
    rows = [i for i, entry in enumerate(run.events) if entry.event == event]
    values = run.data.variables[OF_EVENTS].values[k, rows]
    times = [run.events[i].time for i in rows]
    attrs = {"units": _per("s", _unit(run, k))}
    return xr.DataArray(values, {"event_time": times}, ["event_time"], attrs=attrs)


def _number(run: Run, to: str) -> int:
    """Which of the numbers is meant."""
    if PARAMETER not in run.data.coords:
        hint = f"simulate with sensitivities=[{to!r}]"
        raise TreetopError(f"{run!r} has no sensitivities ({hint})")
    names: Iterable[str] = run.data.variables[PARAMETER].values.tolist()
    known = list(names)
    if to not in known:
        raise ModelError([unknown("parameter", to, known, "in this run")])
    return known.index(to)


def _unit(run: Run, k: int) -> str:
    return str(run.data.variables[UNIT].values[k])


def _per(unit: str, other: str) -> str:
    """The unit of a quotient."""
    unit = unit or "1"
    if other in ("", "1"):
        return unit
    return f"{unit}/({other})" if any(x in other for x in "*/") else f"{unit}/{other}"


class SensitivityViews:
    """What a run says of its derivatives."""

    def sensitivity(self, quantity: str, to: str) -> xr.DataArray:
        """The derivative of the history of a quantity by a number of the model, at fixed times.

        Parameters
        ----------
        quantity : str
            As in ``run[quantity]``.
        to : str
            One of the paths that `treetop.simulate` was given as `sensitivities`.

        Examples
        --------
        >>> run.sensitivity("boom.slide", to="bodies.tug.mass")     # doctest: +SKIP
        """
        return sensitivity(cast("Run", self), quantity, to)

    def event_sensitivity(self, event: str, to: str) -> xr.DataArray:
        """Derivatives of the times of an event, each time it happened, by a number of the model."""
        return event_sensitivity(cast("Run", self), event, to)

"""Measured histories: arrays, labelled arrays, tables and CSV files."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from treetop.errors import TreetopError
from treetop.files import content_of, refusal_of
from treetop.model import units


class Measurement(NamedTuple):
    """What was measured of a quantity, SI."""

    quantity: str
    times: np.ndarray  # (n,)
    values: np.ndarray  # (n, ...)
    unit: str  # "" where it is that of the quantity


def measurements_of(data: Any) -> list[Measurement]:
    """Measurements from a mapping of quantities, a table with a column `time`, or a CSV file."""
    if isinstance(data, (str, os.PathLike)):
        data = _columns(data)
    if hasattr(data, "data_vars"):
        data = {str(name): data[name] for name in data.data_vars}
    elif hasattr(data, "columns"):
        data = {str(name): np.asarray(data[name]) for name in data.columns}
    if not isinstance(data, Mapping) or not data:
        hint = "give a mapping of quantities, a table with a column 'time', or a CSV file"
        raise TreetopError(f"there are no measurements in what was given ({hint})")
    shared = next((key for key in data if _name_and_unit(key)[0] == "time"), None)
    common = None
    if shared is not None:
        factor = factor_to(_name_and_unit(shared)[1], "s", "time")
        common = factor * _numbers("time", data[shared])
    found = []
    for key, value in data.items():
        if key == shared:
            continue
        name, unit = _name_and_unit(key)
        times, values, own = _history(name, value, common)
        found.append(_checked(name, times, values, unit or own))
    return found


def _columns(path: str | os.PathLike[str]) -> dict[str, np.ndarray]:
    """Columns of a CSV file with a head: ``time, hinge.angle [deg]``."""
    refusal = refusal_of(path, "give a table with a head such as time,hinge.angle")
    text = content_of(path, refusal).decode("utf-8", "replace")
    rows = [row for row in csv.reader(io.StringIO(text)) if row and not row[0].startswith("#")]
    if len(rows) < 2 or len({len(row) for row in rows}) != 1:
        hint = "give a head such as time,hinge.angle, and as many numbers in each row"
        raise TreetopError(f"{os.fspath(path)} is not a table ({hint})")
    try:
        numbers = np.array(rows[1:], dtype=float)
    except ValueError as error:
        raise TreetopError(f"{os.fspath(path)} has something else than numbers: {error}") from None
    return dict(zip((head.strip() for head in rows[0]), numbers.T, strict=True))


def _name_and_unit(head: str) -> tuple[str, str]:
    """``hinge.angle [deg]``: a name, and a unit if there is one."""
    name, _, rest = head.partition("[")
    return name.strip(), rest.rstrip("] ").strip()


def _history(name: str, value: Any, shared: Any) -> tuple[Any, Any, str]:
    """Times, values and unit of what was given for one quantity."""
    if hasattr(value, "coords"):
        if "time" not in value.coords:
            raise TreetopError(f"the data of '{name}' have no times (give a coordinate 'time')")
        moved = value.transpose("time", ...)
        return moved["time"].values, moved.values, str(moved.attrs.get("units", ""))
    if shared is not None:
        return shared, value, ""
    if isinstance(value, (tuple, list)) and len(value) == 2:
        return value[0], value[1], ""
    raise TreetopError(f"the data of '{name}' have no times (give times and values)")


def _checked(name: str, times: Any, values: Any, unit: str) -> Measurement:
    t, y = _numbers(name, times), _numbers(name, values)
    if t.ndim != 1 or not t.size or y.shape[:1] != t.shape:
        raise TreetopError(f"the data of '{name}' are not one value for each time")
    wrong = ~np.isfinite(t) | ~np.isfinite(y.reshape(t.size, -1)).all(axis=1)
    if wrong.any():
        k = int(np.argmax(wrong))
        hint = "leave such samples out"
        raise TreetopError(f"the data of '{name}' have no number in sample {k} ({hint})")
    order = np.argsort(t, kind="stable")
    return Measurement(name, t[order], y[order], unit)


def _numbers(name: str, given: Any) -> np.ndarray:
    try:
        return np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        raise TreetopError(f"the data of '{name}' are not numbers") from None


def factor_to(unit: str, wanted: str, name: str) -> float:
    """How many of the units of a quantity one unit of its data is."""
    if not unit:
        return 1.0
    try:
        return units.factor(unit, wanted or "1")
    except units.WrongDimension:
        what = f"the unit {unit} of the data of '{name}' does not fit"
        raise TreetopError(f"{what} (it is in {wanted or '1'})") from None
    except units.UnknownUnit:
        raise TreetopError(f"the unit {unit} of the data of '{name}' is not known") from None

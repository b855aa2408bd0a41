"""The file of a result, read; whatever else it may be is refused in words."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Hashable, Iterable
from functools import partial
from numbers import Real
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import xarray as xr

from treetop.errors import TreetopError
from treetop.files import is_sealed, opened
from treetop.files.hdf5 import require_plain
from treetop.files.seal import DAMAGED
from treetop.model.run.options import settings_from
from treetop.results.attachments import files_in
from treetop.results.events import record_from, require_fitting
from treetop.system.fields import FIELDS, LATER, OF_CONSTRAINTS, OF_EQUATIONS, OF_FORCES

KIND = "treetop result "
FORMAT = f"{KIND}1"
SYMBOLIC = "symbolic"  # the formulation of equations that the user gave, without a model
ATTRIBUTES = {
    "title": str,
    "outcome": str,
    "created": str,
    "model": str,
    "formulation": str,
    "start_time": Real,
    "settings": str,
    "statistics": str,
}
SEALED = "sealed"  # the attribute of a file that has a seal at its end
RECORDED = {"settings", "statistics", "events", "versions"}  # attributes, in JSON


def read_result(path: str | os.PathLike) -> tuple[xr.Dataset, dict[str, bytes]]:
    """The data of a result, and the files that it holds beside, by name."""
    refusal = partial(_damaged, path)
    with opened(path, refusal) as content:
        _require_no_model(Path(path))
        whole = is_sealed(content, refusal)
        # h5netcdf would speak of its own troubles with a file that HDF5 cannot open.
        with h5py.File(content, "r") as file:
            _require_format(path, file.attrs.get("format"))
            if SEALED in file.attrs and not whole:
                raise refusal(DAMAGED)
            require_plain(file, os.fstat(content.fileno()).st_size, refusal)
            files = files_in(file)
        # Times stay numbers.
        data = xr.load_dataset(content, engine="h5netcdf", decode_times=False, phony_dims="access")
        data.attrs.pop(SEALED, None)
        _require_whole(path, data)
    return data, files


def _require_no_model(path: Path) -> None:
    if path.suffix.lower() in (".yaml", ".yml"):
        hint = f"run it first: treetop run {path}, which writes {path.stem}.nc"
        raise TreetopError(f"{path}: is a model, not a result ({hint})")


def _require_format(path: str | os.PathLike, form: Any) -> None:
    if isinstance(form, str) and form == FORMAT:
        return
    if isinstance(form, str) and form.startswith(KIND):
        hint = "use the version of Treetop that wrote it, or run its model again with this one"
        raise TreetopError(f"{path}: is a {form!r}, and this version reads {FORMAT!r} ({hint})")
    raise TreetopError(f"{path}: is not a result of Treetop ({FORMAT!r} is expected inside)")


def _require_whole(path: str | os.PathLike, data: xr.Dataset) -> None:
    """Refuse a result that lacks what every result has."""
    _require_all(path, ATTRIBUTES, data.attrs)
    for name, kind in ATTRIBUTES.items():
        if not isinstance(data.attrs[name], kind):
            raise _damaged(path, f"its {name} is damaged")
    _require_all(path, _variables(data), data.variables)
    dims = {name: ("time", *field.dims) for name, field in FIELDS.items()}
    dims |= {"time": ("time",), "start": ("entry",), "end": ("entry",)}
    for name in dims.keys() & data.variables.keys():
        if data[name].dims != dims[name] or data[name].dtype.kind != "f":
            raise _damaged(path, f"its {name} does not have the shape that it should")
    for variable, table in data.variables.items():
        if table.dtype.kind == "f" and not np.isfinite(table.values).all():
            raise _damaged(path, f"its {variable} holds values that are not finite")
    for name in RECORDED & data.attrs.keys():
        try:
            _require_records(name, json.loads(data.attrs[name]))
        except (TypeError, ValueError, KeyError):
            raise _damaged(path, f"its {name} are damaged") from None


def _require_records(name: str, records: Any) -> None:
    """Refuse what readers of a result could not use; a setting that is wrong is a `ModelError`,
    and so a ValueError."""
    if name == "events":
        for entry in records:
            require_fitting(record_from(entry))
        return
    values = dict(**records)
    if name == "settings":
        values["duration"]
        settings_from(values, lenient=True)
    if name == "statistics":
        float(values.get("wall_time", 0.0))


def _require_all(
    path: str | os.PathLike, names: Iterable[str], there: Collection[Hashable]
) -> None:
    lacking = [name for name in names if name not in there]
    if lacking:
        raise _damaged(path, f"it lacks {', '.join(lacking)}")


def _variables(data: xr.Dataset) -> list[str]:
    """The variables that a result of this kind has in any case."""
    some = OF_EQUATIONS | OF_CONSTRAINTS | OF_FORCES | LATER
    of_equations = data.attrs["formulation"] == SYMBOLIC
    always = ["coordinates", "speeds"] if of_equations else [n for n in FIELDS if n not in some]
    return ["time", *always]


def _damaged(path: str | os.PathLike, why: str) -> TreetopError:
    why = why.removeprefix("cannot be read: ")
    return TreetopError(f"{path}: cannot be read as a result: {why}")

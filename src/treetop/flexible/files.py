"""Structures in files, NumPy's ``.npz`` or NetCDF's ``.nc``: one layout, nothing in them is run."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from treetop.errors import ModelError, Problem
from treetop.files import require_writable, write_whole, writing
from treetop.flexible.arrays import structure_arrays, structure_of_arrays
from treetop.flexible.checks import checked
from treetop.flexible.given import instance
from treetop.flexible.structure import Structure

if TYPE_CHECKING:
    Place = str | os.PathLike[str]


def save_structure(structure: Structure, path: Place) -> None:
    """Write a structure to a file whose name ends in ``.npz`` or ``.nc``."""
    hint = "a structure; bodies with their modes are saved by save_reduced"
    arrays = structure_arrays(instance(structure, Structure, "structure", hint))
    if _kind(path) == ".nc":
        require_writable(path)
        _write_netcdf(arrays, path)
        return
    content = io.BytesIO()
    np.savez_compressed(content, **arrays)  # type: ignore[arg-type]
    write_whole(path, content.getbuffer())


def load_structure(path: Place) -> Structure:
    """Read a structure from a file whose name ends in ``.npz`` or ``.nc``, and look it over."""
    if not Path(path).is_file():
        raise _error(path, "there is no such file", "a .npz or .nc file")
    arrays = _read_netcdf(path) if _kind(path) == ".nc" else _read_npz(path)
    try:
        return checked(structure_of_arrays(arrays))
    except ModelError as error:
        raise ModelError(p._replace(file=str(path)) for p in error.problems) from None


def _kind(path: Place) -> str:
    suffix = Path(path).suffix.lower()
    if suffix not in (".npz", ".nc"):
        raise _error(path, f"unknown ending {suffix!r}", ".npz or .nc")
    return suffix


def _read_npz(path: Place) -> dict[str, np.ndarray]:
    try:
        with np.load(path, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except (ValueError, zipfile.BadZipFile, EOFError, OSError) as error:
        hint = "arrays of numbers and texts, as numpy.savez writes them"
        raise _error(path, f"cannot be read: {error}", hint) from None


def _write_netcdf(arrays: dict[str, np.ndarray], path: Place) -> None:
    import xarray as xr

    variables = {
        name: ([f"{name}_{k}" for k in range(value.ndim)], value)
        for name, value in arrays.items()
        if value.size  # a dimension of no length would be one without end
    }
    with writing(path):
        xr.Dataset(variables).to_netcdf(path, engine="h5netcdf")


def _read_netcdf(path: Place) -> dict[str, np.ndarray]:
    import xarray as xr

    try:
        with xr.open_dataset(path, engine="h5netcdf", decode_cf=False) as file:
            return {str(name): value.values for name, value in file.data_vars.items()}
    except (OSError, ValueError) as error:
        raise _error(path, f"cannot be read: {error}", "a NetCDF 4 file") from None


def _error(path: Place, what: str, hint: str) -> ModelError:
    return ModelError([Problem(what, hint=hint, file=str(path))])

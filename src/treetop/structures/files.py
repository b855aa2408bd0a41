"""Structures in files, NumPy's ``.npz`` or NetCDF's ``.nc``: one layout, nothing in them is run."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from treetop.errors import ModelError, Problem
from treetop.files import Refusal, content_of, reading, require_seal, sealed
from treetop.files.npz import npz_arrays, npz_content
from treetop.files.whole import write_whole
from treetop.structures.arguments import instance
from treetop.structures.arrays import structure_arrays, structure_of_arrays
from treetop.structures.checks import checked
from treetop.structures.structure import Structure

if TYPE_CHECKING:
    Place = str | os.PathLike[str]

_SEALED = "sealed"  # the attribute of a NetCDF file that has a seal at its end


def save_structure(structure: Structure, path: Place) -> None:
    """Write a structure to a file whose name ends in ``.npz`` or ``.nc``, whole or not at all."""
    hint = "a structure; bodies with their modes are saved by save_reduced"
    arrays = structure_arrays(instance(structure, Structure, "structure", hint))
    made = _netcdf_content(arrays) if _kind(path) == ".nc" else npz_content(arrays)
    write_whole(path, made)


def load_structure(path: Place) -> Structure:
    """Read a structure from a file whose name ends in ``.npz`` or ``.nc``, and look it over."""
    _kind(path)
    return structure_in(content_of(path, _refusal(path)), path)


def structure_in(content: bytes, path: Place) -> Structure:
    """The structure in the content of a file of this name."""
    read = _netcdf_arrays if _kind(path) == ".nc" else npz_arrays
    arrays = read(content, _refusal(path))
    try:
        return checked(structure_of_arrays(arrays))
    except ModelError as error:
        raise ModelError(p._replace(file=str(path)) for p in error.problems) from None


def _kind(path: Place) -> str:
    suffix = Path(path).suffix.lower()
    if suffix not in (".npz", ".nc"):
        raise ModelError(
            [Problem(f"unknown ending {suffix!r}", hint=".npz or .nc", file=str(path))]
        )
    return suffix


def _netcdf_content(arrays: dict[str, np.ndarray]) -> bytes:
    import xarray as xr

    variables = {
        name: ([f"{name}_{k}" for k in range(value.ndim)], value)
        for name, value in arrays.items()
        if value.size  # a dimension of no length would be one without end
    }
    content = io.BytesIO()  # in memory: HDF5 does not survive a disk that is full
    xr.Dataset(variables, attrs={_SEALED: 1}).to_netcdf(content, engine="h5netcdf")
    return sealed(content.getbuffer())


def _netcdf_arrays(content: bytes, refusal: Refusal) -> dict[str, np.ndarray]:
    import h5py
    import xarray as xr

    from treetop.files.hdf5 import require_plain

    file = io.BytesIO(content)
    with reading(refusal):
        require_seal(file, False, refusal)
        with h5py.File(file, "r") as raw:
            require_seal(io.BytesIO(content), _SEALED in raw.attrs, refusal)
            require_plain(raw, len(content), refusal)
        with xr.open_dataset(file, engine="h5netcdf", decode_cf=False, phony_dims="access") as data:
            return {str(name): value.values for name, value in data.data_vars.items()}


def _refusal(path: Place) -> Refusal:
    hint = "a structure as treetop.structures.save_structure writes it"
    return lambda what: ModelError([Problem(what, hint=hint, file=str(path))])

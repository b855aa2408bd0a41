"""Labelled arrays made of parts that are known to fit.

xarray's own way looks at each variable several times, to find out what belongs together: that would
take most of the time of a short run.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from typing import Any

import numpy as np
import xarray as xr
from xarray import Index


def variable(dims: tuple[str, ...], values: np.ndarray, attrs: Mapping[str, Any]) -> xr.Variable:
    """An array with the names of its dimensions."""
    return xr.Variable(dims, values, dict(attrs), fastpath=True)


def data_set(
    variables: Mapping[Hashable, xr.Variable],
    coordinates: Collection[Hashable],
    indexes: Mapping[Hashable, Index],
    attrs: Mapping[str, Any],
) -> xr.Dataset:
    """A data set, some variables of which are coordinates."""
    sizes: dict[Any, int] = {}
    for each in variables.values():
        sizes.update(zip(each.dims, each.shape, strict=True))
    return xr.Dataset._construct_direct(
        dict(variables), set(coordinates), sizes, dict(attrs), dict(indexes)
    )


def array_of(values: xr.Variable) -> np.ndarray:
    """The numbers of a variable; of one that is read from a file only when needed, read now."""
    held = values._data
    return held if isinstance(held, np.ndarray) else np.asarray(values.values)


def indexes_of(data: xr.Dataset) -> Mapping[Hashable, Index]:
    """The indexes of its dimensions; ``data.xindexes`` would copy all of them."""
    return data._indexes


def coordinates_of(data: xr.Dataset) -> list[Hashable]:
    """The names of its coordinates, in order; ``data.coords`` asks for each variable anew."""
    names = data._coord_names
    return [name for name in data._variables if name in names]


def index_along(data: xr.Dataset, dim: str) -> Index | None:
    """The index of a dimension, None if it has none."""
    return indexes_of(data).get(dim)


def data_array(
    values: xr.Variable,
    coordinates: Mapping[Hashable, xr.Variable],
    indexes: Mapping[Hashable, Index],
    name: str,
) -> xr.DataArray:
    """One variable, with the coordinates along its dimensions."""
    return xr.DataArray(values, dict(coordinates), name=name, indexes=dict(indexes), fastpath=True)

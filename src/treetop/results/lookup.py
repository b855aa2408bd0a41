"""The history of a quantity, by the name that it can be asked for."""

from __future__ import annotations

import json
from functools import lru_cache

import numpy as np
import xarray as xr
from xarray import Index
from xarray.indexes import PandasIndex

from treetop.results.labelled import coordinates_of, data_array, indexes_of
from treetop.system.fields import COMPONENTS
from treetop.system.quantities import NAMED, OWNERS, Place, places

INNER = "inner"  # attribute of a result: names of what lies within beams, as JSON


def places_in(data: xr.Dataset) -> dict[str, Place]:
    """Every name with its place in a result, but for what lies within beams."""
    known, dims = indexes_of(data), (*OWNERS, *NAMED.values())
    inner = frozenset(json.loads(data.attrs.get(INNER, "[]")))
    labels = ((dim, _shown(known[dim], inner)) for dim in dims if dim in known)
    return _places(tuple(map(str, data)), tuple(labels))


@lru_cache(maxsize=256)
def _shown(index: Index, inner: frozenset[str]) -> tuple[str, ...]:
    """Names along an index, found once: runs of one system share it."""
    names = map(str, index.to_pandas_index().tolist())
    return tuple(name for name in names if name.partition(".")[0] not in inner)


@lru_cache(maxsize=64)
def _places(
    variables: tuple[str, ...], labels: tuple[tuple[str, tuple[str, ...]], ...]
) -> dict[str, Place]:
    """Places of names, found once for all runs of a system."""
    return places(variables, dict(labels))


def values_at(data: xr.Dataset, place: Place) -> np.ndarray:
    """The values of the history at a place, without what labels them."""
    values = data.variables[place.variable].values
    if not place.labels:
        return values
    found = indexes_of(data)[place.dim].to_pandas_index().get_indexer(place.labels)
    axis = data.variables[place.variable].dims.index(place.dim)
    return np.take(values, found[0] if len(found) == 1 else found, axis)


def history(data: xr.Dataset, place: Place, name: str = "") -> xr.DataArray:
    """The history at a place, with its unit and its own axes, under the name that it was asked
    for by.

    It is put together of the parts of the data set: to select of a labelled array takes several
    times as long.
    """
    if not place.labels:
        return data[place.variable]
    variables, known, dim = data.variables, indexes_of(data), place.dim
    whole, index = variables[place.variable], known[dim].to_pandas_index()
    vector_dim, ends = "", [label.rpartition(".")[2] for label in place.labels]
    if len(place.labels) == 1:
        found = whole.isel({dim: index.get_loc(place.labels[0])})
    else:
        vector_dim = "component" if len(ends) == len(COMPONENTS) else "axis"
        picked = whole.isel({dim: index.get_indexer(place.labels)})
        dims = [vector_dim if each == dim else each for each in picked.dims]
        found = xr.Variable(dims, picked.values, picked.attrs)
    others = set(found.dims) - {vector_dim}
    coords = {
        name: variables[name]
        for name in coordinates_of(data)
        if others.issuperset(variables[name].dims)
    }
    indexes = {name: known[name] for name in coords if name in known}
    if vector_dim:
        indexes[vector_dim] = PandasIndex(ends, vector_dim)
        coords |= indexes[vector_dim].create_variables()
    if f"{dim}_unit" in variables:
        units = variables[f"{dim}_unit"].values
        unit = str(units[index.get_loc(place.labels[0])])
        found = found._replace(attrs={"units": unit, "long_name": place.labels[0]})
    return data_array(found, coords, indexes, name or place.variable)

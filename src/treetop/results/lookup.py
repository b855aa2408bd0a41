"""The history of a quantity, by the name that it can be asked for."""

from __future__ import annotations

import json
from functools import lru_cache

import numpy as np
import xarray as xr
from xarray import Index
from xarray.indexes import PandasIndex

from treetop.results.columns import Columns
from treetop.results.labelled import coordinates_of, data_array, indexes_of
from treetop.system.fields import COMPONENTS, FIELDS
from treetop.system.quantities import NAMED, OWNERS, Place, places

INNER = "inner"  # attribute of a result: names of what lies within beams, as JSON


def places_in(data: xr.Dataset | Columns) -> dict[str, Place]:
    """Every name with its place in a result, but for what lies within beams."""
    dims, inner = (*OWNERS, *NAMED.values()), frozenset(json.loads(data.attrs.get(INNER, "[]")))
    if isinstance(data, Columns):
        named = {dim: data.names_along(dim) for dim in dims if dim in data.labels}
        labels = tuple((dim, _without(names, inner)) for dim, names in named.items())
        return _places(tuple(name for name in data.histories if name != "time"), labels)
    known = indexes_of(data)
    labels = tuple((dim, _shown(known[dim], inner)) for dim in dims if dim in known)
    return _places(tuple(map(str, data)), labels)


@lru_cache(maxsize=256)
def _shown(index: Index, inner: frozenset[str]) -> tuple[str, ...]:
    """Names along an index, found once: runs of one system share it."""
    return _without(tuple(map(str, index.to_pandas_index().tolist())), inner)


@lru_cache(maxsize=256)
def _without(names: tuple[str, ...], inner: frozenset[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name.partition(".")[0] not in inner)


@lru_cache(maxsize=64)
def _places(
    variables: tuple[str, ...], labels: tuple[tuple[str, tuple[str, ...]], ...]
) -> dict[str, Place]:
    """Places of names, found once for all runs of a system."""
    return places(variables, dict(labels))


def values_at(data: xr.Dataset | Columns, place: Place) -> np.ndarray:
    """The values of the history at a place, without what labels them."""
    if isinstance(data, Columns):
        return _column(data, place)
    values = data.variables[place.variable].values
    if not place.labels:
        return values
    found = indexes_of(data)[place.dim].to_pandas_index().get_indexer(place.labels)
    axis = data.variables[place.variable].dims.index(place.dim)
    return np.take(values, found[0] if len(found) == 1 else found, axis)


def part_of(found: xr.DataArray, part: str) -> xr.DataArray | None:
    """A component of a history of vectors, or their size; None if it has no such part."""
    if found.ndim != 2:
        return None
    dim = found.dims[1]
    if part == "norm" and dim == "axis":
        size = np.linalg.norm(found.values, axis=1)
        return found.isel({dim: 0}, drop=True).copy(data=size)
    return found.sel({dim: part}, drop=True) if part in found[dim].values else None


def _column(data: Columns, place: Place) -> np.ndarray:
    values = data.histories[place.variable]
    if not place.labels:
        return values
    places, axis = data.places_along(place.dim), 1 + FIELDS[place.variable].dims.index(place.dim)
    found = [places[label] for label in place.labels]
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

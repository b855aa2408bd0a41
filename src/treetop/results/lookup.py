"""The history of a quantity, by the name that it can be asked for."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from functools import lru_cache

import numpy as np
import xarray as xr
from xarray import Index
from xarray.indexes import PandasIndex

from treetop.results.columns import Columns
from treetop.results.labelled import (
    array_of,
    coordinates_of,
    data_array,
    indexes_of,
    variable,
)
from treetop.system.fields import COMPONENTS, FIELDS
from treetop.system.quantities import NAMED, OWNERS, Place, places

Labels = Mapping[Hashable, xr.Variable]  # coordinates by their names
Indexes = Mapping[Hashable, Index]

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


def history(data: xr.Dataset | Columns, place: Place, name: str = "") -> xr.DataArray:
    """The history at a place, with its unit and its own axes, under the name that it was asked
    for by.

    It is put together of the parts of the data set: to select of a labelled array takes several
    times as long.
    """
    whole, coordinates, known = _parts(data, place.variable)
    gained: dict[Hashable, Index] = {}
    if place.labels:
        found, gained = _selected(whole, known[place.dim], place)
    else:
        name, found = place.variable, whole
    others = set(found.dims) - set(gained)
    coords = {each: it for each, it in coordinates.items() if others.issuperset(it.dims)}
    indexes = gained | {each: known[each] for each in coords if each in known}
    for index in gained.values():
        coords |= index.create_variables()
    if place.labels and f"{place.dim}_unit" in coordinates:
        label, units = place.labels[0], coordinates[f"{place.dim}_unit"].values
        unit = str(units[known[place.dim].to_pandas_index().get_loc(label)])
        found = found._replace(attrs={"units": unit, "long_name": label})
    return data_array(found, coords, indexes, name or place.variable)


def _parts(data: xr.Dataset | Columns, name: str) -> tuple[xr.Variable, Labels, Indexes]:
    """A variable, and the coordinates of a result with their indexes."""
    if isinstance(data, Columns):
        return data.variable(name), *data.named_axes
    variables = data.variables
    coordinates = {each: variables[each] for each in coordinates_of(data)}
    return variables[name], coordinates, indexes_of(data)


def _selected(
    whole: xr.Variable, index: Index, place: Place
) -> tuple[xr.Variable, dict[Hashable, Index]]:
    """What a variable has at a place; of a vector also the dimension that it has gained, with its
    index."""
    known, values, dims = index.to_pandas_index(), array_of(whole), list(map(str, whole.dims))
    axis = dims.index(place.dim)
    if len(place.labels) == 1:
        picked = values[(slice(None),) * axis + (known.get_loc(place.labels[0]),)]
        return variable((*dims[:axis], *dims[axis + 1 :]), picked, whole.attrs), {}
    ends = [label.rpartition(".")[2] for label in place.labels]
    dims[axis] = "component" if len(ends) == len(COMPONENTS) else "axis"
    picked = np.take(values, known.get_indexer(place.labels), axis)
    return variable(tuple(dims), picked, whole.attrs), {dims[axis]: PandasIndex(ends, dims[axis])}

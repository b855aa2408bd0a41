"""Arrays of a data set as they are, far quicker than by its own way, which builds a labelled array
for each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import xarray as xr
from xarray import Index

from treetop.results.columns import Columns
from treetop.results.labelled import array_of, index_along


def history(data: xr.Dataset | Columns, name: str) -> np.ndarray:
    """A quantity, time first."""
    if isinstance(data, Columns):
        return data.histories[name]
    return array_of(data.variables[name])


def has_output(data: xr.Dataset | Columns, label: str) -> bool:
    return label in places_of_outputs(data)


def outputs(data: xr.Dataset | Columns, labels: Sequence[str]) -> np.ndarray:
    """Outputs and internal states by name, time first."""
    places = places_of_outputs(data)
    return history(data, "outputs")[:, [places[label] for label in labels]]


def places_of_outputs(data: xr.Dataset | Columns) -> dict[str, int]:
    """Where outputs and internal states stand, by name."""
    if isinstance(data, Columns):
        return data.places_along("output")
    index = index_along(data, "output")
    return {} if index is None else _places(index)


@lru_cache(maxsize=64)
def _places(index: Index) -> dict[str, int]:
    """Places of names along an index, found once: runs of one system share it."""
    return {label: k for k, label in enumerate(index.to_pandas_index().tolist())}


def names_along(data: xr.Dataset | Columns, dim: str) -> list[str]:
    """Names along a dimension."""
    if isinstance(data, Columns):
        return list(data.names_along(dim))
    return list(data.variables[dim].values.tolist())

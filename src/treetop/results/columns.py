"""What a run recorded, as plain arrays: labelled once somebody asks for labels.

To label takes longer than many a short run, and most runs are asked for a few quantities only:
these are labelled by themselves.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import xarray as xr
from xarray import Index
from xarray.indexes import PandasIndex

from treetop.results.labelled import data_set, variable
from treetop.system.fields import AXES, COMPONENTS, FIELDS


class Columns:
    """Arrays of a run by the names of `treetop.system.fields`, time first.

    Whatever else is asked of it, its data set answers.

    Parameters
    ----------
    histories : mapping
        ``"time"`` among them.
    labels : mapping
        Names along each dimension.
    attrs : dict
        Of the data set.
    ends : mapping
        State vectors at the start and at the end.
    """

    def __init__(
        self,
        histories: Mapping[str, np.ndarray],
        labels: Mapping[str, Any],
        attrs: dict[str, Any],
        ends: Mapping[str, np.ndarray],
    ) -> None:
        self.histories, self.labels, self._attrs = histories, labels, attrs
        self.ends = ends

    @cached_property
    def data(self) -> xr.Dataset:
        """The data set."""
        variables: dict[Hashable, xr.Variable] = {
            name: self.variable(name) for name in self.histories if name != "time"
        }
        variables |= {
            name: variable(("entry",), vector, {"long_name": f"state vector at the {name}"})
            for name, vector in self.ends.items()
        }
        coordinates, indexes = self.named_axes
        return data_set(variables | coordinates, coordinates, indexes, self._attrs)

    @property
    def whole(self) -> bool:
        """Whether there is a data set, which may have been changed since."""
        return "data" in self.__dict__

    def variable(self, name: str) -> xr.Variable:
        """A history with the names of its dimensions."""
        field = FIELDS[name]
        attrs = {"units": field.unit, "long_name": field.meaning}
        return variable(("time", *field.dims), self.histories[name], attrs)

    @cached_property
    def named_axes(self) -> tuple[dict[Hashable, xr.Variable], dict[Hashable, Index]]:
        """Times and names; those with one name for each place are indexes, which are made once."""
        times = self.histories["time"]
        along_time = PandasIndex(times, "time")
        timed = xr.Variable("time", times, {"units": "s"})
        variables: dict[Hashable, xr.Variable] = {}
        variables |= along_time.create_variables({"time": timed})
        indexes: dict[Hashable, Index] = {"time": along_time}
        fixed = {"axis": list(AXES), "component": list(COMPONENTS)}
        for dim, names in (fixed | dict(self.labels)).items():
            if isinstance(names, tuple):  # along another dimension
                variables[dim] = xr.Variable(*names)
            else:
                indexes[dim], named = _index(dim, tuple(names))
                variables[dim] = named.copy(deep=False)
        return variables, indexes

    @property
    def attrs(self) -> dict[str, Any]:
        """Attributes, those of the data set once there is one."""
        return self.data.attrs if self.whole else self._attrs

    @property
    def sizes(self) -> Mapping[Any, int]:
        return {"time": len(self.histories["time"])}

    def __contains__(self, name: str) -> bool:
        return name in self.histories or name in self.ends

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what Python itself may ask for, as to make copies
            raise AttributeError(name)
        return getattr(self.data, name)

    def __getitem__(self, name: str) -> xr.DataArray:
        return self.data[name]

    def names_along(self, dim: str) -> tuple[str, ...]:
        """Names along a dimension; none where it is not there."""
        return tuple(self.labels.get(dim, ()))

    def places_along(self, dim: str) -> dict[str, int]:
        """Where the names along a dimension stand."""
        return _places(self.names_along(dim))


@lru_cache(maxsize=256)
def _places(names: tuple[str, ...]) -> dict[str, int]:
    return {name: k for k, name in enumerate(names)}


@lru_cache(maxsize=256)
def _index(dim: str, names: tuple[str, ...]) -> tuple[PandasIndex, xr.Variable]:
    index = PandasIndex(np.array(names, dtype=str), dim)
    return index, index.create_variables()[dim]

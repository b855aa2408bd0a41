"""What a run recorded, as plain arrays: labelled once somebody asks for labels.

To label takes longer than many a short run, and a campaign asks its runs for a few numbers only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import xarray as xr


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
    labelled : function
        Makes the data set of all these.
    """

    def __init__(
        self,
        histories: Mapping[str, np.ndarray],
        labels: Mapping[str, Any],
        attrs: dict[str, Any],
        ends: Mapping[str, np.ndarray],
        labelled: Callable[[Columns], xr.Dataset],
    ) -> None:
        self.histories, self.labels, self._attrs = histories, labels, attrs
        self.ends, self._labelled = ends, labelled

    @cached_property
    def data(self) -> xr.Dataset:
        """The data set."""
        return self._labelled(self)

    @property
    def attrs(self) -> dict[str, Any]:
        """Attributes, those of the data set once there is one."""
        return self.data.attrs if "data" in self.__dict__ else self._attrs

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

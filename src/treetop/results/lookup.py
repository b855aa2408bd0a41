"""The history of a quantity, by the name that it can be asked for."""

from __future__ import annotations

import xarray as xr

from treetop.system.fields import COMPONENTS
from treetop.system.quantities import NAMED, OWNERS, Place, places


def places_in(data: xr.Dataset) -> dict[str, Place]:
    """Every name with its place in a result."""
    dims = (dim for dim in (*OWNERS, *NAMED.values()) if dim in data.coords)
    return places(
        [str(name) for name in data],
        {dim: [str(label) for label in data[dim].values] for dim in dims},
    )


def history(data: xr.Dataset, place: Place) -> xr.DataArray:
    """The history at a place, with its unit and its own axes."""
    found = data[place.variable]
    if not place.labels:
        return found
    if len(place.labels) == 1:
        found = found.sel({place.dim: place.labels[0]})
    else:
        found = found.sel({place.dim: list(place.labels)})
        ends = [label.rpartition(".")[2] for label in place.labels]
        own = "component" if len(ends) == len(COMPONENTS) else "axis"
        found = found.rename({place.dim: own}).assign_coords({own: ends})
    unit = found.coords.get(f"{place.dim}_unit")
    if unit is not None:
        found = found.assign_attrs(units=str(unit.values.flat[0]), long_name=place.labels[0])
    return found.drop_vars([place.dim, f"{place.dim}_unit"], errors="ignore")

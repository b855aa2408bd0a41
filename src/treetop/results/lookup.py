"""The names by which the history of a quantity can be asked for."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

import xarray as xr

from treetop.results.fields import COMPONENTS, FIELDS

# Variables whose labels are names by themselves; of equal ones the last wins.
NAMED = {
    "generalised_forces": "generalised_force",
    "outputs": "output",
    "speeds": "speed",
    "coordinates": "coordinate",
}


class Place(NamedTuple):
    """Where a quantity lies: a variable of the data, and what to select of one dimension."""

    variable: str
    dim: str = ""
    labels: tuple[str, ...] = ()


def places(data: xr.Dataset) -> dict[str, Place]:
    """Every name with its place; of equal names the coordinates of joints win."""
    table = {}
    for variable in (name for name in FIELDS if name in data):
        dims = FIELDS[variable].dims
        owner = dims[0] if dims else ""
        if owner in ("body", "joint", "constraint", "force"):
            for name in data[owner].values:
                table[f"{name}.{variable}"] = Place(variable, owner, (name,))
        elif owner not in NAMED.values():
            table[variable] = Place(variable)
    for variable, dim in NAMED.items():
        labels = [str(label) for label in data[dim].values] if variable in data else []
        for name, members in groupby(labels, key=quantity_of):
            table[name] = Place(variable, dim, tuple(members))
        for label in labels:
            table[label] = Place(variable, dim, (label,))
    return table


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


def quantity_of(label: str) -> str:
    """``orbit.position`` for ``orbit.position.x``; ``boom.slide`` for itself."""
    return ".".join(label.split(".")[:2])

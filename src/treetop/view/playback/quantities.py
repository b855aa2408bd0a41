"""Everything that can be plotted beside the motion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import xarray as xr

from treetop.results.lookup import places_in
from treetop.system.fields import FIELDS
from treetop.system.quantities import Place
from treetop.view.playback.packing import fine
from treetop.view.text import pretty_unit

# Of the moving origin, a matter of numerics; gravity, and where forces act, which arrows show.
LEFT_OUT = (
    "position_from_origin",
    "point_of_action",
    "point_of_reaction",
    "gravity_force",
    "gravity_torque",
)
SHOWN = ("position", "attitude")  # which the motion itself shows


class Quantity(NamedTuple):
    """One that is plotted: its columns in a variable of the data."""

    name: str
    place: Place
    unit: str
    columns: list[str]


def quantities(data: xr.Dataset) -> list[Quantity]:
    """Quantities of a result, single coordinates first; components are in their wholes."""
    units = {
        dim: dict(zip(data[dim].values.tolist(), data[f"{dim}_unit"].values.tolist(), strict=True))
        for dim in ("coordinate", "speed", "generalised_force", "output")
        if f"{dim}_unit" in data.coords
    }
    whole = {name: str(table.attrs.get("units", "")) for name, table in data.data_vars.items()}
    found = [
        Quantity(name, place, _unit(place, units, whole), _columns(name, place))
        for name, place in places_in(data).items()
        if name.count(".") < 2 and place.variable not in LEFT_OUT
    ]
    return sorted(found, key=lambda q: (q.place.variable != "coordinates", len(q.columns) > 1))


def tables(
    chosen: list[Quantity], data: xr.Dataset, bodies: list[str], part: float
) -> Iterator[dict[str, Any]]:
    """As the page takes them, from samples that are plotted; ``bodies`` move already."""
    values = {variable: data[variable].values for variable in {q.place.variable for q in chosen}}
    numbers = {
        dim: {str(label): k for k, label in enumerate(data[dim].values)}
        for dim in {q.place.dim for q in chosen}
        if dim
    }
    number = {name: k for k, name in enumerate(bodies)}
    for name, (variable, dim, labels), unit, columns in chosen:
        entry: dict[str, Any] = {"name": name, "unit": pretty_unit(unit), "columns": columns}
        if variable in SHOWN and labels[0] in number:
            yield entry | {"body": number[labels[0]]}
            continue
        table = values[variable]
        if dim:
            columns_of = numbers[dim]
            table = table[:, columns_of[labels[0]] : columns_of[labels[-1]] + 1]
        yield entry | {"values": fine(table.reshape(len(table), -1), part), "coarse": True}


def width(chosen: list[Quantity]) -> int:
    """How many numbers they take for each sample besides the motion."""
    return sum(len(q.columns) for q in chosen if q.place.variable not in SHOWN)


def _columns(name: str, place: Place) -> list[str]:
    if len(place.labels) > 1:
        return [label.rpartition(".")[2] for label in place.labels]
    dims = FIELDS[place.variable].dims
    if "axis" in dims:
        return list("xyz")
    return list("wxyz") if "component" in dims else [name.rpartition(".")[2]]


def _unit(place: Place, units: dict[str, dict[str, str]], whole: dict[Any, str]) -> str:
    """Unit of its coordinate, speed, force or output, else of the whole variable."""
    if place.dim in units:
        return str(units[place.dim].get(place.labels[0], ""))
    return whole[place.variable]

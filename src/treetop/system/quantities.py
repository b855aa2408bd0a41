"""The names by which a quantity can be asked for, in results and at one state."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from itertools import groupby
from typing import NamedTuple

from treetop.system.fields import FIELDS

# Variables whose labels are names by themselves; of equal ones the last wins.
NAMED = {
    "generalised_forces": "generalised_force",
    "outputs": "output",
    "speeds": "speed",
    "coordinates": "coordinate",
}
OWNERS = ("body", "joint", "constraint", "force")  # dimensions whose labels have quantities


class Place(NamedTuple):
    """Where a quantity lies: a variable of the data, and what to select of one dimension."""

    variable: str
    dim: str = ""
    labels: tuple[str, ...] = ()


def places(variables: Collection[str], labels: Mapping[str, Sequence[str]]) -> dict[str, Place]:
    """Every name with its place, of given variables and the labels along their dimensions; of equal
    names the coordinates of joints win."""
    table = {}
    for variable in (name for name in FIELDS if name in variables):
        dims = FIELDS[variable].dims
        owner = dims[0] if dims else ""
        if owner in OWNERS:
            for name in labels[owner]:
                table[f"{name}.{variable}"] = Place(variable, owner, (name,))
        elif owner not in NAMED.values():
            table[variable] = Place(variable)
    for variable, dim in NAMED.items():
        along = labels[dim] if variable in variables else []
        for name, members in groupby(along, key=quantity_of):
            table[name] = Place(variable, dim, tuple(members))
        for label in along:
            table[label] = Place(variable, dim, (label,))
    return table


def quantity_of(label: str) -> str:
    """``orbit.position`` for ``orbit.position.x``; ``boom.slide`` for itself."""
    return ".".join(label.split(".")[:2])


def no_quantity(name: str, names: Iterable[str], where: str) -> KeyError:
    """The error for a name that is not known there, with names that are near."""
    near = get_close_matches(str(name), list(names), n=3)
    hint = f"; perhaps {' or '.join(near)}?" if near else ""
    return KeyError(f"no quantity {name!r} {where}{hint}")

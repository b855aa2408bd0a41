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


# What books and other codes call fields of bodies and joints.
CALLED = {
    "acc": "acceleration",
    "alpha": "angular_acceleration",
    "force": "reaction_force",
    "omega": "angular_velocity",
    "phi": "angle",
    "theta": "angle",
    "qd": "rate",
    "displacement": "slide",
    "orientation": "attitude",
    "pos": "position",
    "q": "attitude",
    "quat": "attitude",
    "quaternion": "attitude",
    "rotation": "attitude",
    "torque": "reaction_torque",
    "vel": "velocity",
    "w": "angular_velocity",
}


def near_names(name: str, names: Iterable[str]) -> list[str]:
    """Up to three names that somebody may mean by one that is not there: by what others call it,
    then by its letters."""
    known, (owner, dot, field) = list(names), str(name).partition(".")
    meant = f"{owner}.{CALLED.get(field.lower(), '')}"
    found = [meant] if meant in known else []
    if not dot and (longer := [each for each in known if each.startswith(f"{owner}.")]):
        return sorted(longer, key=len)[:3]
    return [*found, *(each for each in get_close_matches(str(name), known, n=3) if not found)]


def no_quantity(name: str, names: Iterable[str], where: str) -> KeyError:
    """The error for a name that is not known there, with names that are near."""
    near = near_names(name, names)
    hint = f"; perhaps {' or '.join(near)}?" if near else ""
    return KeyError(f"no quantity {name!r} {where}{hint}")

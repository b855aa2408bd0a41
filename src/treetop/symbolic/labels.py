"""Names and units of everything in a system of equations in symbols."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from treetop.symbolic.notation import Notation, name_of


@dataclass(frozen=True)
class Labels:
    """What everything is called, and its unit."""

    coordinates: list[str]
    speeds: list[str]
    variables: list[str]
    constraints: list[str]
    bodies: list[str]
    outputs: list[str]
    units: dict[str, str]
    description: str
    symbols: dict[str, str]  # as SymPy writes them

    @classmethod
    def of(
        cls,
        notation: Notation,
        constraints: Iterable[str],
        bodies: Iterable[str],
        outputs: Iterable[str],
        units: Mapping[Any, str],
        description: str,
    ) -> Labels:
        q, u, z = notation.names()
        users = map(str, [*notation.coordinates, *notation.speeds, *notation.variables])
        named_units = {name_of(key): unit for key, unit in units.items()}
        rates = {f"{name}_rate": f"{named_units[name]}/s" for name in q if name in named_units}
        symbols = dict(zip(users, [*q, *u, *z], strict=True))
        names = (list(constraints), list(bodies), list(outputs))
        return cls(q, u, z, *names, rates | named_units, description, symbols)

    def unit(self, names: Iterable[str]) -> list[str]:
        return [self.units.get(name, "") for name in names]

"""The symbols that stand for the numbers of a model, and what each of them means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

import sympy as sp

from treetop.errors import ModelError, Problem
from treetop.model import Table
from treetop.model.specification import path, unknown
from treetop.symbolic.trees.length import LONG, length
from treetop.symbolic.trees.names import can_be_named, plain
from treetop.symbolic.trees.triples import UNITS, ZERO, Triple

AXES = "xyz"
TIME = sp.Symbol("t")


class Meaning(NamedTuple):
    """What a symbol stands for: places in the model or labels of the state, and the SI unit."""

    what: str
    unit: str

    def __str__(self) -> str:
        return self.what if self.unit == "1" else f"{self.what} [{self.unit}]"


class SymbolBook:
    """Takes names and values in, gives symbols out, and keeps what they mean.

    Zeros stay numbers.  A vector along one axis is one symbol, its length, and the sign stays in
    the equations: ``(0, 0, -g)``.

    Parameters
    ----------
    names : mapping
        Other names for symbols, by their usual ones.  Two parameters may share a name if their
        values are equal.
    numbers : bool
        Whether parameters are to be numbers instead.
    """

    def __init__(self, names: Mapping[str, str], numbers: bool) -> None:
        self.names, self.numbers = dict(names), numbers
        self.parameters: dict[sp.Symbol, float] = {}
        self.tables: dict[str, Table] = {}
        self.definitions: dict[sp.Symbol, sp.Expr] = {}
        self.meanings: dict[sp.Symbol, Meaning] = {}
        self.problems = [_unfit(old, new) for old, new in names.items() if not can_be_named(new)]
        self._long: dict[sp.Expr, sp.Symbol] = {}
        self._usual: set[str] = set()

    # --- symbols ------------------------------------------------------------------------------

    def symbol(self, name: str, what: str, unit: str) -> sp.Symbol:
        """A symbol of its own, for a coordinate, a speed or an input."""
        symbol = sp.Symbol(self._name(name))
        if symbol in self.meanings:
            self._complain(f"two things are called '{symbol}'", "give each its own name")
        self.meanings[symbol] = Meaning(what, unit)
        return symbol

    def defined(self, name: str, value: sp.Expr, what: str, unit: str) -> sp.Symbol:
        """A symbol for something that is better written once."""
        symbol = self.symbol(name, what, unit)
        self.definitions[symbol] = value
        return symbol

    def short(self, values: Triple) -> Triple:
        """The values, long ones under a name: so their products stay short as well."""
        return values.each(lambda value: self._named(value) if length(value) > LONG else value)

    def _named(self, value: sp.Expr) -> sp.Symbol:
        if value not in self._long:
            symbol = sp.Symbol(self._name(f"z{len(self._long) + 1}"))
            self._long[value], self.definitions[symbol] = symbol, value
        return self._long[value]

    def is_shortening(self, symbol: sp.Symbol) -> bool:
        """Whether the symbol only stands for something long."""
        return symbol in self.definitions and symbol not in self.meanings

    def parameter(self, name: str, value: float, unit: str, where: str) -> sp.Expr:
        if value == 0:
            return ZERO
        usual = self._name(name)
        if self.numbers:
            return sp.Integer(int(value)) if value == int(value) else sp.Float(float(value))
        symbol = sp.Symbol(usual)
        if symbol not in self.meanings:
            self.meanings[symbol] = Meaning(where, unit)
            self.parameters[symbol] = float(value)
        elif self.parameters.get(symbol) == value:
            self.meanings[symbol] = Meaning(f"{self.meanings[symbol].what}, {where}", unit)
        else:
            what = f"'{symbol}' would have two values or meanings"
            self._complain(what, f"give {where} another name")
        return symbol

    def vector(self, name: str, values: Sequence[float], unit: str, where: str) -> Triple:
        along = [k for k in range(3) if values[k] != 0]
        if len(along) == 1:
            (k,) = along
            sign, minus = (1, "") if values[k] > 0 else (-1, "-")
            length = self.parameter(name, abs(values[k]), unit, minus + path(where, k))
            return UNITS[k] * length * sign
        return Triple(*(
            self.parameter(f"{name}_{AXES[k]}", values[k], unit, path(where, k)) for k in range(3)
        ))  # fmt: skip

    def signal(self, name: str, value: Any, unit: str, where: str) -> sp.Expr:
        """A number, constant or tabulated in time."""
        if not isinstance(value, Table):
            return self.parameter(name, value, unit, where)
        if not any(value.values):
            return ZERO
        function = self.symbol(name, f"{where}, tabulated in time", unit).name
        self.tables[function] = value
        return sp.Function(function)(TIME)

    def signals(self, name: str, value: Any, unit: str, where: str) -> Triple:
        """Three numbers, constant or tabulated in time."""
        if not isinstance(value, Table):
            return self.vector(name, value, unit, where)
        return Triple(*(
            self.signal(f"{name}_{AXES[k]}", column, unit, path(where, k))
            for k, column in enumerate(_columns(value))
        ))  # fmt: skip

    # --- names --------------------------------------------------------------------------------

    def _name(self, name: str) -> str:
        base = usual = "_".join(plain(part) for part in name.split("_"))
        for number in count(2):  # two names of the model may look the same in plain letters
            if usual not in self._usual:
                break
            usual = f"{base}_{number}"
        self._usual.add(usual)
        return self.names.get(usual, usual)

    def _complain(self, what: str, hint: str) -> None:
        self.problems.append(Problem(what, "names", hint))

    def check(self) -> None:
        """Raise what is wrong with the names, all at once."""
        strange = [name for name in self.names if name not in self._usual]
        usual = sorted(self._usual)
        problems = self.problems + [unknown("symbol", name, usual, "names") for name in strange]
        if problems:
            raise ModelError(problems)


def _unfit(old: str, new: object) -> Problem:
    hint = "begin with a letter, then letters, digits or '_'; no word of C or Python"
    return Problem(f"{new!r} cannot be the name of '{old}'", "names", hint)


def _columns(table: Table) -> list[Table]:
    return [
        Table(table.times, [row[k] for row in table.values], table.interpolation) for k in range(3)
    ]

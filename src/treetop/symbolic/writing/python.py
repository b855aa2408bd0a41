"""Equations of motion as a Python module that needs nothing but NumPy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import sympy as sp
from sympy.printing.pycode import PythonCodePrinter

from treetop.symbolic.writing.code import NumbersAndTables, Program, assigned

if TYPE_CHECKING:
    from treetop.symbolic.trees.equations import Equations

_HEAD = '''\
"""Equations of motion of {title}, written by Treetop; SI units.

equations(t, coordinates, speeds)  mass_matrix and forcing of mass_matrix u' = forcing
kinematics(coordinates, speeds)    the rates of the coordinates
rates(t, coordinates, speeds)      both solved for the rates of the state

{legend}
"""

import math

import numpy as np
'''

_TABLES = '''

def tabulated(t, times, values, hold):
    """A value tabulated in time, with lines between the times or held until the next."""
    if hold:
        return values[max(np.searchsorted(times, t, side="right") - 1, 0)]
    return np.interp(t, times, values)
'''

_RATES = '''

def rates(t, coordinates, speeds, parameters=PARAMETERS, inputs=None):
    """The rates of the coordinates and of the speeds."""
    mass_matrix, forcing = equations(t, coordinates, speeds, parameters, inputs)
    return kinematics(coordinates, speeds), np.linalg.solve(mass_matrix, forcing)
'''


def python(found: Equations) -> str:
    """The source."""
    return "".join([
        _HEAD.format(title=_quoted(repr(found.name)), legend=_quoted(_legend(found))),
        _parameters(found),
        *_tables(found),
        _equations(found, found.program),
        _kinematics(found),
        _RATES,
    ])  # fmt: skip


class _Printer(NumbersAndTables, PythonCodePrinter):
    pass


_printer = _Printer()


def _quoted(text: str) -> str:
    """Text that may stand in a docstring."""
    return text.replace("\\", "\\\\").replace('"', "'")


def _legend(found: Equations) -> str:
    arrays = (("coordinates", found.coordinates), ("speeds", found.speeds))
    lines = [
        f"{f'{array}[{k}]':16} {symbol!s:12} {found.meanings[symbol]}"
        for array, symbols in arrays
        for k, symbol in enumerate(symbols)
    ]
    lines += [f"{'inputs':16} {symbol!s:12} {found.meanings[symbol]}" for symbol in found.inputs]
    return "\n".join(lines)


def _parameters(found: Equations) -> str:
    lines = [
        f'    "{symbol}": {value!r},  # {found.meanings[symbol]}'
        for symbol, value in found.parameters.items()
    ]
    return "\n".join(["", "PARAMETERS = {", *lines, "}", ""])


def _tables(found: Equations) -> Iterator[str]:
    if found.tables:
        yield _TABLES
    for name, table in found.tables.items():
        times, values = (list(map(float, row)) for row in (table.times, table.values))
        hold = table.interpolation == "hold"
        yield f"\n\ndef table_{name}(t):\n    return tabulated(t, {times}, {values}, {hold})\n"


def _equations(found: Equations, steps: Program) -> str:
    lines = [
        "", "", "def equations(t, coordinates, speeds, parameters=PARAMETERS, inputs=None):",
        '    """Mass matrix and forcing; inputs are a mapping by name."""',
        *_read("coordinates", found.coordinates, steps.used),
        *_read("speeds", found.speeds, steps.used),
        *_named("parameters", found.parameters, steps.used),
        *_named("inputs", found.inputs, steps.used),
        *(f"    {symbol} = {_printer.doprint(value)}" for symbol, value in steps.steps.items()),
        f"    mass_matrix, forcing = np.empty(({len(found.speeds)}, {len(found.speeds)})), "
        f"np.empty({len(found.speeds)})",
        *assigned(steps, _printer, lambda j, k: f"mass_matrix[{j}, {k}]"),
    ]  # fmt: skip
    return "\n".join([*lines, "    return mass_matrix, forcing", ""])


def _kinematics(found: Equations) -> str:
    used = set().union(*(rate.free_symbols for rate in found.kinematics))
    return "\n".join([
        "", "", "def kinematics(coordinates, speeds):",
        '    """The rates of the coordinates."""',
        *_read("coordinates", found.coordinates, used),
        *_read("speeds", found.speeds, used),
        f"    return np.array([{', '.join(map(_printer.doprint, found.kinematics))}])",
        "",
    ])  # fmt: skip


def _read(array: str, symbols: Sequence[sp.Symbol], used: set[sp.Symbol]) -> Iterator[str]:
    for k, symbol in enumerate(symbols):
        if symbol in used:
            yield f"    {symbol} = {array}[{k}]"


def _named(mapping: str, symbols: Iterable[sp.Symbol], used: set[sp.Symbol]) -> Iterator[str]:
    for symbol in symbols:
        if symbol in used:
            yield f'    {symbol} = {mapping}["{symbol}"]'

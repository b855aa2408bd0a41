"""What the sources in C and in Python have in common: assignments, in order, computed once; how
numbers and tables are written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import sympy as sp
from sympy.simplify.cse_main import tree_cse

from treetop.symbolic.trees.length import LEGIBLE, length

if TYPE_CHECKING:
    from treetop.symbolic.trees.equations import Equations


class NumbersAndTables:
    """For printers: numbers with all their digits, tables as functions of time."""

    def _print_Float(self, expr: Any) -> str:
        return repr(float(expr))

    def _print_AppliedUndef(self, expr: Any) -> str:
        return f"table_{expr.func}(t)"


class Program(NamedTuple):
    """How the equations are computed.

    Attributes
    ----------
    steps : dict
        Symbols and what to assign to them, in order.
    mass_matrix : dict
        Its lower triangle by row and column, in symbols known then.
    forcing : list
    """

    steps: dict[sp.Symbol, sp.Expr]
    mass_matrix: dict[tuple[int, int], sp.Expr]
    forcing: list[sp.Expr]

    @property
    def used(self) -> set[sp.Symbol]:
        """All symbols that are read."""
        values = [*self.steps.values(), *self.mass_matrix.values(), *self.forcing]
        return set().union(*(value.free_symbols for value in values))


def assigned(
    steps: Program, printer: Any, element: Callable[[int, int], str], end: str = ""
) -> Iterator[str]:
    """Lines that assign the mass matrix, whose elements are written as `element` says, and the
    forcing."""
    for (j, k), value in steps.mass_matrix.items():
        both = f"{element(j, k)} = " + (f"{element(k, j)} = " if j != k else "")
        yield f"    {both}{printer.doprint(value)}{end}"
    for j, value in enumerate(steps.forcing):
        yield f"    forcing[{j}] = {printer.doprint(value)}{end}"


def program(found: Equations) -> Program:
    """The equations with what they share computed once."""
    n = len(found.speeds)
    places = [(j, k) for j in range(n) for k in range(j + 1)]
    results = [*(found.mass_matrix[place] for place in places), *found.forcing]
    taken = {*found.meanings, *found.definitions}
    names = (s for s in sp.numbered_symbols("x", start=1) if s not in taken)
    values = [*found.definitions.values(), *results]
    if length(*values) <= LEGIBLE:
        shared, reduced = sp.cse(values, names, order="none")
    else:  # without the search for common parts of sums and products, four times as fast
        shared, reduced = tree_cse(values, names, order="none")
    count = len(found.definitions)
    steps = dict(shared) | dict(zip(found.definitions, reduced[:count], strict=True))
    return Program(
        steps=dict(_in_order(steps)),
        mass_matrix=dict(zip(places, reduced[count:], strict=False)),
        forcing=reduced[count + len(places) :],
    )


def _in_order(values: dict[sp.Symbol, sp.Expr]) -> Iterator[tuple[sp.Symbol, sp.Expr]]:
    """Assignments such that each rests on earlier ones only."""
    done: set[sp.Symbol] = set()
    waiting = list(reversed(values))
    while waiting:
        symbol = waiting[-1]
        missing = sorted((values[symbol].free_symbols & values.keys()) - done, key=str)
        if missing and symbol not in done:
            waiting += missing
            continue
        waiting.pop()
        if symbol not in done:
            done.add(symbol)
            yield symbol, values[symbol]

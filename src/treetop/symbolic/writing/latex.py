"""Equations of motion in LaTeX."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.alphabets import greeks
from sympy.printing.latex import LatexPrinter

if TYPE_CHECKING:
    from treetop.symbolic.trees.equations import Equations

_WIDTH = 160  # of a line of source, before an equation is continued on the next


def latex(found: Equations) -> str:
    """An ``align*`` environment: kinematics, equations of motion, definitions."""
    known = {*found.meanings, *found.definitions}
    names = {s: symbol(s.name) for s in known}
    printer = _Printer({"symbol_names": names, "fold_func_brackets": True})
    lines = [
        line
        for rows in (_kinematics(found, printer), _motion(found, printer), _where(found, printer))
        for row in rows
        for line in _lines(row)
    ]
    body = " \\\\\n".join(lines)
    return f"% {found.name}\n\\begin{{align*}}\n{body}\n\\end{{align*}}"


def symbol(name: str, rate: bool = False) -> str:
    """A name with what follows its first part as an index: ``m_{\\mathrm{upper}}``."""
    head, *rest = name.split("_")
    letters = head.rstrip("0123456789")
    index = [head[len(letters) :]] * (letters != head)
    index += [part if part.isdigit() else rf"\mathrm{{{part}}}" for part in rest]
    base = rf"\dot{{{_letters(letters)}}}" if rate else _letters(letters)
    return f"{base}_{{{','.join(index)}}}" if index else base


def _letters(word: str) -> str:
    if len(word) > 3 and word.endswith("dot"):
        return rf"\dot{{{_letters(word[:-3])}}}"
    if word.lower() in greeks:
        return rf"\{word}"
    return word if len(word) == 1 else rf"\mathrm{{{word}}}"


class _Printer(LatexPrinter):
    """Functions of the time have names as symbols have."""

    def _print_AppliedUndef(self, expr: Any) -> str:
        return rf"{symbol(expr.func.__name__)}\left(t\right)"


# --- equations as lists of terms ------------------------------------------------------------


def _kinematics(found: Equations, printer: LatexPrinter) -> Iterator[list[str]]:
    for coordinate, rate in zip(found.coordinates, found.kinematics, strict=True):
        yield [symbol(coordinate.name, rate=True), *_equal(rate, printer)]


def _motion(found: Equations, printer: LatexPrinter) -> Iterator[list[str]]:
    for j, force in enumerate(found.forcing):
        row = zip(found.mass_matrix.row(j), found.speeds, strict=True)
        left = [_product(entry, speed, printer) for entry, speed in row if entry != 0]
        yield [*_signed(left or ["0"]), *_equal(force, printer)]


def _where(found: Equations, printer: LatexPrinter) -> Iterator[list[str]]:
    for name, value in found.definitions.items():
        yield [printer.doprint(name), *_equal(value, printer)]


def _equal(value: sp.Expr, printer: LatexPrinter) -> list[str]:
    first, *others = _signed([printer.doprint(term) for term in value.as_ordered_terms()])
    return [f"= {first}", *others]


def _signed(terms: list[str]) -> list[str]:
    first, *others = terms
    return [first, *(term if term.startswith("-") else f"+ {term}" for term in others)]


def _product(entry: sp.Expr, speed: sp.Symbol, printer: LatexPrinter) -> str:
    rate = symbol(speed.name, rate=True)
    if entry == 1:
        return rate
    factor = printer.doprint(entry)
    return rf"\left({factor}\right) {rate}" if entry.is_Add else rf"{factor} {rate}"


def _lines(terms: list[str]) -> Iterator[str]:
    """An equation on one line, or as many as it takes."""
    line = "&"
    for term in terms:
        if len(line) > 10 and len(line) + len(term) > _WIDTH:
            yield line
            line = r"&\quad"
        line += f" {term}"
    yield line

"""Equations of motion as text for people."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import sympy as sp

if TYPE_CHECKING:
    from treetop.symbolic.trees.equations import Equations

_WIDTH = 100


def text(found: Equations) -> str:
    """All of the equations, one part after another."""
    freedom = "1 degree" if len(found.speeds) == 1 else f"{len(found.speeds)} degrees"
    parts = [
        [f"{found.name}: {freedom} of freedom; SI units", *found.notes],
        ["coordinates, and how they change", *_coordinates(found)],
        ["speeds", *_meanings(found, found.speeds)],
        ["parameters", *_parameters(found)],
        ["inputs", *_meanings(found, found.inputs)],
        ["functions of the time t", *_meanings(found, map(sp.Symbol, found.tables))],
        ["equations of motion", *_equations(found)],
        ["where", *_definitions(found)],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part is parts[0] or part[1:])


def _coordinates(found: Equations) -> Iterator[str]:
    for symbol, rate in zip(found.coordinates, found.kinematics, strict=True):
        yield f"{_meant(found, symbol):46} {symbol}' = {plain(rate)}"


def _meanings(found: Equations, symbols: Iterable[sp.Symbol]) -> Iterator[str]:
    for symbol in symbols:
        yield _meant(found, symbol)


def _meant(found: Equations, symbol: sp.Symbol) -> str:
    return f"  {symbol!s:6} {found.meanings[symbol]}"


def _parameters(found: Equations) -> Iterator[str]:
    width = max((len(str(symbol)) for symbol in found.parameters), default=0)
    for symbol, value in found.parameters.items():
        what, unit = found.meanings[symbol]
        yield f"  {symbol!s:{width}} = {f'{value:.12g} {unit}':22} {what}"


def _equations(found: Equations) -> Iterator[str]:
    for j, force in enumerate(found.forcing):
        row = zip(found.mass_matrix.row(j), found.speeds, strict=True)
        left = " + ".join(f"{_factor(entry)}{speed}'" for entry, speed in row if entry != 0)
        yield from _wrapped(left or "0", f"= {plain(force)}")


def _definitions(found: Equations) -> Iterator[str]:
    for symbol, value in found.definitions.items():
        yield from _wrapped(f"{symbol} = {plain(value)}")


def _factor(entry: sp.Expr) -> str:
    if entry == 1:
        return ""
    apart = entry.is_Add or entry.could_extract_minus_sign()
    return f"({plain(entry)})*" if apart else f"{plain(entry)}*"


def _wrapped(*sides: str) -> Iterator[str]:
    """One line, or as many as it takes, broken between terms."""
    line = "  " + " ".join(sides)
    if len(line) <= _WIDTH:
        yield line
        return
    for number, side in enumerate(sides):
        indent = "  " if number == 0 else "      "
        yield from textwrap.wrap(
            side,
            _WIDTH,
            initial_indent=indent,
            subsequent_indent=indent + "    ",
            break_long_words=False,
            break_on_hyphens=False,
        )


def plain(expression: sp.Expr) -> str:
    """An expression in one line, powers as ``^``."""
    return sp.sstr(expression, full_prec=False).replace("**", "^")

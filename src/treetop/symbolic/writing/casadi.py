"""Equations of motion as a Python module that builds them in CasADi's symbols."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import sympy as sp
from sympy.printing.pycode import PythonCodePrinter

from treetop.errors import TreetopError
from treetop.symbolic.writing.code import NumbersAndTables

if TYPE_CHECKING:
    from treetop.symbolic.trees.equations import Equations

_HEAD = '''\
"""Equations of motion of {title} in CasADi, written by Treetop; SI units.

rates        Function (t, coordinates, speeds, parameters, inputs) -> coordinate_rates, speed_rates
equations    Function of the same -> mass_matrix, forcing of mass_matrix u' = forcing
PARAMETERS   what the parameters are, in order; INPUTS names the inputs

{legend}
"""

import casadi as ca

'''

_TAIL = """
_arguments = [t, coordinates, speeds, parameters, inputs]
_names = ["t", "coordinates", "speeds", "parameters", "inputs"]
equations = ca.Function("equations", _arguments, [mass_matrix, forcing], _names,
                        ["mass_matrix", "forcing"])
rates = ca.Function("rates", _arguments, [coordinate_rates, ca.solve(mass_matrix, forcing)], _names,
                    ["coordinate_rates", "speed_rates"])
"""


class _Printer(NumbersAndTables, PythonCodePrinter):
    """Functions by CasADi's names."""

    _default_settings = PythonCodePrinter._default_settings | {"fully_qualified_modules": False}

    def _print_Function(self, expr: sp.Expr) -> str:
        return _called(self, expr)

    _print_sin = _print_cos = _print_tan = _print_asin = _print_acos = _print_atan = _print_Function
    _print_atan2 = _print_exp = _print_log = _print_sinh = _print_cosh = _print_tanh = (
        _print_Function
    )
    _print_sign = _print_Abs = _print_Function

    def _print_Pow(self, expr: sp.Expr, rational: bool = False) -> str:
        if expr.exp == sp.Rational(1, 2):
            return f"ca.sqrt({self._print(expr.base)})"
        return f"({self._print(expr.base)})**({self._print(expr.exp)})"

    def _print_Rational(self, expr: sp.Rational) -> str:
        return f"({expr.p} / {expr.q})"

    def _print_Pi(self, expr: sp.Expr) -> str:
        return "ca.pi"


_WORDS = {"Abs": "fabs"}


def _called(printer: _Printer, expr: sp.Expr) -> str:
    name = type(expr).__name__
    arguments = ", ".join(printer._print(each) for each in expr.args)
    return f"ca.{_WORDS.get(name, name)}({arguments})"


def casadi(found: Equations) -> str:
    """The source."""
    if found.tables:
        raise TreetopError("tables of time are not written for CasADi; make them inputs")
    printer, steps = _Printer(), found.program
    n = len(found.speeds)
    lines = [
        *_symbols(found),
        *(f"{symbol} = {printer.doprint(value)}" for symbol, value in steps.steps.items()),
        f"mass_matrix, forcing = ca.SX.zeros({n}, {n}), ca.SX.zeros({n})",
    ]
    for (j, k), value in steps.mass_matrix.items():
        both = f"mass_matrix[{j}, {k}] = " + (f"mass_matrix[{k}, {j}] = " if j != k else "")
        lines.append(f"{both}{printer.doprint(value)}")
    lines += [f"forcing[{j}] = {printer.doprint(value)}" for j, value in enumerate(steps.forcing)]
    rates = ", ".join(printer.doprint(rate) for rate in found.kinematics)
    lines.append(f"coordinate_rates = ca.vertcat({rates})")
    legend = "\n".join(
        f"{f'{array}[{k}]':16} {symbol!s:12} {found.meanings[symbol]}"
        for array, symbols in (("coordinates", found.coordinates), ("speeds", found.speeds))
        for k, symbol in enumerate(symbols)
    )
    quoted = [text.replace("\\", "\\\\").replace('"', "'") for text in (repr(found.name), legend)]
    return _HEAD.format(title=quoted[0], legend=quoted[1]) + "\n".join(lines) + "\n" + _TAIL


def _symbols(found: Equations) -> Iterator[str]:
    """All symbols, as parts of vectors."""
    yield 't = ca.SX.sym("t")'
    values = ", ".join(f'"{symbol}": {value!r}' for symbol, value in found.parameters.items())
    yield f"PARAMETERS = {{{values}}}"
    yield f"INPUTS = {[str(symbol) for symbol in found.inputs]!r}"
    arrays = {
        "coordinates": found.coordinates, "speeds": found.speeds,
        "parameters": list(found.parameters), "inputs": list(found.inputs),
    }  # fmt: skip
    for array, symbols in arrays.items():
        yield f'{array} = ca.SX.sym("{array}", {len(symbols)})'
        for k, symbol in enumerate(symbols):
            yield f"{symbol} = {array}[{k}]"

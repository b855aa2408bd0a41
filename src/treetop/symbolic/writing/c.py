"""Equations of motion as a source in C99 that needs nothing but the mathematics of C."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.printing.c import C99CodePrinter
from sympy.printing.precedence import PRECEDENCE

from treetop.model import Table
from treetop.symbolic.trees.names import plain
from treetop.symbolic.writing.code import NumbersAndTables, Program, assigned

if TYPE_CHECKING:
    from treetop.symbolic.trees.equations import Equations

_STATE = "const double *coordinates, const double *speeds"
_ARGUMENTS = "const double *parameters, const double *inputs"

_HEAD = """\
/* Equations of motion of '{title}', written by Treetop; SI units.
 *
 *   {prefix}_equations   mass_matrix u' = forcing; the matrix by rows
 *   {prefix}_kinematics  the rates of the coordinates
 *   {prefix}_rates       both solved for the rates of the state; 0 if that could be done
 *
 * {prefix}_parameters are the values of the model; arrays that would be empty may be NULL.
 *
{legend}
 */
#include <math.h>
"""

_TABLE = """\
/* A value tabulated in time, with lines between the times or held until the next. */
static double tabulated(double t, int count, const double *times, const double *values, int hold)
{
    int k = 0;
    if (t < times[0])
        return values[0];
    while (k + 1 < count && times[k + 1] <= t)
        k++;
    if (hold || k + 1 == count)
        return values[k];
    return values[k] + (values[k + 1] - values[k]) * ((t - times[k]) / (times[k + 1] - times[k]));
}
"""

_RATES = """\
int {prefix}_rates(double t, {state},
    {arguments},
    double *coordinate_rates, double *speed_rates)
{{
    enum {{ N = {n} }};
    double M[N * N], *x = speed_rates;
    int i, j, k;
    {prefix}_kinematics(coordinates, speeds, coordinate_rates);
    {prefix}_equations(t, coordinates, speeds, parameters, inputs, M, x);
    for (j = 0; j < N; j++) {{ /* Cholesky's factor replaces the lower triangle */
        for (k = 0; k <= j; k++) {{
            double left = M[N * j + k];
            for (i = 0; i < k; i++)
                left -= M[N * j + i] * M[N * k + i];
            if (j == k && !(left > 0.0))
                return 1;
            M[N * j + k] = j == k ? sqrt(left) : left / M[N * k + k];
        }}
        for (k = 0; k < j; k++)
            x[j] -= M[N * j + k] * x[k];
        x[j] /= M[N * j + j];
    }}
    for (j = N - 1; j >= 0; j--) {{
        for (k = j + 1; k < N; k++)
            x[j] -= M[N * k + j] * x[k];
        x[j] /= M[N * j + j];
    }}
    return 0;
}}
"""


def c(found: Equations) -> str:
    """The source."""
    prefix = prefix_of(found.name)
    return "\n".join([
        _HEAD.format(title=_comment(found.name), prefix=prefix, legend=_legend(found)),
        _parameters(found, prefix),
        *_tables(found.tables),
        _equations(found, found.program, prefix),
        _kinematics(found, prefix),
        _RATES.format(prefix=prefix, state=_STATE, arguments=_ARGUMENTS, n=len(found.speeds)),
    ])  # fmt: skip


def prefix_of(name: str) -> str:
    """What the names of the functions begin with."""
    word = plain(name).lower()
    return word if word[0].isalpha() else f"model_{word}"


class _Printer(NumbersAndTables, C99CodePrinter):
    """Whole small powers as products."""

    def _print_Pow(self, expr: Any) -> str:
        base, exponent = expr.as_base_exp()
        if exponent.is_Integer and 1 < abs(exponent) <= 4:
            factor = self.parenthesize(base, PRECEDENCE["Atom"], strict=True)
            power = "*".join([factor] * abs(int(exponent)))
            return f"({power})" if exponent > 0 else f"(1.0/({power}))"
        return str(super()._print_Pow(expr))


_printer = _Printer()


def _legend(found: Equations) -> str:
    lines = []
    for array, symbols in (
        ("coordinates", found.coordinates),
        ("speeds", found.speeds),
        ("parameters", found.parameters),
        ("inputs", found.inputs),
    ):
        for k, symbol in enumerate(symbols):
            meaning = _comment(str(found.meanings[symbol]))
            lines.append(f" *   {f'{array}[{k}]':16} {symbol!s:12} {meaning}")
    return "\n".join(lines)


def _comment(text: str) -> str:
    return text.replace("*/", "* /")


def _parameters(found: Equations, prefix: str) -> str:
    values = list(found.parameters.values()) or [0.0]
    return f"const double {prefix}_parameters[{len(values)}] = {_braced(values)};\n"


def _braced(values: Iterable[float]) -> str:
    return "{" + ", ".join(repr(float(value)) for value in values) + "}"


def _tables(tables: dict[str, Table]) -> Iterator[str]:
    if tables:
        yield _TABLE
    for name, table in tables.items():
        count, hold = len(table.times), int(table.interpolation == "hold")
        yield (
            f"static double table_{name}(double t)\n{{\n"
            f"    static const double times[{count}] = {_braced(table.times)};\n"
            f"    static const double values[{count}] = {_braced(table.values)};\n"
            f"    return tabulated(t, {count}, times, values, {hold});\n}}\n"
        )


def _equations(found: Equations, steps: Program, prefix: str) -> str:
    n = len(found.speeds)
    lines = [
        f"void {prefix}_equations(double t, {_STATE},",
        f"    {_ARGUMENTS},",
        "    double *mass_matrix, double *forcing)",
        "{",
        *_read("coordinates", found.coordinates, steps.used),
        *_read("speeds", found.speeds, steps.used),
        *_read("parameters", list(found.parameters), steps.used),
        *_read("inputs", found.inputs, steps.used),
        *(f"    const double {s} = {_printer.doprint(value)};" for s, value in steps.steps.items()),
        "    (void)t, (void)coordinates, (void)speeds, (void)parameters, (void)inputs;",
        *assigned(steps, _printer, lambda j, k: f"mass_matrix[{n * j + k}]", end=";"),
    ]
    return "\n".join([*lines, "}", ""])


def _kinematics(found: Equations, prefix: str) -> str:
    used = set().union(*(rate.free_symbols for rate in found.kinematics))
    lines = [
        f"void {prefix}_kinematics({_STATE}, double *coordinate_rates)",
        "{",
        *_read("coordinates", found.coordinates, used),
        *_read("speeds", found.speeds, used),
        "    (void)coordinates, (void)speeds;",
    ]
    for k, rate in enumerate(found.kinematics):
        lines.append(f"    coordinate_rates[{k}] = {_printer.doprint(rate)};")
    return "\n".join([*lines, "}", ""])


def _read(array: str, symbols: Sequence[sp.Symbol], used: set[sp.Symbol]) -> Iterator[str]:
    for k, symbol in enumerate(symbols):
        if symbol in used:
            yield f"    const double {symbol} = {array}[{k}];"

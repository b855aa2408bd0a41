"""Python source of derived equations, with common subexpressions, for the compiler."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.pycode import PythonCodePrinter

from treetop.symbolic.derivation import Derived
from treetop.symbolic.description import Description

HEADER = """\
from math import erf
from numpy import arccos as acos, arccosh as acosh, arcsin as asin, arcsinh as asinh
from numpy import arctan as atan, arctan2 as atan2, arctanh as atanh
from numpy import cos, cosh, e, exp, log, pi, sign, sin, sinh, sqrt, tan, tanh
"""


def source(description: Description, derived: Derived) -> str:
    """Source with the functions `motion`, `hold` and `outputs` of `formulations.user_equations`."""
    nq, nu, nz = len(description.q), len(description.u), len(description.z)
    last, (m, n) = nq + nu + nz, derived.A.shape
    motion = {f"rate[{i}]": e for i, e in enumerate(derived.q_rates)}
    motion |= {f"rate[{nq + nu + i}]": e for i, e in enumerate(derived.z_rates)}
    motion |= {f"rate[{last}]": derived.power}
    motion |= {f"M[{i}, {j}]": derived.M[i, j] for i in range(n) for j in range(i + 1)}
    motion |= {f"Q[{i}]": e for i, e in enumerate(derived.Q)}
    motion |= {f"A[{i}, {j}]": derived.A[i, j] for i in range(m) for j in range(n)}
    motion |= {f"b[{i}]": e for i, e in enumerate(derived.b)}
    motion |= {f"c[{i}]": e for i, e in enumerate(derived.c)}
    hold = {f"phi[{i}]": e for i, e in enumerate(derived.phi)}
    hold |= {f"J[{i}, {j}]": derived.J[i, j] for i in range(len(derived.phi)) for j in range(nq)}
    hold |= {f"chi[{i}]": e for i, e in enumerate(derived.chi)}
    seen = [
        derived.kinetic,
        derived.potential,
        derived.excess,
        *description.outputs,
        *derived.bodies,
    ]
    outputs = {f"seen[{i}]": e for i, e in enumerate(seen)}
    state = [*description.q, *description.u, *description.z]
    parts = [
        HEADER,
        f"DRIVEN = {any(c != 0 for c in derived.c)}\n",
        *function(
            "motion", "t, y, p, rate, M, Q, A, b, c", motion, state, description.p, mirrored="M"
        ),
        *function("hold", "t, y, p, phi, J, chi", hold, state, description.p),
        *function("outputs", "t, y, p, rate, seen", outputs, state, description.p),
    ]
    return "\n".join(parts)


def function(
    name: str,
    arguments: str,
    targets: dict[str, sp.Expr],
    state: list[sp.Symbol],
    parameters: list[sp.Symbol],
    mirrored: str = "",
) -> Iterator[str]:
    """The lines of a function that computes all targets.

    Arrays begin as zeros, so that what is identically zero needs no line; but for rates, which are
    written into arrays of others.
    """
    printer = Printer()
    wanted = {t: printable(e) for t, e in targets.items() if e != 0 or t.startswith("rate")}
    names = (sp.Symbol(f"x{k}") for k in range(10**9))
    common, results = sp.cse(list(wanted.values()), symbols=names, order="none")
    used = set().union(*(e.free_symbols for e in wanted.values()))
    yield f"\ndef {name}({arguments}):"
    yield from (f"    {s} = y[{k}]" for k, s in enumerate(state) if s in used)
    yield from (f"    {s} = p[{k}]" for k, s in enumerate(parameters) if s in used)
    yield from (f"    {s} = {printer.doprint(e)}" for s, e in common)
    for target, result in zip(wanted, results, strict=True):
        yield f"    {target}{_mirror(target, mirrored)} = {printer.doprint(result)}"
    yield "    return 0"


def _mirror(target: str, matrix: str) -> str:
    """The entry across the diagonal of a symmetric matrix."""
    if not matrix or not target.startswith(f"{matrix}["):
        return ""
    i, j = target[len(matrix) + 1 : -1].split(", ")
    return f" = {matrix}[{j}, {i}]" if i != j else ""


class root(sp.Function):
    """A square root that stays one: SymPy would gather it with other powers."""

    nargs = 1


def printable(expression: sp.Expr) -> sp.Expr:
    """Half powers as powers of roots, which are cheap and have much in common; jumps have no
    slope."""
    plain = expression.replace(sp.DiracDelta, lambda *_: sp.S.Zero)
    return plain.replace(
        lambda e: e.is_Pow and e.exp.is_Rational and e.exp.q == 2 and not e.base.is_number,
        lambda e: root(e.base) ** e.exp.p,
    )


class Printer(PythonCodePrinter):
    """Names of functions as the header imports them."""

    def __init__(self) -> None:
        super().__init__({"fully_qualified_modules": False, "allow_unknown_functions": False})

    def _print_root(self, expression: sp.Expr) -> str:
        return f"sqrt({self._print(expression.args[0])})"

    def _print_Pow(self, expression: sp.Pow, **settings: Any) -> str:
        # A division by zero gives an infinity; the power of a zero would raise.
        if expression.exp.is_number and expression.exp.is_negative:
            return f"(1.0/{self.parenthesize(1 / expression, PRECEDENCE['Pow'])})"
        return super()._print_Pow(expression, **settings)

    def _print_sign(self, expression: sp.Expr) -> str:
        return f"sign({self._print(expression.args[0])})"

    def _print_Heaviside(self, expression: sp.Expr) -> str:
        return f"(0.5 + 0.5*sign({self._print(expression.args[0])}))"

    def _print_Rational(self, expression: sp.Rational) -> str:
        return repr(float(expression))

    def _print_Float(self, expression: sp.Float) -> str:
        return repr(float(expression))

    def _print_Integer(self, expression: sp.Integer) -> str:
        return str(int(expression)) if abs(expression) < 2**53 else repr(float(expression))

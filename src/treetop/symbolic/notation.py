"""From the symbols of the user to those of the derivation, and what may be wrong with them.

A derivation knows coordinates q0, q1, ..., their speeds u0, ..., other variables z0, ...,
parameters p0, ... and the time t, all real.  What the user calls them is kept beside.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.physics.mechanics import dynamicsymbols

from treetop.errors import ModelError, Problem
from treetop.model.quantity import short

TIME = sp.Symbol("t", real=True)

# What can be differentiated and computed; all else is refused by name.
KNOWN = (
    sp.sin, sp.cos, sp.tan, sp.asin, sp.acos, sp.atan, sp.atan2,
    sp.sinh, sp.cosh, sp.tanh, sp.asinh, sp.acosh, sp.atanh,
    sp.exp, sp.log, sp.Abs, sp.sign, sp.Max, sp.Min, sp.Heaviside, sp.Piecewise, sp.erf,
)  # fmt: skip
ARITHMETIC = (sp.Add, sp.Mul, sp.Pow)

LARGEST = 1e300  # number; slopes may be larger


class Notation:
    """The user's symbols in the order of the derivation's.

    Parameters
    ----------
    coordinates, speeds : sequences
        Symbols or functions of time.  Speeds are what stands for the rates of coordinates, or
        speeds of their own.
    variables : sequence
        Those with rates of their own.
    rates : mapping
        What to write for rates of coordinates and variables, where they occur.
    """

    def __init__(
        self,
        coordinates: Sequence[Any],
        speeds: Sequence[Any],
        variables: Sequence[Any] = (),
        rates: Mapping[Any, Any] | None = None,
    ) -> None:
        self.coordinates, self.speeds = list(coordinates), list(speeds)
        self.variables, self.rates = list(variables), dict(rates or {})
        self.time = _time_of([*coordinates, *speeds, *variables])
        self.q = symbols("q", len(self.coordinates))
        self.u = symbols("u", len(self.speeds))
        self.z = symbols("z", len(self.variables))
        self.parameters: list[sp.Symbol] = []
        user_symbols = [*self.coordinates, *self.speeds, *self.variables]
        self._rule = dict(zip(user_symbols, [*self.q, *self.u, *self.z], strict=True))
        self._rule[self.time] = TIME
        self.problems: list[Problem] = []

    @property
    def p(self) -> list[sp.Symbol]:
        """Parameters of the derivation, as many as have occurred."""
        return symbols("p", len(self.parameters))

    def names(self) -> tuple[list[str], list[str], list[str]]:
        """What the user calls coordinates, speeds and variables."""
        q, z = (list(map(name_of, many)) for many in (self.coordinates, self.variables))
        u = [
            f"{name_of(s.expr)}_rate" if isinstance(s, sp.Derivative) else name_of(s)
            for s in self.speeds
        ]
        return q, u, z

    def translated(self, expression: Any, where: str) -> sp.Expr:
        """An expression in the symbols of the derivation; what is wrong with it is noted."""
        try:
            found = expression if isinstance(expression, str) else sp.sympify(expression)
        except sp.SympifyError:
            found = expression
        if isinstance(found, sp.Eq):
            found = found.lhs - found.rhs
        if not isinstance(found, sp.Expr) or isinstance(found, sp.MatrixBase):
            self._note(f"{found} is no expression", where, "give a SymPy expression or a number")
            return sp.S.Zero
        if self.rates:
            found = found.xreplace(self.rates)
        if any(d not in self._rule for d in found.atoms(sp.Derivative)):
            found = found.doit()
            found = found.xreplace(self.rates)
        wrong = list(self._wrong(found, where))
        self.problems += wrong
        if wrong:
            return sp.S.Zero
        fresh = found.free_symbols - set(self._rule) - set(self.parameters)
        # A coordinate f(t) has the free symbol t, which is in the rule.
        for symbol in sorted(fresh, key=str):
            self._rule[symbol] = sp.Symbol(f"p{len(self.parameters)}", real=True)
            self.parameters.append(symbol)
        return found.xreplace(self._rule)

    def vector(self, expressions: Any, where: str) -> list[sp.Expr]:
        return [self.translated(e, where) for e in expressions]

    def back(self, expression: Any) -> Any:
        """An expression, or a matrix of them, in the user's symbols."""
        return expression.xreplace({symbol: users for users, symbol in self._rule.items()})

    def values(self, parameters: Mapping[Any, Any]) -> list[float]:
        """A number for every parameter that occurs."""
        by_name: dict[str, Any] = {}
        for key, value in parameters.items():
            if (name := str(key)) in by_name:
                self._note(f"'{name}' is given twice", "parameters", "give each symbol one name")
            by_name[name] = value
        names = [str(symbol) for symbol in self.parameters]
        idle = [key for key in parameters if str(key) not in names]
        self.problems += [problem for key in idle for problem in self._idle(key)]
        for name in sorted({name for name in names if names.count(name) > 1}):
            hint = "give them different names, or the same assumptions"
            self._note(f"two different symbols are called '{name}'", "parameters", hint)
        missing = [name for name in names if name not in by_name]
        if missing:
            many = "symbols have" if len(missing) > 1 else "symbol has"
            listed = ", ".join(f"'{name}'" for name in missing)
            hint = "give each a number, as in parameters={m: 2.0}"
            self._note(f"{len(missing)} {many} no value: {listed}", "parameters", hint)
        return [self._number(name, by_name[name]) for name in names if name in by_name]

    def require(self) -> None:
        """Raise if anything was wrong so far."""
        if self.problems:
            raise ModelError(dict.fromkeys(self.problems))

    def _number(self, name: str, value: Any) -> float:
        try:
            number = float(value)
        except (TypeError, ValueError, OverflowError):
            number = float("nan")
        if not abs(number) < float("inf"):
            self._note(
                f"{short(value)} is not a number", f"parameters.{name}", "give a finite number"
            )
        return number

    def _idle(self, key: Any) -> Iterator[Problem]:
        """What is wrong with a value that nothing takes; the user's symbols may be left unused."""
        where = f"parameters.{key}"
        if str(key) in {str(symbol) for symbol in self._rule}.union(*self.names()):
            hint = "what moves gets its value from the state at the start"
            yield Problem("is no parameter", where, hint)
        elif isinstance(key, str) and not self.problems:  # which may have hidden symbols
            yield Problem("does not occur", where, "leave it out, or look for another spelling")

    def _wrong(self, expression: sp.Expr, where: str) -> Iterator[Problem]:
        for derivative in expression.atoms(sp.Derivative) - set(self._rule):
            hint = "only first rates of coordinates may occur; accelerations are what is looked for"
            yield Problem(f"{derivative} remains", where, hint)
        inside = expression.replace(lambda e: isinstance(e, sp.Derivative), lambda e: sp.Dummy())
        for function in inside.atoms(AppliedUndef) - set(self._rule):
            what = f"'{function}' is a function without a formula: it cannot be differentiated"
            hint = "write its formula, or make it a coordinate or an auxiliary variable"
            yield Problem(what, where, hint)
        for part in inside.atoms(sp.Expr):
            if part.args and not isinstance(part, (*KNOWN, *ARITHMETIC, AppliedUndef)):
                what = f"'{part}' cannot be differentiated and computed"
                known = ", ".join(sorted(kind.__name__ for kind in KNOWN))
                yield Problem(what, where, f"there are: {known}, roots and powers")
        if any(number.is_finite and abs(number) > LARGEST for number in inside.atoms(sp.Number)):
            yield Problem("a number in it is too large", where, f"stay below {LARGEST:g}")
        if expression.has(sp.I, sp.nan, sp.zoo, sp.oo, -sp.oo):
            yield Problem("it is not real and finite", where, "look for a division by zero")

    def _note(self, what: str, where: str, hint: str) -> None:
        self.problems.append(Problem(what, where, hint))


def mapping(values: Any, where: str) -> dict[Any, Any]:
    """What is given by symbol or name; None is nothing."""
    if values is not None and not isinstance(values, Mapping):
        hint = "give values by symbol or name, as in {x: 1.0}"
        raise ModelError([Problem("does not say which is which", where, hint)])
    return dict(values or {})


def symbols(letter: str, count: int) -> list[sp.Symbol]:
    return [sp.Symbol(f"{letter}{k}", real=True) for k in range(count)]


def name_of(symbol: Any) -> str:
    """``x`` for the symbol x, and for the function x(t)."""
    return symbol.func.__name__ if isinstance(symbol, AppliedUndef) else str(symbol)


def is_variable(symbol: Any) -> bool:
    """Whether it may be a coordinate: a symbol, or an unknown function of one symbol."""
    if isinstance(symbol, AppliedUndef):
        return len(symbol.args) == 1 and isinstance(symbol.args[0], sp.Symbol)
    return isinstance(symbol, sp.Symbol)


def _time_of(variables: Iterable[Any]) -> sp.Symbol:
    times = {v.args[0] for v in variables if isinstance(v, AppliedUndef)}
    if len(times) > 1:
        listed = ", ".join(sorted(map(str, times)))
        hint = "use one symbol for the time"
        raise ModelError([Problem(f"functions of {listed}", "coordinates", hint)])
    return times.pop() if times else dynamicsymbols._t

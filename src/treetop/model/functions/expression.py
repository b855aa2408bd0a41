"""Functions written as text, such as ``"0.2*sin(3*t)"``; nothing in them is run as code.

They are of the time ``t``, or of an arc length ``s``.  The text is read by Python's own grammar, of
which numbers, that letter, ``pi``, ``+ - * / **`` and a few functions are let through.  What is
left are steps, each of which does something with the results of earlier ones.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator
from reprlib import repr as short
from typing import Any, NamedTuple

from treetop.core.tables.kinds import (
    ADD,
    CONSTANT,
    COS,
    DIVIDE,
    EXP,
    LOG,
    MULTIPLY,
    NEGATE,
    POWER,
    SIN,
    SMOOTHSTEP,
    SQRT,
    SUBTRACT,
    TAN,
    TANH,
    TIME,
)
from treetop.model.quantity import Invalid

LONGEST = 2000  # characters


def _smoothstep(x: float) -> float:
    x = min(max(x, 0.0), 1.0)
    return x**3 * (10.0 - x * (15.0 - 6.0 * x))


_FUNCTIONS: dict[str, tuple[int, Callable[[float], float]]] = {
    "sin": (SIN, math.sin),
    "cos": (COS, math.cos),
    "tan": (TAN, math.tan),
    "tanh": (TANH, math.tanh),
    "exp": (EXP, math.exp),
    "log": (LOG, math.log),
    "sqrt": (SQRT, math.sqrt),
    "smoothstep": (SMOOTHSTEP, _smoothstep),
}
_OPERATORS: dict[type, tuple[int, Callable[[float, float], float]]] = {
    ast.Add: (ADD, lambda a, b: a + b),
    ast.Sub: (SUBTRACT, lambda a, b: a - b),
    ast.Mult: (MULTIPLY, lambda a, b: a * b),
    ast.Div: (DIVIDE, lambda a, b: a / b),
    ast.Pow: (POWER, lambda a, b: a**b),
}
_ONE = dict(_FUNCTIONS.values())
_TWO = dict(_OPERATORS.values())
_UNITS = {"t": "s", "s": "m"}  # of the variables


def _hint(variable: str) -> str:
    names, unit = ", ".join(_FUNCTIONS), _UNITS[variable]
    return (
        f"write numbers, {variable}, pi, + - * / **, brackets and {names}; {variable} is in {unit}"
    )


class Step(NamedTuple):
    """What to do, with the results of which steps, and a number of its own."""

    what: int
    a: int = 0
    b: int = 0
    number: float = 0.0


class Result(NamedTuple):
    """The number of a step."""

    step: int


def steps_of(text: str, variable: str = "t") -> list[Step]:
    """The steps by which an expression in a variable is worked out, the last one being its
    value."""
    if len(text) > LONGEST:
        raise Invalid(f"an expression of {len(text)} characters is too long", "give a table")
    try:
        tree = ast.parse(text.strip(), mode="eval")
        reader = _Reader(variable)
        value = reader.value(tree.body)
    except Invalid:
        raise
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        what = f"{short(text)} is not an expression in {variable}"
        raise Invalid(what, _hint(variable)) from None
    except ArithmeticError as error:
        what = f"{short(text)} cannot be worked out: {error}"
        raise Invalid(what, _hint(variable)) from None
    reader.result(value)
    return reader.steps


def evaluated(steps: list[Step], x: float) -> float:
    """The value of an expression, its variable being x."""
    results: list[float] = []
    for what, a, b, number in steps:
        if what == TIME:
            results.append(x)
        elif what == CONSTANT:
            results.append(number)
        elif what == NEGATE:
            results.append(-results[a])
        elif what == POWER:
            results.append(results[a] ** number)
        elif what in _ONE:
            results.append(_ONE[what](results[a]))
        else:
            results.append(_TWO[what](results[a], results[b]))
    return float(results[-1])


def passages(steps: list[Step]) -> Iterator[float]:
    """Values of the variable at which what is linear in it passes 0 in something that is not: where
    peaks have their middle; or 1 in a smoothstep, which ends there."""
    lines: list[tuple[float, float] | None] = []
    for step in steps:
        lines.append(_line(step, lines))
        if lines[-1] is not None:
            continue
        two = step.what in (ADD, SUBTRACT, MULTIPLY, DIVIDE)
        for line in (lines[k] for k in ((step.a, step.b) if two else (step.a,))):
            if line is not None and line[1] != 0.0:
                levels = (0.0, 1.0) if step.what == SMOOTHSTEP else (0.0,)
                yield from ((level - line[0]) / line[1] for level in levels)


def _line(step: Step, lines: list[tuple[float, float] | None]) -> tuple[float, float] | None:
    """What a step is at 0, and its slope, given those before; None if it is not linear."""
    what, one = step.what, lines[step.a] if lines else None
    if what == TIME:
        return 0.0, 1.0
    if what == CONSTANT:
        return step.number, 0.0
    if one is not None and what == NEGATE:
        return -one[0], -one[1]
    other = lines[step.b] if what in _TWO else None
    if one is None or other is None:
        return None
    law = _TWO[what]
    if what in (ADD, SUBTRACT):
        return law(one[0], other[0]), law(one[1], other[1])
    if what == MULTIPLY and one[1] == 0.0:
        one, other = other, one
    if other[1] != 0.0 or (what == DIVIDE and other[0] == 0.0) or what == POWER:
        return None
    return law(one[0], other[0]), law(one[1], other[0])


class _Reader:
    """Reads parts of an expression; those without its variable are worked out at once."""

    def __init__(self, variable: str) -> None:
        self.variable = variable
        self.steps: list[Step] = []

    def value(self, node: Any) -> float | Result:
        match node:
            case ast.Constant(value=bool()):
                pass
            case ast.Constant(value=int() | float() as number) if math.isfinite(number):
                return float(number)
            case ast.Name(id="pi"):
                return math.pi
            case ast.Name(id=self.variable):
                return self.step(TIME)
            case ast.UnaryOp(op=ast.UAdd()):
                return self.value(node.operand)
            case ast.UnaryOp(op=ast.USub()):
                return self.of_one(NEGATE, lambda x: -x, self.value(node.operand))
            case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if (
                name in _FUNCTIONS
            ):
                return self.of_one(*_FUNCTIONS[name], self.value(argument))
            case ast.BinOp() if type(node.op) in _OPERATORS:
                sides = self.value(node.left), self.value(node.right)
                return self.of_two(*_OPERATORS[type(node.op)], *sides)
        text = ast.unparse(node)
        raise Invalid(f"{short(text)} cannot stand in an expression", _hint(self.variable))

    def step(self, what: int, a: int = 0, b: int = 0, number: float = 0.0) -> Result:
        self.steps.append(Step(what, a, b, number))
        return Result(len(self.steps) - 1)

    def result(self, value: float | Result) -> int:
        """The step whose result is the value."""
        return value.step if isinstance(value, Result) else self.step(CONSTANT, number=value).step

    def of_one(self, what: int, law: Any, x: float | Result) -> float | Result:
        return self.step(what, x.step) if isinstance(x, Result) else law(x)

    def of_two(self, what: int, law: Any, x: float | Result, y: float | Result) -> float | Result:
        if isinstance(x, float) and isinstance(y, float):
            value = law(x, y)
            if not isinstance(value, float):
                raise Invalid("a power of a negative number is not real", _hint(self.variable))
            return value
        if what == POWER:
            if isinstance(y, Result):
                problem = f"an exponent depends on {self.variable}"
                raise Invalid(problem, "write exp(... * log(...)) instead")
            return self.step(POWER, self.result(x), number=y)
        return self.step(what, self.result(x), self.result(y))

"""Linear systems, in discrete time or continuous."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator

from treetop.model.block import CONTINUOUS, Delay, Labels, Reading, period_if_any
from treetop.model.controllers.base import ControllerKind
from treetop.model.quantity import Invalid, elements, number, optional, scalar
from treetop.model.specification import spec

__all__ = ["LinearController"]

Rows = tuple[tuple[float, ...], ...]


def _rows(value: Any) -> Rows:
    """A matrix; one row may be given alone."""
    rows = elements(value)
    if rows and not any(isinstance(row, (list, tuple)) for row in rows):
        rows = [rows]
    found = tuple(tuple(number(x) for x in elements(row)) for row in rows)
    if len({len(row) for row in found}) > 1:
        raise Invalid("its rows are not of one length", "give a matrix such as [[1, 0], [0, 1]]")
    return found


def _period(value: Any) -> float | None:
    """The period of a law whose matrices are given."""
    if hasattr(value, "A"):
        hint = "LinearController.of(system, inputs=..., to=...) takes its matrices and its period"
        raise Invalid("a linear system is no period", hint)
    return period_if_any(value)


Matrix = Annotated[Any, PlainValidator(_rows)]


@spec
class LinearController(ControllerKind):
    """``x⁺ = A x + B z``, ``u = C x + D z``: of the quantities ``inputs`` z it makes the commands
    ``to`` u.

    ``LinearController.of(system, inputs=..., to=...)`` takes the matrices and the period of a
    ``StateSpace`` of python-control. With ``every`` "continuous", as of one with dt = 0, A and B
    make the rate of x instead, at every instant, of what is known before forces act.
    """

    kind: ClassVar[str] = "linear-controller"

    every: Annotated[Any, PlainValidator(_period)]
    inputs: Labels
    to: Labels
    A: Matrix = ()
    B: Matrix = ()
    C: Matrix = ()
    D: Matrix = ()
    start: Annotated[Any, optional(PlainValidator(lambda v: _rows(v)[0]))] = None
    offset: Annotated[Any, scalar("s", at_least=0)] = 0.0
    delay: Delay = 0.0

    def __post_init__(self) -> None:
        self.require_sampled("offset", "delay")
        n = len(self.A)
        for name, rows in (("A", n), ("B", n), ("C", len(self.to)), ("D", len(self.to))):
            matrix = getattr(self, name)
            if (matrix or name == "B") and len(matrix) != rows:
                raise Invalid(f"'{name}' has {len(matrix)} rows, not {rows}", _FIT, (name,))
        if any(len(row) != n for row in (*self.A, *self.C)):
            raise Invalid(f"'A' and 'C' do not have {n} columns each", _FIT)
        if bool(n) != bool(self.C) or (not n and not self.D):
            raise Invalid("matrices are missing", "give A, B, C and D, or D alone")
        if self.start is not None and len(self.start) != n:
            raise Invalid(f"'start' has {len(self.start)} numbers, not {n}", _FIT, ("start",))

    @classmethod
    def of(cls, system: Any, **fields: Any) -> LinearController:
        """That of a system with matrices A, B, C, D and a period dt."""
        matrices = {name: getattr(system, name, None) for name in "ABCD"}
        period = getattr(system, "dt", None)
        if any(matrix is None for matrix in matrices.values()):
            raise Invalid("this is no linear system", "give a control.StateSpace")
        if isinstance(period, bool) or period is None:
            what = "it does not say its sample period"
            raise Invalid(what, "give its dt a number, 0 if it is continuous")
        present = {name: m for name, m in matrices.items() if getattr(m, "size", 1)}
        made = cls(**{"every": float(period) or None} | present | fields)
        if made.every != (float(period) or None):
            its = f"its period is {float(period):.9g} s" if period else "it is continuous"
            given = f"{made.every:.9g} s" if made.every else CONTINUOUS
            hint = "leave 'every' out, or convert the system first, as control.c2d does"
            raise Invalid(f"{its}, and 'every' is {given}", hint, ("every",))
        return made

    @property
    def input_count(self) -> int:
        """How many numbers it reads."""
        return len((self.B or self.D)[0])

    @property
    def reads(self) -> tuple[Reading, ...]:
        return tuple(Reading(each, "inputs", 0) for each in self.inputs)

    @property
    def memory(self) -> tuple[float, ...]:  # type: ignore[override]
        n = len(self.A)
        return (*(self.start or (0.0,) * n), *(0.0,) * (n if self.every else 0))

    @property
    def parameters(self) -> tuple[float, ...]:  # type: ignore[override]
        D = self.D or ((0.0,) * self.input_count,) * len(self.to)
        matrices = self.A, self.B, self.C, D
        return float(len(self.A)), *(x for matrix in matrices for row in matrix for x in row)


_FIT = "A is n by n, B n by inputs, C commands by n, D commands by inputs"

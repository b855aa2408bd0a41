"""Exact derivatives of a state's rate, by duals: the kernels of a formulation, compiled for numbers
that carry derivatives."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np

from treetop.core.compilation import prepare
from treetop.core.compiler import INTERPRETED, CompilationError
from treetop.core.compiler.interpreted_duals import functions_of_duals
from treetop.core.compiler.kinds import DUALS
from treetop.core.derivatives import jacobian
from treetop.core.derivatives.called import kernels_of, not_called
from treetop.core.forces.joint_physics import depends_on_reactions
from treetop.core.formulations import recursive
from treetop.core.formulations.closed_loop import recursive as closed_recursive

if TYPE_CHECKING:
    from treetop.system.state import State
    from treetop.system.system import System

COVERED = recursive.formulation, closed_recursive.formulation


class ExactRates:
    """What differentiates the rate of a system's states.

    Attributes
    ----------
    missing : str
        Why derivatives cannot be had, in words; empty if they can.
    """

    missing = ""

    def __init__(self, system: System) -> None:
        self._system, equations = system, system.equations
        if equations not in COVERED:
            self.missing = f"the equations of '{system.formulation}' in this model have none"
            if depends_on_reactions(system.assembly.optional):
                self.missing = "friction depends on reactions"
            return
        self._context = system.context()
        try:
            problem, forces = self._context.problem, system.assembly.optional
            prepare(*kernels_of(equations, forces, problem))
            unused = not_called(equations, forces)
            self._handle, self._alive = DUALS.problem_of(problem, unused)
            self._derivative = equations.derivative.for_kind(DUALS).function
        except (CompilationError, ValueError) as error:  # the latter by calls that do not fit
            self.missing = f"a part of the model cannot be differentiated: {_first_line(error)}"
        self._duals = DUALS.rows(np.zeros(system.size)), DUALS.rows(np.zeros(system.size))

    def along(self, state: State, directions: np.ndarray) -> np.ndarray:
        """Derivatives of the rate along directions, both in rows."""
        found = np.zeros(directions.shape)
        self._context.work.rank[0] = -1
        arguments = state.time, state.vector, np.ascontiguousarray(directions), found
        with functions_of_duals() if INTERPRETED else nullcontext():
            jacobian.along(self._derivative, *arguments, *self._duals, self._handle)
        return found

    def around(self, state: State, steps: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Rates of the state, and of the state moved by each of some steps, ahead and behind."""
        ahead, behind = np.zeros((2, *steps.shape))
        derivative, problem = self._system.derivative, self._context.fresh_problem()
        jacobian.sides(derivative, state.time, state.vector, steps.copy(), ahead, behind, problem)
        return self._system.rate_in(self._context, state), ahead, behind


def exact_rates(system: System) -> ExactRates:
    """The derivatives of a system, each thread having its own workspace."""
    threads: Any = system._threads
    found = getattr(threads, "exact_rates", None)
    if found is None:
        found = threads.exact_rates = ExactRates(system)
    return found


def _first_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return next((line for line in lines if "step:" not in line), type(error).__name__)

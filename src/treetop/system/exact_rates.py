"""Exact derivatives of a state's rate, by duals: the kernels of a formulation, compiled for numbers
that carry derivatives."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np

from treetop.core.compiler import INTERPRETED, CompilationError
from treetop.core.compiler.interpreted_duals import functions_of_duals
from treetop.core.compiler.kinds import DUALS
from treetop.core.derivatives import jacobian
from treetop.system.state_jacobian import (
    in_duals,
    is_known_tree,
    missing,
    of_tree,
    undifferentiable,
)

if TYPE_CHECKING:
    from treetop.system.state import State
    from treetop.system.system import System


class ExactRates:
    """What differentiates the rate of a system's states.

    Attributes
    ----------
    missing : str
        Why derivatives cannot be had, in words; empty if they can.
    smooth : bool
        Whether there are no corners and jumps, as in trees all of whose forces are known.
    """

    def __init__(self, system: System) -> None:
        self._system, self.missing, self.smooth = system, missing(system), False
        if self.missing:
            return
        self._context = system.context()
        self._tree = of_tree(system, self._context.problem) if is_known_tree(system) else None
        self.smooth = self._tree is not None
        if self.smooth:
            return
        try:
            self._copy = in_duals(system, self._context.problem)
        except (CompilationError, ValueError) as error:  # the latter by calls that do not fit
            self.missing = undifferentiable(error)
        self._duals = DUALS.rows(np.zeros(system.size)), DUALS.rows(np.zeros(system.size))

    def along(self, state: State, directions: np.ndarray) -> np.ndarray:
        """Derivatives of the rate along directions, both in rows."""
        if self._tree:
            J = np.zeros((self._system.size, self._system.size))
            self._tree.write(state.time, state.vector, J, self._tree.handle)
            return np.asarray(directions @ J.T)
        found = np.zeros(directions.shape)
        self._context.work.rank[0] = -1
        arguments = state.time, state.vector, np.ascontiguousarray(directions), found
        with functions_of_duals() if INTERPRETED else nullcontext():
            jacobian.along(self._copy.derivative, *arguments, *self._duals, self._copy.handle)
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

"""What writes the Jacobian of the rates of a system's states: as a tree, or by duals."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from treetop.core.compilation import prepare
from treetop.core.compiler import INTERPRETED, Entry, boxed
from treetop.core.compiler.interpreted_duals import functions_of_duals
from treetop.core.compiler.kinds import DUALS
from treetop.core.derivatives import jacobian, tree_jacobian, tree_tables
from treetop.core.derivatives.called import kernels_of, not_called
from treetop.core.derivatives.interface import Jacobian, bundle
from treetop.core.formulations import recursive
from treetop.core.formulations.closed_loop import recursive as closed_recursive
from treetop.core.formulations.with_reaction_friction import depends_on_reactions

if TYPE_CHECKING:
    from treetop.system.system import System

# Numbers of a state from which on exact Jacobians of trees whose forces are all known are worth
# compiling: one kernel finds them in a few evaluations.
KNOWN_TREES = 50
COVERED = recursive.formulation, closed_recursive.formulation


class Written(NamedTuple):
    """What writes a Jacobian: a function, its handle, and what must be kept alive with it."""

    write: Any
    handle: Any
    alive: Any

    def packed(self) -> tuple[np.ndarray, Any]:
        """Both as integrators take them, and what must be kept alive."""
        handle, alive = bundle.pack(Jacobian(self.write, boxed(self.handle)))
        return boxed(handle), (alive, self.alive)


def missing(system: System) -> str:
    """Why there are no exact derivatives, in words; empty if there may be."""
    if system.equations in COVERED:
        return ""
    if depends_on_reactions(system.assembly.optional):
        return "friction depends on reactions"
    return f"the equations of '{system.formulation}' in this model have none"


def is_known_tree(system: System) -> bool:
    """Whether the Jacobian is found without duals."""
    return system.equations is recursive.formulation and tree_tables.knows_all(system.tables)


def of_tree(system: System, problem: Any) -> Written:
    """What writes that of a tree all of whose forces are known, in a problem of its own."""
    prepare(tree_jacobian.write)
    made = tree_tables.tree_tables(
        system.derivative, boxed(problem), system.tables.tree, system.size
    )
    handle, alive = tree_tables.pack(made)
    return Written(tree_jacobian.write.function, handle, (alive, made))


class InDuals(NamedTuple):
    """A copy of a problem in duals, and the derivative for these."""

    derivative: Any
    handle: Any
    alive: Any


def in_duals(system: System, problem: Any) -> InDuals:
    """
    Raises
    ------
    TreetopError
        If a part of the model cannot be differentiated, in words.
    """
    equations, forces = system.equations, system.assembly.optional
    prepare(*kernels_of(equations, forces, problem))
    handle, alive = DUALS.problem_of(problem, not_called(equations, forces))
    return InDuals(equations.derivative.for_kind(DUALS).function, handle, alive)


def undifferentiable(error: Exception) -> str:
    """What cannot be differentiated, by what the compiler says."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    first = next((line for line in lines if "step:" not in line), type(error).__name__)
    return f"a part of the model cannot be differentiated: {first}"


def by_duals(system: System, problem: Any, along: bool = False) -> Written:
    """What writes that of any system that has duals; or derivatives along directions, in the place
    of these."""
    copy = in_duals(system, problem)
    y, f = DUALS.rows(np.zeros(system.size)), DUALS.rows(np.zeros(system.size))
    made = jacobian.DualJacobian(copy.derivative, boxed(copy.handle), y, f)
    handle, alive = jacobian.bundle.pack(made)
    entry = jacobian.replace if along else jacobian.write
    return Written(_interpreted(entry) if INTERPRETED else entry.function, handle, (alive, copy))


def _interpreted(entry: Entry) -> Callable:
    def write(*arguments: Any) -> Any:
        with functions_of_duals():
            return entry(*arguments)

    return write

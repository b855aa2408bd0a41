"""How an implicit method finds the Jacobian of a run: exactly, or by differences and why."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import BOX, CompilationError
from treetop.system.protocol import DynamicalSystem
from treetop.system.state_jacobian import (
    by_duals,
    is_known_tree,
    missing,
    of_tree,
    undifferentiable,
)
from treetop.system.system import System

EXACT = "exact"
# Numbers of a state from which on exact Jacobians are worth compiling: those of trees whose forces
# are all known, which one kernel finds in a few evaluations, and others, by duals, which each sort
# of model has compiled for itself.  Smaller systems have differences, whatever is compiled already,
# so that runs repeat.
KNOWN_TREES, BY_DUALS = 50, 200


class RunJacobian(NamedTuple):
    """What integrators take, what must be kept alive with it, and how it is found in words."""

    exact: np.ndarray
    alive: Any
    method: str


def run_jacobian(
    system: DynamicalSystem, problem: Any, projected: bool, as_numbers: bool = False
) -> RunJacobian:
    """For a run of the system in a problem of its own.

    Parameters
    ----------
    projected : bool
        Whether constraints are kept by projection, so that rates are those of the system itself.
    as_numbers : bool
        Whether differences are asked for.
    """
    if not isinstance(system, System):
        return _by_differences("the equations are user-defined")
    reason = missing(system)
    tree = not reason and is_known_tree(system)
    enough = KNOWN_TREES if tree else BY_DUALS
    if not reason and not projected and system.constrained:
        reason = "constraints are stabilised within the equations"
    elif not reason and system.size < enough:
        reason = f"the state has less than {enough} numbers"
    elif not reason and as_numbers:
        reason = "they are asked for"
    if not reason:
        try:
            found = (of_tree if tree else by_duals)(system, problem)
            return RunJacobian(*found.packed(), EXACT)
        except (CompilationError, ValueError) as error:  # the latter by calls that do not fit
            reason = undifferentiable(error)
    return _by_differences(reason)


def _by_differences(reason: str) -> RunJacobian:
    return RunJacobian(BOX, None, f"differences: {reason}")

"""How an implicit method finds the Jacobian of a run: exactly, or by differences and why."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import BOX, CompilationError
from treetop.system.protocol import DynamicalSystem
from treetop.system.state_jacobian import (
    KNOWN_TREES,
    by_duals,
    is_known_tree,
    missing,
    of_tree,
    undifferentiable,
)
from treetop.system.system import System

EXACT = "exact"
# Numbers of a state from which on exact Jacobians by duals are worth compiling, which is done for
# each sort of model.  Smaller systems have differences, whatever is compiled already, so that runs
# repeat; as have trees with less than KNOWN_TREES.
BY_DUALS = 200


class RunJacobian(NamedTuple):
    """What integrators take, what must be kept alive with it, and how it is found in words."""

    exact: np.ndarray
    alive: Any
    method: str


def run_jacobian(
    system: DynamicalSystem,
    problem: Any,
    projected: bool,
    as_numbers: bool = False,
    along: bool = False,
) -> RunJacobian:
    """For a run of the system in a problem of its own.

    Parameters
    ----------
    projected : bool
        Whether constraints are kept by projection, so that rates are those of the system itself.
    as_numbers : bool
        Whether differences are asked for.
    along : bool
        Whether derivatives along directions are wanted, instead of all.
    """
    if not isinstance(system, System):
        return _by_differences("the equations are user-defined")
    reason = missing(system)
    tree = not reason and not along and is_known_tree(system)
    enough = KNOWN_TREES if tree else BY_DUALS
    if not reason and not projected and system.constrained:
        reason = "constraints are stabilised within the equations"
    elif not reason and system.size < enough:
        reason = f"the state has less than {enough} numbers"
    elif not reason and as_numbers:
        reason = "they are asked for"
    if not reason:
        try:
            found = of_tree(system, problem) if tree else by_duals(system, problem, along)
            return RunJacobian(*found.packed(), EXACT)
        except (CompilationError, ValueError) as error:  # the latter by calls that do not fit
            reason = undifferentiable(error)
    return _by_differences(reason)


def _by_differences(reason: str) -> RunJacobian:
    return RunJacobian(BOX, None, f"differences: {reason}")

"""Where a system stays as it is: static equilibrium, or steady motion, under the loads it has."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from treetop.analysis.linear import linearised
from treetop.assembly.kinds import DEFORMATION
from treetop.errors import TreetopError
from treetop.state import State
from treetop.system import System

ENOUGH = 1e-13  # of the largest change so far: the last step of Newton's method
MOST = 30  # steps


def equilibrium(system: System, state: State, change: Iterable[str] | None = None) -> State:
    """A state near the given one at which some speeds stay as they are.

    Parameters
    ----------
    system : System
        Built as "recursive" or "kane", without constraints beyond its tree.
    state : State
        Its speeds stay: at rest, or in steady rotation.
    change : labels of speeds, optional
        Whose coordinates change until their rates vanish, such as ``"hinge.rate"``; all modes of
        flexible bodies unless given.
    """
    system.require_own(state)
    if system.constrained:
        raise TreetopError("equilibrium of a system with loops or constraints is not found yet")
    tree = system.tables.tree
    modal = np.repeat(tree.joint == DEFORMATION, np.diff(tree.u_at))
    labels = system.speed_labels
    names = [labels[j] for j in np.flatnonzero(modal)] if change is None else list(change)
    unknown = [name for name in names if name not in labels]
    if unknown:
        raise TreetopError(f"there is no speed '{unknown[0]}'; there are: {', '.join(labels)}")
    own = np.array([labels.index(name) for name in names], dtype=int)
    y, largest = state.vector.copy(), 0.0
    for _ in range(MOST):
        here = State(system, state.time, y)
        linear = linearised(system, here)
        at = [int(np.argmax(linear.directions[j])) for j in own]
        n = len(linear.rates)
        K = linear.A[n:, :n][np.ix_(at, at)]
        step = np.zeros(len(labels))
        step[own] = np.linalg.solve(K, -linear.rates[at])
        y = y.copy()
        system.equations.chart.displaced(y, system.problem, step)
        size = float(np.abs(step).max(initial=0.0))
        largest = max(largest, size)
        if size <= ENOUGH * max(largest, 1e-3):
            return State(system, state.time, y)
    raise TreetopError(f"no equilibrium is found near the state: {size:.3g} is left to go")

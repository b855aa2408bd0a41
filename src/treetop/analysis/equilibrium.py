"""Where a system stays as it is: static equilibrium, or steady motion, under the loads it has."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from treetop.analysis.linear import Linear, beside, linearised
from treetop.assembly.kinds import DEFORMATION
from treetop.errors import TreetopError
from treetop.state import State
from treetop.system import System, has_rows

ENOUGH = 1e-13  # of the largest change so far: the last step of Newton's method
ROUNDING = 1e-8  # of the largest change so far: steps below that no longer fall are rounding
MOST = 30  # steps


def equilibrium(system: System, state: State, change: Iterable[str] | None = None) -> State:
    """A state near the given one at which some speeds stay as they are.

    Parameters
    ----------
    system : System
        Built as "recursive" or "kane".
    state : State
        Its speeds stay: at rest, or in steady rotation.
    change : labels of speeds, optional
        Whose coordinates change until their rates vanish, such as ``"hinge.rate"``; all modes of
        flexible bodies unless given.  With loops, all that constraints and drives leave free.

    Examples
    --------
    >>> import treetop as tt
    >>> from treetop.analysis import equilibrium
    >>> m = tt.Model("hanging")
    >>> bob = m.add_body("bob", mass=2)
    >>> cord = m.add_joint("cord", tt.Prismatic([0, 0, 1]), m.ground, bob)
    >>> weight = m.add_force("weight", tt.UniformGravity([0, 0, -10]))
    >>> spring = m.add_force("spring", tt.JointSpring("cord", stiffness=100))
    >>> system = m.build()
    >>> rest = equilibrium(system, system.state(), ["cord.slide_rate"])
    >>> round(float(system.evaluate(rest).body["bob"].position[2]), 12)
    -0.2
    """
    state = system.own(state)
    named = _named(system, change)
    here, largest, last = state, 0.0, np.inf
    for _ in range(MOST):
        linear = linearised(system, here)
        step = _step(linear, named)
        size = float(np.abs(step).max(initial=0.0))
        here, largest = beside(system, here, step), max(largest, size)
        if size <= ENOUGH * max(largest, 1e-3) or last / 2 <= size <= ROUNDING * largest:
            return here
        last = size
    raise TreetopError(f"no equilibrium is found near the state: {size:.3g} is left to go")


def start_in_equilibrium(system: System, state: State) -> State:
    """The state with the joints that the model names in equilibrium, in any formulation."""
    joints = system.model.equilibrium
    own = System(system.model) if system.equations.absolute else system
    labels = [label for label in own.speed_labels if label.partition(".")[0] in (joints or ())]
    found = equilibrium(own, own.state_of(state), labels if joints else None)
    return system.state_of(found)


def _named(system: System, change: Iterable[str] | None) -> list[int] | None:
    """The speeds whose coordinates change; None stands for all that constraints leave free."""
    tree, labels = system.tables.tree, system.speed_labels
    loops = has_rows(system.tables.constraints)
    if change is None:
        modal = np.repeat(tree.joint == DEFORMATION, np.diff(tree.u_at))
        return None if loops else np.flatnonzero(modal).tolist()
    if loops:
        what = "coordinates of a loop change together"
        raise TreetopError(f"{what}: prescribe what is to stay, and leave out 'change'")
    names = list(change)
    for name in names:
        if name not in labels:
            raise TreetopError(f"there is no speed '{name}'; there are: {', '.join(labels)}")
        if tree.given[labels.index(name)]:
            raise TreetopError(f"'{name}' is prescribed and does not change")
    return [labels.index(name) for name in names]


def _step(linear: Linear, named: list[int] | None) -> np.ndarray:
    """The displacement after which rates vanish, were they linear."""
    n, T = len(linear.rates), linear.directions
    K, rates = linear.A[n:, :n], linear.rates
    if named is None:  # least squares leave alone what is neutral
        size = np.abs(K).max(axis=1, initial=np.finfo(float).tiny)
        return np.asarray(T @ np.linalg.lstsq(K / size[:, None], -rates / size, rcond=1e-12)[0])
    own = np.abs(T[named]).argmax(axis=1)
    try:
        return np.asarray(T[:, own] @ np.linalg.solve(K[np.ix_(own, own)], -rates[own]))
    except np.linalg.LinAlgError:
        raise TreetopError("no equilibrium is found: some of these moves without effort") from None

"""A system in the user's own equations at one state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from treetop.core.formulations import user_equations as kernels

if TYPE_CHECKING:
    from treetop.symbolic.system import SymbolicSystem
    from treetop.system.state import State


class Context:
    """What evaluations write, and the handle by which kernels find it."""

    def __init__(self, functions: kernels.Functions, store: kernels.Store) -> None:
        self.store = store
        self.problem, alive = kernels.problem_of(functions, store)
        self.alive = (alive,)


def copied(store: Any) -> Any:
    """A copy of the store, in separate arrays."""
    copies = (copied(each) if isinstance(each, tuple) else each.copy() for each in store)
    return type(store)(*copies)


def trouble_in(system: SymbolicSystem, store: kernels.Store) -> str:
    """Names what of the equations is not finite, if anything."""
    for label, row, force in zip(system.speed_labels, store.M, store.Q, strict=True):
        if not np.isfinite(force):
            return f"the force along '{label}' is not finite"
        if not np.isfinite(row).all():
            return f"the inertia along '{label}' is not finite"
    for label, row, b in zip(system.constraint_labels, store.A, store.b, strict=True):
        if not (np.isfinite(row).all() and np.isfinite(b)):
            return f"the constraint '{label}' is not finite"
    return ""


class Evaluation:
    """A system at one state, evaluated: `rate` is that of the state's vector."""

    def __init__(self, system: SymbolicSystem, state: State) -> None:
        self.system, self._context = system, system.context()
        self.rate = np.zeros_like(state.vector)
        system.derivative(state.time, state.vector, self.rate, self._context.problem)

    @property
    def problem(self) -> Any:
        """The handle by which kernels find all this."""
        return self._context.problem

    @property
    def store(self) -> kernels.Store:
        return self._context.store

    def not_finite_part(self) -> str:
        """Names what of the equations is not finite, if anything."""
        return trouble_in(self.system, self.store)

    def trouble(self) -> str:
        """Names what made the evaluation fail."""
        return self.not_finite_part() or "the motion is not finite"

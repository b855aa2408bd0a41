"""What the generalised-α method remembers."""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import BOX
from treetop.core.integrators.constrained_newton import ConstrainedNewton, constrained
from treetop.core.integrators.step_recursion import StepRecursion, step_recursion

NEWTON_TOLERANCE = 0.1  # what Newton's method may leave, in units of the tolerance


class MethodMemory(NamedTuple):
    """What the method remembers; n components follow the coordinates."""

    constrained: ConstrainedNewton
    recursion: StepRecursion  # without speeds, S is there
    exact: np.ndarray  # (1,)      a handle of what differentiates rates along directions, or zero
    directions: np.ndarray  # (n, ny)   these, if there is
    start: np.ndarray  # (ny,)     y where the step begins
    end: np.ndarray  # (ny,)     y at the end of the last step, before it was projected
    a: np.ndarray  # (2, n)    at the start and at the end of the step
    rate: np.ndarray  # (2, n)    likewise, of the components, with all multipliers
    S: np.ndarray  # (n, n)    its factors, unless there is a recursion
    order: np.ndarray  # (n,)      of their rows
    right: np.ndarray  # (n,)
    change: np.ndarray  # (n,)
    push: np.ndarray  # (nu,)     Wᵀλ
    fix: np.ndarray  # (nu,)     Wᵀη
    T: np.ndarray  # (c, n)    S⁻¹ Wᵀ, of independent rows
    C: np.ndarray  # (c, c)    factors of J T
    pivots: np.ndarray  # (c,)
    times: np.ndarray  # of S; from which a step was last tried; of the next break; the step of S
    newton: np.ndarray  # tolerance, rate of convergence


def memory(
    ny: int,
    constrained: ConstrainedNewton = constrained(),  # noqa: B008
    recursion: StepRecursion = step_recursion(),  # noqa: B008
    exact: np.ndarray = BOX,
) -> MethodMemory:
    nq, nu, c, _ = constrained.size
    n = ny - nq
    rows = 0 if recursion.wanted.size > 0 else n
    return MethodMemory(
        constrained=constrained,
        recursion=recursion,
        exact=exact,
        directions=np.zeros((n if exact[0] != 0 else 0, ny)),
        start=np.zeros(ny),
        end=np.zeros(ny),
        a=np.zeros((2, n)),
        rate=np.zeros((2, n)),
        S=np.zeros((rows, rows)),
        order=np.zeros(rows, dtype=np.int64),
        right=np.zeros(n),
        change=np.zeros(n),
        push=np.zeros(nu),
        fix=np.zeros(nu),
        T=np.zeros((c, n)),
        C=np.zeros((c, c)),
        pivots=np.zeros(c, dtype=np.int64),
        times=np.full(4, np.nan),
        newton=np.array([NEWTON_TOLERANCE, 1.0]),
    )

"""A state and its derivatives by numbers of the model, integrated together.

    Y = σ_1 ... σ_k  y            σ_j = s_j ∂y/∂p_j,  s_j the size of the number p_j

Of each number there are four copies of the system, p_j + c_i s_j.  Along the motion, the copy of
offset c_i has the state y + c_i σ_j, so that

    σ_j' = Σ_i w_i f(t, y + c_i σ_j; p_j + c_i s_j)

is the derivative of the rate by the number and through the state, both at once: the weights w_i of
the differences are exact for polynomials of degree 3 at least.  What is of even order in the
offsets, as that a copy misses its constraints by, cancels.
"""

from typing import Any, NamedTuple

import numpy as np

from treetop.core import interface
from treetop.core.compiler import BOX, INTERPRETED, Bundle, boxed, entry, inlined
from treetop.core.interface import DERIVATIVE, DERIVATIVE_TYPE, EXTRA, PROJECT, PROJECT_TYPE
from treetop.core.spatial.table_access import copy_into


class Varied(NamedTuple):
    """A system and its copies."""

    derivative: Any
    project: Any
    problem: np.ndarray  # (1,)      of the system itself
    problems: np.ndarray  # (4 k,)    of the copies, those of one number after another
    offsets: np.ndarray  # (k, 4)
    weights: np.ndarray  # (k, 4)
    constrained: np.ndarray  # (1,)
    y: np.ndarray  # (ny,)     scratch
    rate: np.ndarray  # (ny,)     scratch
    total: np.ndarray  # (ny,)     scratch


_V, _M, _N = np.zeros(0), np.zeros((0, 0)), np.zeros(1, dtype=np.int64)
_bundle = Bundle(Varied(DERIVATIVE_TYPE, PROJECT_TYPE, BOX, BOX, _M, _M, _N, _V, _V, _V))
unpack = _bundle.unpack


def problem_of(functions, problem, problems, offsets, weights, constrained, size):
    """A handle for the kernels below, and what must be kept alive with it."""
    handles = np.zeros(len(problems), dtype=object if INTERPRETED else np.uint64)
    handles[:] = problems
    flag, scratch = np.array([int(constrained)]), np.zeros((3, size))
    varied = Varied(*functions, boxed(problem), handles, offsets, weights, flag, *scratch)
    return _bundle.pack(varied)


@inlined
def displace(varied, Y, j, c):
    """Write the state of a copy: that of the system, moved along the derivative."""
    n, last = varied.y.size, Y.size - varied.y.size
    for m in range(n):
        varied.y[m] = Y[last + m] + c * Y[j * n + m]


@entry(*DERIVATIVE)
def derivative(t, Y, rates, problem):
    """The rate of the state, and of its derivatives."""
    (varied,) = unpack(problem)
    n, count = varied.y.size, varied.offsets.shape[0]
    varied.derivative(t, Y[count * n :], rates[count * n :], varied.problem[0])
    for j in range(count):
        out = rates[j * n : (j + 1) * n]
        out[:] = 0.0
        for i in range(varied.offsets.shape[1]):
            displace(varied, Y, j, varied.offsets[j, i])
            varied.derivative(t, varied.y, varied.rate, varied.problems[4 * j + i])
            for m in range(n):
                out[m] += varied.weights[j, i] * varied.rate[m]
    return 0


@entry(*PROJECT)
def project(t, Y, rates, problem):
    """Project the state; its derivatives onto what constraints allow, as the copies show it.

    Copies have as many independent constraints as the system itself.  One whose origin would be
    placed anew is passed over: it would be measured from elsewhere.
    """
    (varied,) = unpack(problem)
    n, count = varied.y.size, varied.offsets.shape[0]
    y = Y[count * n :]
    outcome = varied.project(t, y, rates[count * n :], varied.problem[0])
    if varied.constrained[0] == 0:
        return outcome
    _, work = interface.unpack(varied.problem[0])
    for j in range(count):
        moved = False
        varied.total[:] = 0.0
        for i in range(varied.offsets.shape[1]):
            handle = varied.problems[4 * j + i]
            displace(varied, Y, j, varied.offsets[j, i])
            origin = varied.y[n - EXTRA], varied.y[n - EXTRA + 1], varied.y[n - EXTRA + 2]
            varied.project(t, varied.y, varied.rate, handle)
            for m in range(3):
                moved = moved or varied.y[n - EXTRA + m] != origin[m]
            for m in range(n):
                varied.total[m] += varied.weights[j, i] * varied.y[m]
            _, scratch = interface.unpack(handle)
            copy_into(scratch.rank, work.rank)
        if not moved:
            copy_into(Y[j * n : (j + 1) * n], varied.total)
    return outcome

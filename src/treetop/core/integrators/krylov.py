"""What a recursion lacks of the equations of an implicit step, found by a few evaluations.

Y. Saad and M. H. Schultz, *SIAM Journal on Scientific and Statistical Computing* 7 (1986), 856-869;
with directional differences P. N. Brown and Y. Saad, ibid. 11 (1990), 450-481.

The recursion gives a change g(a) of a, which is Newton's if it knows all forces.  Where it does
not, Newton's change x solves ``B x = g`` with ``B = -∂g/∂a``, close to 1 but for what is unknown.
x is sought in the span of g, B g, B² g, ..., each by one evaluation more, the recursion's factors
being kept.

    Q directions, the last row is g    H products, their factors, and what is to be met: `fit`
    weight 1 / what counts as one, 0 of what nothing depends on
"""

import math

from treetop.core.compiler import kernel
from treetop.core.integrators.alpha_state import moved
from treetop.core.integrators.error_norm import allowed
from treetop.core.integrators.implicit import NUDGE
from treetop.core.integrators.loop import START
from treetop.core.integrators.step_recursion import change_by_recursion
from treetop.core.linear_algebra.vectors import add_multiple
from treetop.core.spatial.table_access import copy_into

ENOUGH = 0.02  # of g, that may be left


@kernel
def change_by_directions(displaced, problem, plan, loop, w, h, at):
    """Replace the recursion's change of a by Newton's."""
    memory = loop.memory
    n, Q, H = memory.change.size, memory.recursion.directions, memory.recursion.fit
    most, base, g, weight = Q.shape[0] - 1, memory.right, Q[-1], loop.stages[START + 2][:n]
    put_weights(plan, loop, w, h, weight)
    copy_into(base, memory.a[1])
    copy_into(g, memory.change)
    size, used = math.sqrt(product(g, g, weight)), 0
    if not 0.0 < size < math.inf:
        return
    for i in range(n):
        Q[0, i] = g[i] / size
    H[:, most] = 0.0
    H[0, most] = size
    while used < most - 1:
        look_along(displaced, problem, loop, w, h, at, Q, used)
        orthogonalize(Q, used, weight, H)
        rotate(H, used, most)
        used += 1
        if not abs(H[used, most]) > ENOUGH * size:
            break
    copy_into(memory.a[1], base)
    combine(Q, H, used, most, memory.change)
    for i in range(n):
        if weight[i] == 0.0:
            memory.change[i] = g[i]


@kernel
def put_weights(plan, loop, w, h, weight):
    """Weights of changes of a, in units of the tolerance."""
    nq = loop.memory.constrained.size[0]
    for i in range(weight.size):
        unit = allowed(plan, loop.y_new, loop.memory.start, nq + i)
        weight[i] = h * w.gamma / unit if nq + i < plan.controlled[0] else 0.0


@kernel
def product(a, b, weight):
    total = 0.0
    for i in range(a.size):
        total += (a[i] * weight[i]) * (b[i] * weight[i])
    return total


@kernel
def look_along(displaced, problem, loop, w, h, at, Q, k):
    """Write ``B q`` of direction k behind it, by a difference."""
    memory, base, g, q = loop.memory, loop.memory.right, Q[-1], Q[k]
    nq, largest = memory.constrained.size[0], 0.0
    for i in range(q.size):
        speed = max(abs(memory.start[nq + i]), 1.0)
        largest = max(largest, abs(q[i]) * h * w.gamma / speed)
    nudge = NUDGE / largest
    for i in range(q.size):
        memory.a[1, i] = base[i] + nudge * q[i]
    moved(displaced, problem, memory, w, h, loop.y_new)
    change_by_recursion(problem, memory, w, h, at, loop.y_new, loop.stages[START + 1], False)
    loop.counts[2] += 1
    for i in range(q.size):
        Q[k + 1, i] = (g[i] - memory.change[i]) / nudge


@kernel
def orthogonalize(Q, k, weight, H):
    """Make the direction behind k square to those before, and of unit size."""
    q = Q[k + 1]
    for m in range(k + 1):
        H[m, k] = product(Q[m], q, weight)
        add_multiple(q, -H[m, k], Q[m])
    H[k + 1, k] = math.sqrt(product(q, q, weight))
    if H[k + 1, k] > 0.0:
        for i in range(q.size):
            q[i] /= H[k + 1, k]


@kernel
def rotate(H, k, most):
    """Bring column k of H to triangular form by plane rotations, kept behind the right side."""
    cosine, sine = most + 1, most + 2
    for m in range(k):
        a, b = H[m, k], H[m + 1, k]
        H[m, k] = H[m, cosine] * a + H[m, sine] * b
        H[m + 1, k] = H[m, cosine] * b - H[m, sine] * a
    a, b = H[k, k], H[k + 1, k]
    length = math.hypot(a, b)
    H[k, cosine], H[k, sine] = a / length, b / length
    H[k, k], H[k + 1, k] = length, 0.0
    H[k, most], H[k + 1, most] = H[k, cosine] * H[k, most], -H[k, sine] * H[k, most]


@kernel
def combine(Q, H, used, most, x):
    """The sum of directions that meets best what is to be met."""
    for k in range(used - 1, -1, -1):
        for m in range(k + 1, used):
            H[k, most] -= H[k, m] * H[m, most]
        H[k, most] /= H[k, k]
    x[:] = 0.0
    for k in range(used):
        add_multiple(x, H[k, most], Q[k])

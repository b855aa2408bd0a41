"""The matrix of a step of the generalised-α method, S = ∂(first less second side)/∂a_1.

A change of a_1 moves a speed by h γ and its coordinates by h² β: so much along each such direction
does the rate change.
"""

from treetop.core.compiler import kernel
from treetop.core.derivatives.interface import unpack as unpack_jacobian
from treetop.core.integrators.alpha_weights import weights
from treetop.core.integrators.implicit import NUDGE, stands_still
from treetop.core.integrators.loop import START
from treetop.core.integrators.time_loop import just_after
from treetop.core.spatial.table_access import copy_into

ASIDE = 1e-4  # displacement along a speed by which it is seen how coordinates follow
MAX_NUDGE = 1e4  # how much larger than others a nudge of speeds may be to move coordinates as well


@kernel
def differentiate(derivative, displaced, problem, plan, loop, t, h):
    """Write S where the step begins."""
    memory, w = loop.memory, weights(plan)
    for k in range(memory.right.size):
        memory.S[k, :] = 0.0
        memory.S[k, k] = 1.0 - w.old_a
    if memory.exact[0] != 0:
        by_derivatives(displaced, problem, plan, loop, w, t, h)
    else:
        by_differences(derivative, displaced, problem, plan, loop, w, t, h)
    loop.counts[2] += 1


@kernel
def by_derivatives(displaced, problem, plan, loop, w, t, h):
    """All columns by one function that differentiates rates along directions."""
    memory, nq, nu = loop.memory, loop.memory.constrained.size[0], loop.memory.constrained.size[1]
    n, ahead, behind = memory.right.size, loop.y_new, loop.stages[START + 2]
    for j in range(n):
        direction = memory.directions[j]
        direction[:] = 0.0
        if not varies(plan, nq + j):
            continue
        if j < nu:
            for sign, y in ((1.0, ahead), (-1.0, behind)):
                copy_into(y, memory.start)
                memory.constrained.along[:] = 0.0
                memory.constrained.along[j] = sign * ASIDE
                displaced(y, problem, memory.constrained.along)
            for i in range(direction.size):
                direction[i] = h * w.beta / w.gamma * (ahead[i] - behind[i]) / (2.0 * ASIDE)
        direction[nq + j] += 1.0
    (exact,) = unpack_jacobian(memory.exact[0])
    exact.write(just_after(t), memory.start, memory.directions, exact.handle[0])
    for k in range(n):
        for j in range(n):
            slope = memory.directions[j, nq + k]
            memory.S[k, j] -= (1.0 - w.old_rate) * h * w.gamma * slope


@kernel
def varies(plan, i):
    """Whether component i of a state changes within steps."""
    return i < plan.controlled[0] and not stands_still(plan, i)


@kernel
def by_differences(derivative, displaced, problem, plan, loop, w, t, h):
    """Each column by one difference."""
    memory, nudged = loop.memory, loop.y_new
    nq, nu, n = memory.constrained.size[0], memory.constrained.size[1], memory.right.size
    at, now, changed = just_after(t), loop.stages[START + 1], loop.stages[START + 2]
    least = min(1.0, max(1e-3, plan.control[1] / plan.control[0]))
    ratio = h * w.beta / w.gamma
    # For coordinates, of the size of 1, to be seen.
    enough = max(least, min(1.0 / ratio, MAX_NUDGE))
    derivative(at, memory.start, now, problem)
    for j in range(n):
        if not varies(plan, nq + j):
            continue
        copy_into(nudged, memory.start)
        nudged[nq + j] += NUDGE * max(abs(nudged[nq + j]), enough if j < nu else least)
        step = nudged[nq + j] - memory.start[nq + j]  # as it was rounded
        if j < nu:
            memory.constrained.along[:] = 0.0
            memory.constrained.along[j] = step * ratio
            displaced(nudged, problem, memory.constrained.along)
        derivative(at, nudged, changed, problem)
        loop.counts[2] += 1
        for k in range(n):
            slope = (changed[nq + k] - now[nq + k]) / step
            memory.S[k, j] -= (1.0 - w.old_rate) * h * w.gamma * slope

"""What a at both ends of a step says of its end, by the rules of the generalised-α method."""

from treetop.core.compiler import kernel
from treetop.core.spatial.table_access import copy_into


@kernel
def moved(displaced, problem, memory, w, h, y):
    """Write the state at the end of the step, as far as it is known."""
    nq, nu, a = memory.constrained.size[0], memory.constrained.size[1], memory.a
    copy_into(y, memory.start)
    for i in range(a.shape[1]):
        y[nq + i] += h * ((1.0 - w.gamma) * a[0, i] + w.gamma * a[1, i])
    if nu > 0:
        for i in range(nu):
            bent = (0.5 - w.beta) * a[0, i] + w.beta * a[1, i]
            memory.constrained.along[i] = h * (memory.start[nq + i] + h * bent) + memory.fix[i]
        displaced(y, problem, memory.constrained.along)


@kernel
def rate_of(memory, w, i):
    """The rate of component i at the end."""
    blended = (1.0 - w.old_a) * memory.a[1, i] + w.old_a * memory.a[0, i]
    return (blended - w.old_rate * memory.rate[0, i]) / (1.0 - w.old_rate)

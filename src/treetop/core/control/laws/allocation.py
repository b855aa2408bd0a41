"""A torque shared among actuators: by the pseudo-inverse of what they do, within their limits.

What may not be negative is lifted by a vector of the null space, which adds no torque; what is
beyond a limit is made smaller with all others, so that the torque keeps its direction.

z torque (3)
p pseudo-inverse (n, 3, by rows), vector of the null space (n), lowest and highest command (n each)
"""

from treetop.core.compiler import kernel
from treetop.core.control.laws.pid import clipped
from treetop.core.spatial import dot
from treetop.core.spatial.table_access import vec_at


@kernel
def lift(u, n, null, lowest):
    """How much of the null vector brings all commands to their lowest value."""
    most = 0.0
    for i in range(n):
        if null[i] > 0.0:
            most = max(most, (lowest[i] - u[i]) / null[i])
    return most


@kernel
def part_within(value, lowest, highest):
    """The part of a command that is within its limits."""
    if value > highest:
        return highest / value
    return lowest / value if value < lowest < 0.0 else 1.0


@kernel
def allocate(torque, p, n, u):
    """Write the first n commands."""
    null, lowest, highest = p[3 * n : 4 * n], p[4 * n : 5 * n], p[5 * n : 6 * n]
    for i in range(n):
        u[i] = dot(vec_at(p, 3 * i), torque)
    more, part = lift(u, n, null, lowest), 1.0
    for i in range(n):
        u[i] += more * null[i]
        part = min(part, part_within(u[i], lowest[i], highest[i]))
    for i in range(n):
        u[i] = clipped(part * u[i], lowest[i], highest[i])


@kernel
def allocation(z, p, u):
    allocate(vec_at(z, 0), p, u.size, u)

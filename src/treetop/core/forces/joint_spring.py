"""Spring and damper along one coordinate of a joint."""

from treetop.core.compiler import kernel
from treetop.core.forces.power_balance import Account
from treetop.core.spatial import zero3


@kernel
def resistance(springs, k, q, u):
    """The generalised force of spring k against its speed."""
    return springs.law[k, 0] * extension(springs, k, q) + springs.law[k, 2] * u[springs.speed[k]]


@kernel
def apply(springs, q, u, tau):
    power = 0.0
    for k in range(springs.law.shape[0]):
        j, damping = springs.speed[k], springs.law[k, 2]
        tau[j] -= resistance(springs, k, q, u)
        power -= damping * u[j] * u[j]
    return Account(power, zero3())


@kernel
def potential(springs, q):
    energy = 0.0
    for k in range(springs.law.shape[0]):
        energy += stored(springs, k, q)
    return energy


@kernel
def stored(springs, k, q):
    return 0.5 * springs.law[k, 0] * extension(springs, k, q) ** 2


@kernel
def extension(springs, k, q):
    """How far the spring is from rest; a pure damper has no coordinate."""
    i = springs.coordinate[k]
    return q[i] - springs.law[k, 1] if i >= 0 else 0.0

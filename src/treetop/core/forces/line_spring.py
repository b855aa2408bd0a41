"""Spring and damper along the line between two frames."""

from treetop.core.compiler import kernel
from treetop.core.forces.power_balance import Account
from treetop.core.kinematics.frames import push, station
from treetop.core.spatial import dot, norm, zero3

# --- the law ----------------------------------------------------------------------------


@kernel
def tension(stretch, stiffness, cubic):
    return (stiffness + cubic * stretch * stretch) * stretch


@kernel
def stored(stretch, stiffness, cubic):
    return (0.5 * stiffness + 0.25 * cubic * stretch * stretch) * stretch * stretch


# --- over the springs -------------------------------------------------------------------


@kernel
def apply(springs, frames, work, origin):
    power = 0.0
    for k in range(springs.law.shape[0]):
        a = station(frames, work, origin, springs.frames[k, 0])
        b = station(frames, work, origin, springs.frames[k, 1])
        d, v = b.p - a.p, b.V.lin - a.V.lin
        length = norm(d)
        n = d * (1.0 / length)
        rate = dot(n, v)
        damping, drag = springs.law[k, 3] * rate, v * springs.law[k, 4]
        stretch = length - springs.law[k, 0]
        pull = n * (tension(stretch, springs.law[k, 1], springs.law[k, 2]) + damping) + drag
        push(work.F, a, pull, zero3())
        push(work.F, b, pull * -1.0, zero3())
        power -= damping * rate + dot(drag, v)
    return Account(power, zero3())


@kernel
def potential(springs, frames, work, origin):
    energy = 0.0
    for k in range(springs.law.shape[0]):
        energy += energy_of(springs, frames, work, origin, k)
    return energy


@kernel
def energy_of(springs, frames, work, origin, k):
    """What spring k has stored."""
    a = station(frames, work, origin, springs.frames[k, 0])
    b = station(frames, work, origin, springs.frames[k, 1])
    stretch = norm(b.p - a.p) - springs.law[k, 0]
    return stored(stretch, springs.law[k, 1], springs.law[k, 2])

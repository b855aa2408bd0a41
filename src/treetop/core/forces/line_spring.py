"""Spring and damper along the line between two frames."""

from typing import NamedTuple

from treetop.core.compiler import all_of, kernel, where
from treetop.core.forces.power_balance import Account
from treetop.core.kinematics.frames import Station, push, station
from treetop.core.spatial import Vec3, dot, norm, zero3

# --- the law ----------------------------------------------------------------------------


@kernel
def tension(stretch, stiffness, cubic):
    return (stiffness + cubic * stretch * stretch) * stretch


@kernel
def stored(stretch, stiffness, cubic):
    return (0.5 * stiffness + 0.25 * cubic * stretch * stretch) * stretch * stretch


# --- over the springs -------------------------------------------------------------------


class Pull(NamedTuple):
    """What a spring exerts on its first end, and the power that damping takes."""

    a: Station
    b: Station
    force: Vec3
    lost: float


@kernel
def pull_of(springs, frames, work, origin, k):
    a = station(frames, work, origin, springs.frames[k, 0])
    b = station(frames, work, origin, springs.frames[k, 1])
    d, v = b.p - a.p, b.V.lin - a.V.lin
    length = norm(d)
    n = d * (1.0 / length)
    rate, drag = dot(n, v), v * springs.law[k, 4]
    stretch = felt(springs, k, length)
    elastic = tension(stretch, springs.law[k, 1], springs.law[k, 2])
    along = elastic + springs.law[k, 3] * rate
    if only_pulls(springs, k):
        along = where(stretch > 0.0, max(along, 0.0), 0.0)
    return Pull(a, b, n * along + drag, (along - elastic) * rate + dot(drag, v))


@kernel
def felt(springs, k, length):
    """The stretch of spring k at a length; none of one that only pulls and is slack."""
    stretch = length - springs.law[k, 0]
    return max(stretch, 0.0) if only_pulls(springs, k) else stretch


@kernel
def only_pulls(springs, k):
    return all_of(springs.law[k, 5] == 1.0)


@kernel
def apply(springs, frames, work, origin):
    power = 0.0
    for k in range(springs.law.shape[0]):
        pull = pull_of(springs, frames, work, origin, k)
        push(work.F, pull.a, pull.force, zero3())
        push(work.F, pull.b, pull.force * -1.0, zero3())
        power -= pull.lost
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
    return stored(felt(springs, k, norm(b.p - a.p)), springs.law[k, 1], springs.law[k, 2])

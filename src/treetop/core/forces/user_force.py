"""A force law defined by the user, between a frame and a reference.

The law sees how its frame moves relative to the reference, and returns the wrench on the frame.
What acts on the reference is the opposite wrench at the same point of space, so that momentum
is kept whatever the law.
"""

import functools

from treetop.core.compiler import entry, guarded, kernel
from treetop.core.forces.power_balance import Account, Exerted, exerted_between
from treetop.core.kinematics.frames import beside, station
from treetop.core.spatial import Vec3, Wrench, zero3
from treetop.core.tables.motion import FrameMotion
from treetop.core.tables.samples import LAW
from treetop.core.tables.user_laws import chosen_by_number


def laws_of(functions):
    """One compiled function of (k, t, motion, parameters) that calls the k-th of several;
    `functions` have the numbers of their parameters beside them."""
    return _compiled(tuple(functions)) if functions else no_law.function


@entry(*LAW)
def no_law(k, t, motion, p):
    return Wrench(zero3(), zero3())


@functools.lru_cache(maxsize=64)
def _compiled(functions):
    def none(k, t, motion, p):
        return Wrench(Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0))

    return chosen_by_number(none, _or_else, enumerate(guarded(*law) for law in functions), LAW)


def _or_else(number, law, others):
    def choose(k, t, motion, p):
        if k == number:
            wrench = law(t, motion, p)
            return Wrench(reals(wrench.force), reals(wrench.torque))
        return others(k, t, motion, p)

    return choose


@kernel
def reals(a):
    """A vector that may have been written with whole numbers."""
    return Vec3(1.0 * a.x, 1.0 * a.y, 1.0 * a.z)


@kernel
def exerted(forces, frames, work, origin, t, k):
    """What force k exerts on its frame, and the opposite on the reference there."""
    on = station(frames, work, origin, forces.frames[k, 0])
    base = station(frames, work, origin, forces.frames[k, 1])
    seen = FrameMotion(on.p - base.p, on.V.lin - base.V.lin, on.R, on.V.ang - base.V.ang)
    wrench = forces.law(k, t, seen, forces.parameters[k])
    return Exerted(beside(base, seen.position), on, wrench.force, wrench.torque)


@kernel
def apply(forces, frames, work, origin, t):
    total = Account(0.0, zero3())
    for k in range(forces.frames.shape[0]):
        there, on, force, torque = exerted(forces, frames, work, origin, t, k)
        total = exerted_between(total, work.F, there, on, force, torque)
    return total

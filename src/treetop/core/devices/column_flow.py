"""Fuel that flows along a beam to a nozzle: what its rods feel of it.

Each rod takes over, at its hinge, what comes from the rod before it, adds what it gives itself and
hands all of it on, as (4) and (5) of docs/theory/changing-mass.md say for bodies.  Where hinges do
not slide both rods move alike there, so that of a flow q along the axis the beam feels the force of
Coriolis, -2 q ω × t per unit of length.

    A rod    B the rod before it    r from the origin of A
"""

from treetop.core.compiler import kernel
from treetop.core.devices.fuel_column import exit_of, part_in_rod
from treetop.core.devices.fuel_flow import (
    Balance,
    Passage,
    add_to,
    in_axes,
    leave,
    passage,
    passed,
    taken_over,
)
from treetop.core.kinematics.frames import push
from treetop.core.spatial import Motion, cross, dot, no_force, zero3
from treetop.core.spatial.table_access import mat, motion, vec


@kernel
def rate_of(tanks, frames, work, k, p, M, flow):
    """How the inertia of the rod of part p changes."""
    per = part_in_rod(tanks.columns, frames, k, p, M).per
    return in_axes(mat(work.R, tanks.columns.body[p]), per, -flow)


@kernel
def flow_along(tanks, frames, gravity, work, origin, states, exhaust, k, at, jet):
    """Let fuel of tank k flow along the rods of its beam and leave at the nozzle."""
    columns, M = tanks.columns, states[tanks.state[k]]
    total, passing = Balance(0.0, zero3(), 0.0, 0.0), 0.0
    first, last = columns.part_at[k], columns.part_at[k + 1] - 1
    A, r_e = columns.body[first], zero3()
    for p in range(first, last + 1):
        B, r_B, A = A, r_e, columns.body[p]
        V, rate = motion(work.V, A), rate_of(tanks, frames, work, k, p, M, jet.flow)
        source, inflow = rate.h * -1.0, no_force()
        if p > first:
            r = vec(work.p, B) + r_B - vec(work.p, A)
            source = source + r * passing
            inflow = taken_over(V, motion(work.V, B), r, r_B, passing)
        passing -= rate.m
        r_e = mat(work.R, A) @ exit_of(columns, frames, p) if p < last else at.p - vec(work.p, A)
        through = passage(V.ang, rate, passing, source, r_e)
        wrench = through.wrench + inflow
        through = Passage(rate, wrench, through.p, through.L)
        total = total + passed(gravity, work, origin, exhaust, A, through)
    V = motion(work.V, A)
    thrust = jet.thrust - (at.V.lin - V.lin - cross(V.ang, r_e)) * jet.flow
    push(work.F, at, thrust, zero3())
    leave(exhaust, origin, at, jet)
    return total + Balance(dot(thrust, at.V.lin), thrust, 0.0, 0.0)


@kernel
def vanish_along(tanks, frames, gravity, work, origin, states, exhaust, k, at, jet):
    """Let fuel of tank k leave where it is, as the rods move there, and thrust act at the nozzle:
    the flow within the beam is left out."""
    columns, M = tanks.columns, states[tanks.state[k]]
    total, momentum = Balance(0.0, zero3(), 0.0, 0.0), jet.thrust * -1.0
    for p in range(columns.part_at[k], columns.part_at[k + 1]):
        A = columns.body[p]
        rate = rate_of(tanks, frames, work, k, p, M, jet.flow)
        through = Passage(rate, no_force(), zero3(), zero3())
        total = total + passed(gravity, work, origin, exhaust, A, through)
        V = motion(work.V, A)
        gained = rate @ Motion(V.ang, origin.v + V.lin)
        x = origin.p + vec(work.p, A)
        momentum = momentum - gained.lin
        add_to(exhaust, 4, (gained.ang + cross(x, gained.lin)) * -1.0)
    push(work.F, at, jet.thrust, zero3())
    exhaust[0] += jet.flow
    add_to(exhaust, 1, momentum)
    add_to(exhaust, 4, cross(origin.p + at.p, jet.thrust) * -1.0)
    exhaust[7] += 0.5 * dot(momentum, momentum) / jet.flow
    return total + Balance(dot(jet.thrust, at.V.lin), jet.thrust, 0.0, 0.0)

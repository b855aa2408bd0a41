"""Fuel that flows from a tank through a nozzle: what bodies feel of it, and what leaves.

About the origin O of a body with inertia I, turning with ω, through which fuel flows at the rate ṁ
from r_f to r_e, where it leaves with the velocity u_e,

    force   -ṁ u_e - 2 ω × p                                p = ṁ (r_e - r_f)
    torque  -ṁ r_e × u_e - J' ω - ṁ r_e × (ω × r_e) - ω × L    L = ṁ r_f × r_e

with ṁ r_f = ṁ dh/dm and J' = -ṁ dJ/dm told by how the fuel lies in its tank (V1, derived in
docs/theory/changing-mass.md).  p and L are momentum and angular momentum of the steady flow.

    A body of the tank    B body of the nozzle    S body of a part that sloshes
    x place from the inertial origin    v velocity seen from there

A hinge that follows the level moves in A; the part that hangs on it has the momentum p of that
motion, which takes no part in its speeds, and feels -2 ω × p as well.
"""

from typing import NamedTuple

from treetop.core.compiler import kernel
from treetop.core.devices.slosh import part_of
from treetop.core.devices.tank import fixed_in_body
from treetop.core.devices.tank_shapes import point_mass, shifted
from treetop.core.forces import gravity as g
from treetop.core.forces.power_balance import Balance
from treetop.core.kinematics.frames import push
from treetop.core.spatial import (
    Force,
    RigidInertia,
    Vec3,
    cross,
    dot,
    no_force,
    power,
    turned,
    zero3,
)
from treetop.core.spatial.table_access import force, mat, motion, put_six, put_vec, vec

EXHAUST = 8  # internal states: mass, momentum, angular momentum, energy of what has left


class Jet(NamedTuple):
    """What leaves by a nozzle: thrust, and flow."""

    thrust: Vec3  # on the nozzle, were it at rest in the tank
    flow: float  # kg/s


class Passage(NamedTuple):
    """Fuel that flows through a body: how it changes that, and the flow itself."""

    rate: RigidInertia  # of the body's inertia about its origin
    wrench: Force  # on the body, about its origin
    p: Vec3  # momentum of the flow
    L: Vec3  # its angular momentum about the body's origin


@kernel
def passage(w, rate, flow, source, r_e):
    """What fuel that passes does to a body that turns with w: its inertia changes at a rate, fuel
    leaves at r_e as the body moves there, and comes from places whose moment, times their flows, is
    `source`."""
    p, L = r_e * flow - source, cross(source, r_e)
    torque = rate.J @ w + cross(r_e, cross(w, r_e)) * flow + cross(w, L)
    return Passage(rate, Force(torque * -1.0, cross(w, p) * -2.0), p, L)


@kernel
def in_axes(R, I, s):
    """An inertia in other axes, times s."""
    return RigidInertia(I.m * s, R @ I.h * s, turned(R, I.J) * s)


@kernel
def flow_out(tanks, frames, gravity, work, origin, states, exhaust, k, at, jet):
    """Let fuel of tank k leave at the nozzle: act on all bodies that it passes through, and add to
    the rates of what has left."""
    A, m = frames.body[tanks.frame[k]], states[tanks.state[k]]
    V, R, flow = motion(work.V, A), mat(work.R, A), jet.flow
    rate = in_axes(R, fixed_in_body(tanks, frames, k, m).per, -flow)
    r_e, source = at.p - vec(work.p, A), rate.h * -1.0
    total, inflow = Balance(0.0, zero3(), 0.0, 0.0), no_force()
    slosh = tanks.slosh
    for n in range(slosh.tank.size):
        if slosh.tank[n] == k:
            part, S = part_of(slosh, n, m), slosh.body[n]
            taken = flow * part.mass_slope
            through, r_S = passage_of_part(slosh, work, n, S, part, flow)
            total = total + passed(gravity, work, origin, exhaust, S, through)
            if slosh.hung[n] >= 0:
                total = total + let_down(gravity, work, origin, exhaust, slosh, n, A, part, flow)
            r = vec(work.p, S) + r_S - vec(work.p, A)
            source = source + r * taken
            inflow = inflow + taken_over(V, motion(work.V, S), r, r_S, taken)
    through = passage(V.ang, rate, flow, source, r_e)
    wrench = through.wrench + inflow
    through = Passage(through.rate, wrench, through.p, through.L)
    total = total + passed(gravity, work, origin, exhaust, A, through)
    thrust = jet.thrust - (at.V.lin - V.lin - cross(V.ang, r_e)) * flow
    push(work.F, at, thrust, zero3())
    leave(exhaust, origin, at, jet)
    return total + Balance(dot(thrust, at.V.lin), thrust, 0.0, 0.0)


@kernel
def passage_of_part(slosh, work, n, S, part, flow):
    """Flow of a part that sloshes, and the place of its mass: it gives fuel there."""
    R, V = mat(work.R, S), motion(work.V, S)
    along = vec(slosh.along, n)
    c = vec(slosh.place, n) + along * part.offset
    per = point_mass(part.mass_slope, c) + shifted(part.mass, c, along * part.offset_slope)
    rate, r = in_axes(R, per, -flow), R @ c
    return passage(V.ang, rate, flow * part.mass_slope, rate.h * -1.0, r), r


@kernel
def let_down(gravity, work, origin, exhaust, slosh, n, A, part, flow):
    """Move the hinge of part n, which follows the level, along the tank's body A: the momentum p of
    that motion turns with A."""
    S, h = slosh.body[n], slosh.hung[n]
    drift = mat(work.R, A) @ vec(slosh.hinge_along, n)
    drift = drift * ((part.offset_slope - part.rest_slope) * flow)
    put_vec(work.hung.drift, h, vec(work.hung.drift, h) + drift)
    r, V, p = mat(work.R, S) @ vec(work.bodies.com, S), motion(work.V, S), drift * part.mass
    v, turning = V.lin + cross(V.ang, r), cross(motion(work.V, A).ang, p)
    F = turning * -2.0
    put_six(work.F, S, force(work.F, S) + Force(cross(r, F), F))
    x = origin.p + vec(work.p, S) + r
    add_to(exhaust, 1, turning)
    add_to(exhaust, 4, cross(origin.v + v, p) + cross(x, turning))
    lost = -dot(g.attraction(gravity, work, origin, S).lin, drift)
    return Balance(-dot(turning, v), turning * -1.0, 0.0, lost)


@kernel
def taken_over(V, V_S, r, r_S, flow):
    """What a body feels, about its origin, of fuel that it takes at r and at r_S from another, and
    brings from the other's velocity to its own."""
    carried = cross(V.ang, r)
    gain = (V_S.lin + cross(V_S.ang, r_S) - V.lin - carried) * flow
    return Force(cross(r, gain + carried * flow), gain)


@kernel
def passed(gravity, work, origin, exhaust, i, through):
    """Act on body i that fuel passes through, and let the steady flow in it take along what turning
    it takes."""
    V, rate = motion(work.V, i), through.rate
    put_six(work.F, i, force(work.F, i) + through.wrench)
    gained = rate @ V
    w, p = V.ang, through.p
    x, v = origin.p + vec(work.p, i), origin.v + V.lin
    turning = cross(w, p)
    add_to(exhaust, 1, turning)
    add_to(exhaust, 4, cross(v, p) + cross(x, turning) + cross(w, through.L))
    energy = power(through.wrench, V) + 0.5 * power(gained, V)
    lost = potential_rate(gravity, work, origin, i, rate)
    return Balance(energy, through.wrench.lin + gained.lin, rate.m, lost)


@kernel
def leave(exhaust, origin, at, jet):
    """What leaves, with the velocity of the jet."""
    momentum = (origin.v + at.V.lin) * jet.flow - jet.thrust
    exhaust[0] += jet.flow
    add_to(exhaust, 1, momentum)
    add_to(exhaust, 4, cross(origin.p + at.p, momentum))
    exhaust[7] += 0.5 * dot(momentum, momentum) / jet.flow


@kernel
def potential_rate(gravity, work, origin, i, rate):
    """How the energy of body i in the field changes, at the place where it is, as its mass does."""
    bodies, R = work.bodies, mat(work.R, i)
    c, m = R @ vec(bodies.com, i), bodies.mass[i]
    moved = (rate.h - c * rate.m) * (1.0 / m)  # of the mass centre
    x = origin.p + vec(work.p, i) + c
    pull = g.attraction(gravity, work, origin, i)
    before, after = point_mass(m, c - moved), point_mass(m, c + moved)
    spread = rate.J - (after.J - before.J) * 0.5 - point_mass(rate.m, c).J
    return g.energy_per(gravity, rate.m, x, spread) - dot(pull.lin, moved)


@kernel
def add_to(values, k, a):
    values[k] += a.x
    values[k + 1] += a.y
    values[k + 2] += a.z

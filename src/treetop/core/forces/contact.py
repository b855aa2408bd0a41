"""Contact of two shapes: Hertz's law, the damping of Hunt and Crossley, friction that is regular.

K. H. Hunt and F. R. E. Crossley, *Journal of Applied Mechanics* 42 (1975), 440-445.  Both bodies
feel opposite forces at one point of space, half way between the two surfaces.
"""

import math

import numpy as np

from treetop.core.compiler import entry, inlined, kernel
from treetop.core.forces import group
from treetop.core.forces.exerted import add_at, put
from treetop.core.forces.power_balance import Account, Exerted, account_of
from treetop.core.kinematics.clearance import nearness
from treetop.core.kinematics.frames import at_place, push
from treetop.core.spatial import dot, zero3
from treetop.core.tables.contacts import NO_CONTACTS
from treetop.core.tables.samples import ACT, EXERT

# --- the law ----------------------------------------------------------------------------


@kernel
def thrust(depth, rate, stiffness, exponent, damping):
    """The force along the normal, at a depth that grows at a rate; it never pulls."""
    return max(0.0, stiffness * depth**exponent * (1.0 + damping * rate))


@kernel
def force_on_second(n, v, depth, stiffness, exponent, damping, friction, slip_speed):
    """The normal points to the second shape, which moves with v against the first."""
    rate = -dot(n, v)
    N = thrust(depth, rate, stiffness, exponent, damping)
    slip = v + n * rate
    return n * N - slip * (friction * N / math.sqrt(dot(slip, slip) + slip_speed * slip_speed))


# --- over the contacts ------------------------------------------------------------------


@kernel
def exerted(contacts, near, work, origin, k):
    """What contact k exerts on its second shape, half way between the two surfaces; nothing if
    they are apart."""
    x, law, bodies = (near.at_a + near.at_b) * 0.5, contacts.law[k], contacts.pairs.bodies
    a = at_place(work, origin, bodies[k, 0], x)
    b = at_place(work, origin, bodies[k, 1], x)
    if near.gap >= 0.0:
        return Exerted(a, b, zero3(), zero3())
    v = b.V.lin - a.V.lin
    F = force_on_second(near.normal, v, -near.gap, law[0], law[1], law[2], law[3], law[4])
    return Exerted(a, b, F, zero3())


@inlined
def apply(contacts, work, origin):
    total = Account(0.0, zero3())
    for k in range(contacts.law.shape[0]):
        near = nearness(contacts.pairs, work, origin, k)
        if near.gap < 0.0:
            a, b, F, _ = exerted(contacts, near, work, origin, k)
            push(work.F, a, F * -1.0, zero3())
            push(work.F, b, F, zero3())
            total = total + account_of(a, F * -1.0, zero3()) + account_of(b, F, zero3())
    return total


# --- as a group -------------------------------------------------------------------------

# Rows have 1, or -1 if the second end of a contact is the first of the row.
_OWN = group.own_tables(NO_CONTACTS, np.zeros((0, 2), dtype=np.int64))
_unpack_own = _OWN.unpack


@entry(*ACT)
def act(t, q, u, y, rate, problem, own):
    """Contacts."""
    (_, contacts, _), (_, work, origin, _) = _unpack_own(own), group.around(problem, y)
    return group.account_numbers(apply(contacts, work, origin))


@entry(*EXERT)
def record(t, y, z, s, problem, handle, own):
    """Contacts; several points of one contact as their resultant."""
    (_, contacts, rows), (_, work, origin, _) = _unpack_own(own), group.around(problem, y)
    out, _ = group.unpack_recorded(handle)
    for k in range(rows.shape[0]):
        near, f = nearness(contacts.pairs, work, origin, k), rows[k, 0]
        a, b, F, _ = exerted(contacts, near, work, origin, k)
        F, x = F * float(rows[k, 1]), origin.p + b.p
        if k > 0 and rows[k - 1, 0] == f:
            x = add_at(out, s, f, x, F)
        else:
            put(out.applied_force[s, f], F)
        put(out.point_of_action[s, f], x)
        put(out.point_of_reaction[s, f], x)
        out.power[s, f] += dot(F, b.V.lin - a.V.lin) * float(rows[k, 1])
    return 0


GROUP = group.Group(_OWN, NO_CONTACTS, act=act, record=record)

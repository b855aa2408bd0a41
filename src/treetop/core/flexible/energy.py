"""Energy and momentum of deformation, beside those of the body as it is bent."""

from treetop.core.compiler import entry, inlined
from treetop.core.flexible.tables import unpack
from treetop.core.spatial import Force, Vec3, cross, dot, no_force, power
from treetop.core.spatial.table_access import force, motion, vec
from treetop.core.tables.kinds import DEFORMATION
from treetop.core.tables.samples import TOTAL


@entry(*TOTAL)
def total(vx, vy, vz, row, handle):
    """Kinetic energy, elastic energy, momentum, and angular momentum about the origin.

    What each body has of these energies, seen from the ground, is added to `row`; v is the velocity
    of the origin.
    """
    own, room, work = unpack(handle)
    kinetic, elastic, momentum = 0.0, 0.0, no_force()
    for i in range(1, own.joint.size):
        if own.joint[i] == DEFORMATION:
            L = momentum_of(own, room, i)
            momentum = momentum + Force(L.ang + cross(vec(work.p, i), L.lin), L.lin)
            own_kinetic, own_elastic = energies(own, room, i)
            own_kinetic += power(L, motion(work.V, i))
            kinetic, elastic = kinetic + own_kinetic, elastic + own_elastic
            row[i - 1] += own_kinetic + own_elastic + dot(L.lin, Vec3(vx, vy, vz))
    L, P = momentum.ang, momentum.lin
    return kinetic, elastic, P.x, P.y, P.z, L.x, L.y, L.z


@inlined
def momentum_of(own, room, i):
    """Of deformation, about the frame's origin."""
    f, L = own.number[i], no_force()
    for k in range(own.mode_at[f + 1] - own.mode_at[f]):
        L = L + force(room.P, own.mode_at[f] + k) * room.u[own.mode_at[f] + k]
    return L


@inlined
def energies(own, room, i):
    """Of the modes alone: kinetic, elastic."""
    f, kinetic, elastic = own.number[i], 0.0, 0.0
    first, m = own.mode_at[f], own.mode_at[f + 1] - own.mode_at[f]
    q, u = room.q, room.u
    for a in range(m):
        for b in range(m):
            at = own.pair_at[f] + a * m + b
            kinetic += 0.5 * own.M[at] * u[first + a] * u[first + b]
            elastic += 0.5 * own.K[at] * q[first + a] * q[first + b]
    return kinetic, elastic

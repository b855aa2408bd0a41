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
    tables, modal, work = unpack(handle)
    kinetic, elastic, momentum = 0.0, 0.0, no_force()
    for i in range(1, tables.joint.size):
        if tables.joint[i] == DEFORMATION:
            L = momentum_of(tables, modal, i)
            momentum = momentum + Force(L.ang + cross(vec(work.p, i), L.lin), L.lin)
            kinetic_of_body, elastic_of_body = energies(tables, modal, i)
            kinetic_of_body += power(L, motion(work.V, i))
            kinetic, elastic = kinetic + kinetic_of_body, elastic + elastic_of_body
            row[i - 1] += kinetic_of_body + elastic_of_body + dot(L.lin, Vec3(vx, vy, vz))
    L, P = momentum.ang, momentum.lin
    return kinetic, elastic, P.x, P.y, P.z, L.x, L.y, L.z


@inlined
def momentum_of(tables, modal, i):
    """Momentum of deformation, about the frame's origin."""
    f, L = tables.number[i], no_force()
    for k in range(tables.mode_at[f + 1] - tables.mode_at[f]):
        L = L + force(modal.P, tables.mode_at[f] + k) * modal.u[tables.mode_at[f] + k]
    return L


@inlined
def energies(tables, modal, i):
    """Energies of the modes alone: kinetic, elastic."""
    f, kinetic, elastic = tables.number[i], 0.0, 0.0
    first, m = tables.mode_at[f], tables.mode_at[f + 1] - tables.mode_at[f]
    q, u = modal.q, modal.u
    for a in range(m):
        for b in range(m):
            at = tables.pair_at[f] + a * m + b
            kinetic += 0.5 * tables.M[at] * u[first + a] * u[first + b]
            elastic += 0.5 * tables.K[at] * q[first + a] * q[first + b]
    return kinetic, elastic

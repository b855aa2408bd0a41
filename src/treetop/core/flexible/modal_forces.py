"""What deformation does to the frame of a flexible body, and the motion of the frame to it.

    on the frame   force -(2 ω × S' + S_kl q_k' q_l')
                   torque -(J' ω + ω × N_k q_k' + N_k,l q_k' q_l')
    along mode k   -K q - D q' + ½ ω·J_k ω - ω·(N_k,l - N_l,k) q_l' + g·S_k

g is the field of gravity at the mass centre; its gradient acts along modes too, as it acts on
inertia: see `treetop.core.forces.gravity`.  Gravity beyond that of a point mass is no potential
here, and its power is kept apart.
"""

from treetop.core.compiler import all_of, entry, inlined
from treetop.core.flexible.tables import unpack
from treetop.core.forces.gravity import gradient_effort, tensor_effort
from treetop.core.linear_algebra.vectors import add_multiple
from treetop.core.spatial import Force, Vec3, cross, dot, transpose, turn_back, turned, zero3
from treetop.core.spatial.table_access import (
    force,
    mat,
    motion,
    put_six,
    sym_at,
    vec,
    vec_at,
)
from treetop.core.tables.kinds import DEFORMATION
from treetop.core.tables.samples import LOAD
from treetop.core.tables.surroundings import GRADIENT


@entry(*LOAD)
def load(mu, x, y, z, handle):
    """Add to forces on frames and efforts along modes, when gravity and nothing else has acted.

    `mu` is that of a point mass whose gradient is felt, or 0, and x, y, z the origin of positions
    seen from it.  Returns the power of damping, that of gravity on deformation, as felt, the
    momentum of that, and the power of gravity without that of the point mass.
    """
    tables, modal, work = unpack(handle)
    origin = Vec3(x, y, z)
    damping, weight, momentum, perturbing = 0.0, 0.0, zero3(), 0.0
    for i in range(1, tables.joint.size):
        if tables.joint[i] == DEFORMATION:
            pull, drag, P, extra = load_one(tables, modal, work, i, mu, origin)
            damping, weight, momentum = damping + drag, weight + pull, momentum + P
            perturbing += extra
    return damping, weight, momentum.x, momentum.y, momentum.z, perturbing


@inlined
def load_one(tables, modal, work, i, mu, origin):
    f, j, R, u = tables.number[i], tables.u_at[i], mat(work.R, i), modal.u
    first, m = tables.mode_at[f], tables.mode_at[f + 1] - tables.mode_at[f]
    now, rate = modal.now[12 * first : 12 * (first + m)], modal.rate[9 * first : 9 * (first + m)]
    resist(tables, modal, f)
    w, pull = turn_back(R, motion(work.V, i).ang), force(work.F, i)
    g, c = turn_back(R, pull.lin) * (1.0 / tables.mass[f]), vec(work.bodies.com, i)
    centre = turn_back(R, origin + vec(work.p, i)) + c
    S_rate, N_rate, bias, twist, turning = zero3(), zero3(), zero3(), zero3(), zero3()
    drag, weight, extra = 0.0, 0.0, 0.0
    G, a = turned(transpose(R), sym_at(work.surroundings, GRADIENT)), vec(work.perturbation, i)
    a = turn_back(R, a)
    for k in range(m):
        at, x = 6 * k, u[first + k]
        S_k, N_k = vec_at(now, 6 * m + at), vec_at(now, 6 * m + at + 3)
        Jw, N_kl, N_lk = sym_at(now, at) @ w, vec_at(rate, at + 3), vec_at(rate, 6 * m + 3 * k)
        S_rate, N_rate, turning = S_rate + S_k * x, N_rate + N_k * x, turning + Jw * x
        bias, twist = bias + vec_at(rate, at) * x, twist + N_kl * x
        drag -= modal.drag[first + k] * x
        heavy = dot(g, S_k)
        if all_of(mu > 0.0):
            tensor = tensor_effort(G, c, sym_at(now, at), S_k)
            heavy += gradient_effort(mu, centre, c, sym_at(now, at), S_k) + tensor
            extra += tensor * x
        extra += dot(a, S_k) * x
        weight += heavy * x
        moving = 0.5 * dot(w, Jw) - dot(w, N_kl - N_lk)
        work.tau[j + k] += moving + heavy - modal.stress[first + k] - modal.drag[first + k]
    torque = turning + cross(w, N_rate) + twist
    F = Force(R @ torque, R @ (cross(w, S_rate) * 2.0 + bias))
    put_six(work.F, i, pull - F)
    return weight, drag, R @ S_rate, extra


@inlined
def resist(tables, modal, f):
    """Elastic forces K q and those of damping, D q'."""
    first, last = tables.mode_at[f], tables.mode_at[f + 1]
    stress, drag, m = modal.stress[first:last], modal.drag[first:last], last - first
    stress[:], drag[:] = 0.0, 0.0
    for k in range(m):
        at = tables.pair_at[f] + k * m
        add_multiple(stress, modal.q[first + k], tables.K[at : at + m])
        add_multiple(drag, modal.u[first + k], tables.D[at : at + m])

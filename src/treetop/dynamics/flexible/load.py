"""What deformation does to the frame of a flexible body, and the motion of the frame to it.

    on the frame   force -(2 ω × S' + S_kl q_k' q_l')
                   torque -(J' ω + ω × N_k q_k' + N_k,l q_k' q_l')
    along mode k   -K q - D q' + ½ ω·J_k ω - ω·(N_k,l - N_l,k) q_l' + g·S_k

A field of gravity g is felt by all points alike; that of its gradient bends nothing.
"""

from treetop._kernel import entry, inlined
from treetop.assembly.flexible import ARM, FIRST
from treetop.assembly.kinds import DEFORMATION
from treetop.assembly.tables import LOAD
from treetop.dynamics.flexible.bundle import unpack
from treetop.spatial import Force, cross, dot, turn_back, zero3
from treetop.spatial.rows import force, mat, motion, put_six, sym, vec_at


@entry(*LOAD)
def load(handle):
    """Add to forces on frames and efforts along modes, when gravity and nothing else has acted.

    Returns the power of damping, that of gravity on deformation, and the momentum of that.
    """
    own, room, work, _ = unpack(handle)
    damping, weight, momentum = 0.0, 0.0, zero3()
    for i in range(1, own.joint.size):
        if own.joint[i] == DEFORMATION:
            pull, drag, P = load_one(own, room, work, i)
            damping, weight, momentum = damping + drag, weight + pull, momentum + P
    return damping, weight, momentum.x, momentum.y, momentum.z


@inlined
def load_one(own, room, work, i):
    f, j, R, q, u = own.number[i], own.u_at[i], mat(work.R, i), room.q, room.u
    first, pair, m = own.mode_at[f], own.pair_at[f], own.mode_at[f + 1] - own.mode_at[f]
    w, pull = turn_back(R, motion(work.V, i).ang), force(work.F, i)
    g = turn_back(R, pull.lin) * (1.0 / own.mass[f])
    S_rate, N_rate, bias, twist, turning = zero3(), zero3(), zero3(), zero3(), zero3()
    drag = 0.0
    for a in range(m):
        now, rate, x = room.now[first + a], room.rate[first + a], u[first + a]
        stress = 0.0
        rate[:] = 0.0
        for b in range(m):
            at = pair + a * m + b
            stress += own.K[at] * q[first + b] + own.D[at] * u[first + b]
            drag -= own.D[at] * u[first + b] * x
            for column in range(9):
                rate[column] += u[first + b] * own.double[at, FIRST + column]
        S_k, Jw = vec_at(now, FIRST), sym(room.now, first + a) @ w
        S_rate, N_rate = S_rate + S_k * x, N_rate + vec_at(now, ARM) * x
        bias, twist = bias + vec_at(rate, 0) * x, twist + vec_at(rate, 3) * x
        turning = turning + Jw * x
        whirl = dot(w, vec_at(rate, 3) - vec_at(rate, 6))
        work.tau[j + a] += 0.5 * dot(w, Jw) - whirl - stress + dot(g, S_k)
    torque = turning + cross(w, N_rate) + twist
    F = Force(R @ torque, R @ (cross(w, S_rate) * 2.0 + bias))
    put_six(work.F, i, pull - F)
    return dot(g, S_rate), drag, R @ S_rate

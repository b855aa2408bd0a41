"""Rods of lines that are paid out: how they begin, are cut in two, and are merged.

A cut leaves places, velocities and momenta as they are: the part that stays in the mouth takes the
hinge of the rod, and the rest goes on in line with it.  A merge puts the exit rod and the next in
one rod along their chord, whose outer node stays; its shortening keeps the material length.  In a
guide it is the next rod that comes in line, and all beyond keep their directions.  Speeds after it
follow from the momenta before, which all bodies take over: M u = Σ (∂v/∂u)·p, solved by the same
recursion as accelerations are, momenta in the place of forces.  The mass centre of what flies
freely stays.

    T axes of a hinge, and direction of the line, as rows    t direction of a rod
"""

import math

from treetop.core.compiler import inlined, kernel
from treetop.core.constraints.prescribed import drive
from treetop.core.devices.boom_hinges import SHORTEST
from treetop.core.devices.deployer import (
    LOST,
    ROD,
    RODS,
    SHORTENING,
    density_along,
    exit_rod,
    material_length,
    reel_inertia,
    unpack_lines,
)
from treetop.core.devices.stored_line import flow_inside
from treetop.core.formulations.recursive import gather_inward, spread_outward
from treetop.core.interface import EXTRA, origin_of, span_of_states, unpack
from treetop.core.kinematics.frames import station
from treetop.core.kinematics.fuel import fill_tanks
from treetop.core.kinematics.hung import hang_by_level
from treetop.core.kinematics.rigid_inertia import inertia_of
from treetop.core.kinematics.tree import bodies_in_motion
from treetop.core.spatial import (
    Force,
    Mat3,
    cross,
    dot,
    force_moved,
    no_force,
    norm,
    per_mass,
    power,
    quaternion_of,
    transpose,
    turn_back,
    zero3,
)
from treetop.core.spatial.table_access import (
    copy_into,
    force,
    mat,
    motion,
    put_quaternion_at,
    put_six,
    put_vec,
    put_vec_at,
    vec,
    vec_at,
)
from treetop.core.tables.kinds import FREE, GIVEN
from treetop.core.tables.tables import LINES

NEAR = 2e-6  # of a rod, by which steps may miss where one is to be cut or merged

# --- directions -------------------------------------------------------------------------


@kernel
def beyond_hinge(T, angle1, angle2):
    """The axes and direction T of a rod whose hinge has turned from those before it."""
    c, s = math.cos(angle1), math.sin(angle1)
    y, z = T.y * c + T.z * s, T.z * c - T.y * s
    c, s = math.cos(angle2), math.sin(angle2)
    return Mat3(T.x * c - z * s, y, z * c + T.x * s)


@kernel
def angles_towards(T, t, x):
    """The angles of a hinge beyond which a rod has the direction t.

    Of the two pairs that lead there, those whose axes are nearer to the first axis x of the rod as
    it was: with the others a rod that has folded back would be half a turn away, and would have to
    pass where its hinge is singular on its way back.
    """
    angle1, angle2 = math.atan2(-dot(t, T.y), dot(t, T.z)), math.asin(clipped(dot(t, T.x)))
    if dot(beyond_hinge(T, angle1, angle2).x, x) < 0.0:
        return math.atan2(dot(t, T.y), -dot(t, T.z)), math.pi - angle2
    return angle1, angle2


@kernel
def clipped(sine):
    return min(max(sine, -1.0), 1.0)


@kernel
def before_mouth(lines, k, R):
    """Axes of the first hinge and direction of line k, the mouth having the attitude R."""
    A = mat(lines.triad, k)
    return Mat3(R @ A.x, R @ A.y, R @ A.z)


# --- what needs no momenta --------------------------------------------------------------


@inlined
def begun_or_cut(t, y, problem):
    """Let lines begin, and cut exit rods that are long; return whether any did."""
    tables, work = unpack(problem)
    _, lines, _, _ = unpack_lines(tables.optional.shown[LINES])
    first, last = span_of_states(tables, y)
    states, done = y[first:last], False
    speeds = y[tables.tree.q_at[-1] :]
    for k in range(lines.mouth.size):
        if exit_rod(lines, k, states) == lines.rod_at[k + 1]:
            length, rate = lines.begin[k, 4], lines.begin[k, 5]
            if lines.drive[k] >= 0:
                f = drive(tables.drives, work.jets, lines.drive[k], t)
                length, rate = f.value, f.rate
            begin(lines, k, length, rate, y, speeds, states)
            done = True
        while is_long(lines, k, y, speeds, states):
            cut(lines, k, exit_rod(lines, k, states), y, speeds, states)
            done = True
    return done


@kernel
def is_long(lines, k, y, speeds, states):
    """Whether the exit rod of line k is to be cut in two."""
    e = exit_rod(lines, k, states)
    over = material_length(lines, k, e, y, states) / lines.law[k, ROD] - (1.0 + SHORTEST)
    return e > lines.rod_at[k] and is_past(over, speeds[lines.u[e, 1]])


@kernel
def is_past(over, rate):
    """Whether a length that is over a level, in rods, and changes at a rate has passed it.

    Steps end where it does, see `treetop.assembly.switches`, but for their errors: what moves on is
    taken to be past it slightly before.
    """
    return over > NEAR or (over > -NEAR and rate > 0.0)


@kernel
def begin(lines, k, length, rate, y, speeds, states):
    """Put a line out straight, at a length that changes at a rate."""
    last, h = lines.rod_at[k + 1], lines.law[k, ROD]
    whole = min(max(math.floor(length / h - SHORTEST), 0), last - lines.rod_at[k] - 1)
    e = last - 1 - whole
    for j in range(lines.rod_at[k], last):
        y[lines.q[j, 1]] = 0.0 if j < e else h if j > e else length - whole * h
        speeds[lines.u[j, 1]] = rate if j == e else 0.0
        for m in range(2):
            y[lines.q[j, 0] + m] = lines.begin[k, m] if j == e else 0.0
            speeds[lines.u[j, 0] + m] = lines.begin[k, 2 + m] if j == e else 0.0
    at = lines.state[k]
    states[at + RODS], states[at + SHORTENING] = whole + 1.0, 1.0


@kernel
def cut(lines, k, e, y, speeds, states):
    """Cut exit rod e: the rod before it takes over what is beyond one whole rod."""
    shortening = states[lines.state[k] + SHORTENING]
    whole, new = shortening * lines.law[k, ROD], e - 1
    y[lines.q[new, 1]], y[lines.q[e, 1]] = y[lines.q[e, 1]] - whole, whole
    speeds[lines.u[new, 1]], speeds[lines.u[e, 1]] = speeds[lines.u[e, 1]], 0.0
    for m in range(2):
        q, p = lines.q[e, 0] + m, lines.q[new, 0] + m
        y[p], y[q] = y[q], 0.0
        u, v = lines.u[e, 0] + m, lines.u[new, 0] + m
        speeds[v], speeds[u] = speeds[u], 0.0
    states[lines.state[k] + RODS] += 1.0


@kernel
def is_short(lines, k, y, speeds, states):
    """Whether the exit rod of line k is to be merged with the next."""
    e = exit_rod(lines, k, states)
    if e >= lines.rod_at[k + 1] - 1:
        return False
    over = material_length(lines, k, e, y, states) / lines.law[k, ROD] - SHORTEST
    return is_past(-over, -speeds[lines.u[e, 1]])


@inlined
def count_short(y, problem):
    """How many lines have an exit rod that is to be merged with the next."""
    tables, _ = unpack(problem)
    _, lines, _, _ = unpack_lines(tables.optional.shown[LINES])
    first, last = span_of_states(tables, y)
    speeds, count = y[tables.tree.q_at[-1] :], 0
    for k in range(lines.mouth.size):
        count += int(is_short(lines, k, y, speeds, y[first:last]))
    return count


# --- momenta ----------------------------------------------------------------------------


@inlined
def note_momenta(y, problem):
    """Write momenta and places of all bodies into ``work.F`` and ``work.B``, mass centres of what
    hangs on the ground by itself into ``work.A``; return the kinetic energy."""
    tables, work = unpack(problem)
    tree, nq, energy = tables.tree, tables.tree.q_at[-1], 0.0
    fill_tanks(tables, y)
    bodies_in_motion(tree, y[:nq], y[nq : nq + tree.u_at[-1]], work)
    hang_by_level(tables, y, work)
    for i in range(1, tree.parent.size):
        V = motion(work.V, i)
        P = inertia_of(work.bodies, i, mat(work.R, i)) @ V
        put_six(work.F, i, P)
        put_vec(work.B, i, vec(work.p, i))
        energy += 0.5 * power(P, V)
        if tree.parent[i] == 0:
            put_vec(work.A, i, mass_centre(tree, work, i))
    return energy


@kernel
def mass_centre(tree, work, root):
    """That of a body and all that hangs on it, the body hanging on the ground."""
    bodies, m, moment, i = work.bodies, 0.0, zero3(), root
    while i == root or (i < tree.parent.size and tree.parent[i] > 0):  # bodies of a tree follow it
        place = vec(work.p, i) + mat(work.R, i) @ vec(bodies.com, i)
        m, moment, i = m + bodies.mass[i], moment + place * bodies.mass[i], i + 1
    return per_mass(moment, m)


@kernel
def keep_centre(tree, work, y, root):
    """Move a tree that flies freely to where its mass centre was."""
    d, i, k = mass_centre(tree, work, root) - vec(work.A, root), root, tree.q_at[root] + 4
    while i == root or (i < tree.parent.size and tree.parent[i] > 0):
        put_vec(work.p, i, vec(work.p, i) - d)
        i += 1
    put_vec_at(y, k, vec_at(y, k) - turn_back(mat(tree.R_PF, root), d))


@inlined
def carry_momenta(y, room, problem):
    """Bring given coordinates and speeds of y to where they are to be, and find all other speeds by
    the momenta that were noted; `room` is workspace as long as y."""
    tables, work = unpack(problem)
    tree = tables.tree
    nq, nu = tree.q_at[-1], tree.u_at[-1]
    for i in range(1, tree.parent.size):
        for j in range(tree.u_at[i], tree.u_at[i + 1]):
            work.tau[j] = 0.0
            if tree.prescribed[j] == GIVEN:
                y[tree.q_at[i + 1] - tree.u_at[i + 1] + j] = work.prescribed[j, 0]
                work.prescribed[j, 2] = work.prescribed[j, 1]
            elif tree.prescribed[j]:
                work.tau[j] = work.prescribed[j, 2] * y[nq + j]  # momentum of its own
    at_rest = room[nq : nq + nu]
    at_rest[:] = 0.0
    fill_tanks(tables, y)
    bodies_in_motion(tree, y[:nq], at_rest, work)
    hang_by_level(tables, y, work)
    for i in range(1, tree.parent.size):
        if tree.parent[i] == 0 and tree.joint[i] == FREE:
            keep_centre(tree, work, y, i)
    for i in range(1, tree.parent.size):
        P, moved = force(work.F, i), vec(work.B, i) - vec(work.p, i)
        put_six(work.F, i, Force(P.ang + cross(moved, P.lin), P.lin))
    carry_flows(y, problem)
    gather_inward(tree, work, True)
    spread_outward(tree, work, y[nq : nq + nu], True)


@inlined
def carry_flows(y, problem):
    """Let carriers that were moved take over what lines between store and mouth, which are moved
    along, lose of their angular momentum."""
    tables, work = unpack(problem)
    _, lines, _, _ = unpack_lines(tables.optional.shown[LINES])
    (first, last), origin = span_of_states(tables, y), origin_of(y)
    for k in range(lines.mouth.size):
        e, i = exit_rod(lines, k, y[first:last]), tables.frames.body[lines.mouth[k]]
        if lines.store[k] != lines.mouth[k] and e < lines.rod_at[k + 1]:
            store, mouth = (
                station(tables.frames, work, origin, lines.store[k]),
                station(tables.frames, work, origin, lines.mouth[k]),
            )
            speed = y[tables.tree.q_at[-1] + lines.u[e, 1]]
            flow = density_along(lines, y[first:last], k) * speed
            moved = vec(work.B, i) - vec(work.p, i)
            taken = cross(moved, flow_inside(store.r, mouth.r, flow).p)
            put_six(work.F, i, force(work.F, i) + Force(taken, zero3()))


# --- merging ----------------------------------------------------------------------------


@inlined
def merge_short(y, room, problem):
    """Merge all exit rods that are to be, momenta having been noted: coordinates are changed, of
    speeds those of slides alone, so that reels turn as before.  Internal states before are noted in
    their place in `room`."""
    tables, work = unpack(problem)
    _, lines, _, _ = unpack_lines(tables.optional.shown[LINES])
    first, last = span_of_states(tables, y)
    speeds, states = y[tables.tree.q_at[-1] :], y[first:last]
    copy_into(room[first:last], states)
    for k in range(lines.mouth.size):
        if is_short(lines, k, y, speeds, states):
            merge(lines, tables.frames, tables.tree, work, origin_of(y), y, states, k)


@kernel
def merge(lines, frames, tree, work, origin, y, states, k):
    """Put the exit rod of line k and the next in one along their chord."""
    e, last, at = exit_rod(lines, k, states), lines.rod_at[k + 1], lines.state[k]
    mouth, new = station(frames, work, origin, lines.mouth[k]), e + 1
    gone, remaining = lines.body[e], lines.body[new]
    material = material_length(lines, k, e, y, states) + lines.law[k, ROD]
    chord = vec(work.p, remaining) - mouth.p
    T_old = T = before_mouth(lines, k, mouth.R)
    length, t = norm(chord), chord * (1.0 / norm(chord))
    if lines.guided[k]:
        length, t = material, T.z
    for j in range(e, last):
        q = lines.q[j, 0]
        angle1, angle2 = y[q], y[q + 1]
        T_old = beyond_hinge(T_old, angle1, angle2)
        if j == e:
            y[q], y[q + 1], y[lines.q[j, 1]] = 0.0, 0.0, 0.0
            continue
        y[q], y[q + 1] = angles_towards(T, t if j == new else T_old.z, T_old.x)
        T = beyond_hinge(T, y[q], y[q + 1])
    y[lines.q[new, 1]] = length
    gone_slide, slide = tree.q_at[-1] + lines.u[e, 1], tree.q_at[-1] + lines.u[new, 1]
    rate, shortening = y[gone_slide] / states[at + SHORTENING], length / material
    y[gone_slide], y[slide] = 0.0, shortening * rate
    states[at + RODS], states[at + SHORTENING] = states[at + RODS] - 1.0, shortening
    keep_attitude(lines, tree, work, y, k, T_old, T)
    arm = vec(work.p, gone) - vec(work.p, remaining)
    put_six(work.F, remaining, force(work.F, remaining) + force_moved(force(work.F, gone), arm))
    put_six(work.F, gone, no_force())


@kernel
def keep_attitude(lines, tree, work, y, k, T_old, T):
    """Let the body at the tip of line k stay as it is, the last rod having turned from T_old to
    T."""
    i = lines.tip[k]
    if i > 0:
        R_F = mat(work.R, tree.parent[i]) @ mat(tree.R_PF, i)
        turned_tip = transpose(T_old) @ (T @ mat(work.R, i))
        put_quaternion_at(y, tree.q_at[i], quaternion_of(transpose(R_F) @ turned_tip))


@inlined
def reel_energy(y, problem):
    """The kinetic energy of all reels."""
    tables, _ = unpack(problem)
    _, lines, _, _ = unpack_lines(tables.optional.shown[LINES])
    first, last = span_of_states(tables, y)
    states, energy = y[first:last], 0.0
    for k in range(lines.mouth.size):
        e = exit_rod(lines, k, states)
        speed = y[tables.tree.q_at[-1] + lines.u[e, 1]]
        energy += 0.5 * reel_inertia(lines, k, e, y, states) * speed * speed
    return energy


@inlined
def note_loss(y, room, problem, count, kinetic, potential, reels):
    """Let what merging rods of so many lines has added to the energy count as work; what flies
    freely loses kinetic energy alone, its mass centre being kept.  Reels gain, whose energy is not
    on the balance.  Lines that merge at one instant share the loss."""
    tables, _ = unpack(problem)
    _, lines, _, _ = unpack_lines(tables.optional.shown[LINES])
    first, end = span_of_states(tables, y)[0], y.size - EXTRA
    y[end + 6] += kinetic + potential
    y[end + 7] += kinetic
    gained = kinetic if tables.falling[0] == 1 else kinetic + potential
    for at in lines.state:
        if y[first + at + RODS] != room[first + at + RODS]:
            y[first + at + LOST] -= (gained + reels) / count

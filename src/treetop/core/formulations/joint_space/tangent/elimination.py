"""The recursion of the linearised equations: one joint after another finds its balance.

The force F of a joint varies by ``I z + b`` with the variation z of its body's motion.  Of changes
δ of the joint's coordinates, z = z' + C δ, the parent feels U, which is I C and the turning of F
itself; along the joint

    S·(I z' + b) + D δ = -missing,     D = S·(I C) + the turning of F + stiffness

so that ``δ = -(left + answer z')`` and ``I - U answer`` is what the parent feels.
"""

from treetop.core.compiler import inlined, kernel
from treetop.core.formulations.joint_space.tangent.assembly import (
    add_body,
    put_columns,
)
from treetop.core.formulations.joint_space.tangent.tables import WIDTH
from treetop.core.formulations.joint_space.tangent.variations import (
    carried,
    plus,
    put_variation,
    row_carried,
    variation_at,
    way_back,
)
from treetop.core.interface import origin_of
from treetop.core.linear_algebra.gauss_jordan import invert
from treetop.core.spatial import Force, cross, force_moved, no_force, power, zero3
from treetop.core.spatial.table_access import force, motion, put_six, vec
from treetop.core.tables.kinds import FREE, SPHERICAL, UNIVERSAL

# --- the laws -----------------------------------------------------------------------------


@kernel
def turned_force(p, s, F):
    """How the parent feels F change that turns by p, while its arm grows by s."""
    return Force(cross(p, F.ang) + cross(s, F.lin), cross(p, F.lin))


@kernel
def sees_turning(kind, row):
    """Whether the axis of a joint's speed stays behind when its coordinates turn F: those that
    turn along with the body, or by the first of two turns about as much as matters, see none."""
    return not ((kind in (SPHERICAL, FREE) and row < 3) or (kind == UNIVERSAL and row == 1))


# --- one joint ----------------------------------------------------------------------------


@kernel
def times_column(felt, column, push):
    """Write ``I C``."""
    for row in range(6):
        total = 0.0
        for k in range(WIDTH):
            total += felt[row, k] * column[k]
        push[row] = total


@kernel
def row_along(S, felt, row):
    """Write ``S·I``."""
    a, s = S.ang, S.lin
    for k in range(WIDTH):
        row[k] = a.x * felt[0, k] + a.y * felt[1, k] + a.z * felt[2, k]
    if s.x != 0.0 or s.y != 0.0 or s.z != 0.0:
        for k in range(WIDTH):
            row[k] += s.x * felt[3, k] + s.y * felt[4, k] + s.z * felt[5, k]


@kernel
def balance(tangent, work, kind, first, last, prescribed, felt, F):
    """Write rows and block of the balance along a joint; of a driven speed the change is given."""
    for j in range(first, last):
        times_column(felt, tangent.column[j], tangent.push[j])
    for j in range(first, last):
        S, row, turns = motion(work.S, j), j - first, sees_turning(kind, j - first)
        row_along(S, felt, tangent.rows[row])
        for k in range(first, last):
            D = power(force(tangent.push, k), S) + tangent.stiffness[j, k - first]
            if turns:
                D += power(turned_force(vec(tangent.turn, k), zero3(), F), S)
            tangent.block[row, k - first] = D
        if prescribed[j]:
            tangent.block[row, :], tangent.rows[row, :] = 0.0, 0.0
            tangent.block[row, row] = 1.0


@kernel
def eliminate(tangent, work, kind, first, last, prescribed, felt, F):
    """Let a joint give way: what is felt of its body, and how its coordinates answer."""
    if last - first == 1:
        eliminate_one(tangent, work, first, prescribed[first], felt, F)
        return
    balance(tangent, work, kind, first, last, prescribed, felt, F)
    inverse, rows = tangent.inverse[first:last], tangent.rows
    invert(tangent.block, inverse, last - first)
    for j in range(first, last):
        answer = tangent.answer[j]
        answer[:] = 0.0
        for m in range(last - first):
            for k in range(WIDTH):
                answer[k] += inverse[j - first, m] * rows[m, k]
        turning = turned_force(vec(tangent.turn, j), motion(work.S, j).lin, F)
        put_six(tangent.push, j, force(tangent.push, j) + turning)
    for j in range(first, last):
        give_way(felt, tangent.push[j], tangent.answer[j])


@kernel
def eliminate_one(tangent, work, j, prescribed, felt, F):
    """A joint of one speed, most often that of a hinge, needs no block; nor is it an attitude."""
    S, p = motion(work.S, j), vec(tangent.turn, j)
    push, answer = tangent.push[j], tangent.answer[j]
    times_column(felt, tangent.column[j], push)
    turning, felt_along = turned_force(p, S.lin, F), force(tangent.push, j)
    D = power(felt_along, S) + tangent.stiffness[j, 0] + power(turned_force(p, zero3(), F), S)
    row_along(S, felt, answer)
    scale = 0.0 if prescribed else 1.0 / D
    for k in range(WIDTH):
        answer[k] *= scale
    tangent.inverse[j, 0] = 1.0 if prescribed else scale
    put_six(tangent.push, j, felt_along + turning)
    give_way(felt, push, answer)


@kernel
def give_way(felt, push, answer):
    """What is left where a coordinate answers."""
    z = variation_at(answer)
    for row in range(6):
        put_variation(felt[row], plus(variation_at(felt[row]), z, -push[row]))


@kernel
def hand_on(felt, to, r, back):
    """Write what the parent feels, about its origin, of what is felt of a body."""
    fx, fy, fz = variation_at(felt[3]), variation_at(felt[4]), variation_at(felt[5])
    nx = plus(plus(variation_at(felt[0]), fz, r.y), fy, -r.z)
    ny = plus(plus(variation_at(felt[1]), fx, r.z), fz, -r.x)
    nz = plus(plus(variation_at(felt[2]), fy, r.x), fx, -r.y)
    for row, x in enumerate((nx, ny, nz, fx, fy, fz)):
        put_variation(to[row], row_carried(x, r, back))


@kernel
def add_block(felt, more):
    for row in range(6):
        for k in range(WIDTH):
            felt[row, k] += more[row, k]


@kernel
def of_joint(work, i, P):
    """Turning of the parent, and what the joint adds to angular velocity and velocity."""
    V, V_P, r = motion(work.V, i), motion(work.V, P), vec(work.r, i)
    return V_P.ang, V.ang - V_P.ang, V.lin - V_P.lin - cross(V_P.ang, r)


# --- the recursion ------------------------------------------------------------------------


@inlined
def factor(tables, work, tangent, shift, y, steady):
    """Eliminate all joints, outermost first; `steady` if bodies feel what was gathered.

    A body most often hangs on the one before it: what that one feels is handed on at once, from one
    of two blocks to the other.  Where a tree forks it is gathered in ``tangent.gathered``.
    """
    tree, origin, nq = tables.tree, origin_of(y), tables.tree.q_at[-1]
    u, handed = y[nq : nq + tree.u_at[-1]], False
    for i in range(tree.parent.size - 1, 0, -1):
        P, first, last = tree.parent[i], tree.u_at[i], tree.u_at[i + 1]
        felt, following = tangent.felt[i % 2], tangent.felt[(i + 1) % 2]
        if not handed:
            felt[:] = 0.0
        if steady or tree.forks[i]:
            add_block(felt, tangent.gathered[i])
        add_body(tables, work, origin, i, felt)
        put_columns(tree, work, u, tangent, shift, i)
        F = force(work.B, i)
        eliminate(tangent, work, tree.joint[i], first, last, tree.prescribed, felt, F)
        handed = i - 1 == P
        if P > 0:
            r = vec(work.r, i)
            w_P, w_J, v_J = of_joint(work, i, P)
            hand_on(felt, following, r, way_back(r, w_P, w_J, v_J))
            if not handed:
                add_block(tangent.gathered[P], following)


@inlined
def solve(tree, work, tangent):
    """Write the change of coordinates that makes up for what is missing."""
    for i in range(tree.parent.size):
        put_six(tangent.bias, i, no_force())
    for i in range(tree.parent.size - 1, 0, -1):
        P, first, last = tree.parent[i], tree.u_at[i], tree.u_at[i + 1]
        b = force(tangent.bias, i)
        put_left(tangent, work, first, last, tree.prescribed, b)
        for j in range(first, last):
            b = b - force(tangent.push, j) * tangent.left[j]
        put_six(tangent.bias, P, force(tangent.bias, P) + force_moved(b, vec(work.r, i)))
    tangent.variation[0, :] = 0.0
    for i in range(1, tree.parent.size):
        P, z = tree.parent[i], tangent.variation[i]
        w_P, w_J, v_J = of_joint(work, i, P)
        put_variation(z, carried(variation_at(tangent.variation[P]), vec(work.r, i), w_P, w_J, v_J))
        answer_to(tangent, tree.u_at[i], tree.u_at[i + 1], z)


@kernel
def put_left(tangent, work, first, last, prescribed, b):
    """How coordinates would change if the body's motion did not vary but by them."""
    for k in range(first, last):
        tangent.left[k] = 0.0
        for j in range(first, last):
            felt = 0.0 if prescribed[j] else power(b, motion(work.S, j))
            tangent.left[k] += tangent.inverse[k, j - first] * (tangent.missing[j] + felt)


@kernel
def answer_to(tangent, first, last, z):
    """Write the changes of a joint's coordinates, and add what they make to the variation z."""
    for j in range(first, last):
        total = tangent.left[j]
        for k in range(WIDTH):
            total += tangent.answer[j, k] * z[k]
        tangent.change[j] = -total
    for j in range(first, last):
        for k in range(WIDTH):
            z[k] += tangent.column[j, k] * tangent.change[j]

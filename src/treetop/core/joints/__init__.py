"""The joint kinds, and the one place that distinguishes them.

Columns of S are the motions of M per unit speed.  They are carried along by the parent; all
joints but the universal and the curvilinear one have no further acceleration at constant speeds.
"""

from treetop.core.compiler import inlined, kernel
from treetop.core.joints import (
    curvilinear,
    cylindrical,
    fixed,
    free,
    planar,
    prismatic,
    revolute,
    screw,
    spherical,
    universal,
)
from treetop.core.spatial import quaternion_rate
from treetop.core.spatial.table_access import mat, put_quaternion_at, quaternion_at, vec_at
from treetop.core.tables.kinds import (
    ATTITUDE,
    CURVILINEAR,
    CYLINDRICAL,
    FREE,
    PLANAR,
    PRISMATIC,
    REVOLUTE,
    SCREW,
    SPHERICAL,
    UNIVERSAL,
)


@inlined
def across(tree, i, R_NF, q, u, S):
    """Where the joint of body i holds it, how it moves it, and which motions it allows.

    Its coordinates are q[k:], its speeds u[j:]; the motions per unit speed go into S[j:].
    """
    kind, k, j = tree.joint[i], tree.q_at[i], tree.u_at[i]
    if kind == REVOLUTE:
        return revolute.across(R_NF, q[k], u[j], S, j)
    if kind == FREE:
        attitude, position = quaternion_at(q, k), vec_at(q, k + 4)
        return free.across(R_NF, attitude, position, vec_at(u, j), vec_at(u, j + 3), S, j)
    if kind == SPHERICAL:
        return spherical.across(R_NF, quaternion_at(q, k), vec_at(u, j), S, j)
    if kind == PRISMATIC:
        return prismatic.across(R_NF, q[k], u[j], S, j)
    if kind == CYLINDRICAL:
        return cylindrical.across(R_NF, q[k], q[k + 1], u[j], u[j + 1], S, j)
    if kind == UNIVERSAL:
        middle = mat(tree.middle, i)
        return universal.across(R_NF, middle, q[k], q[k + 1], u[j], u[j + 1], S, j)
    if kind == PLANAR:
        return planar.across(R_NF, vec_at(q, k), vec_at(u, j), S, j)
    if kind == SCREW:
        return screw.across(R_NF, tree.pitch[i], q[k], u[j], S, j)
    if kind == CURVILINEAR:
        return curvilinear.across(R_NF, tree.curves, i, q[k], u[j], S, j)
    return fixed.across(R_NF)


@inlined
def measure_coordinates(tree, i, R_FM, d, near, q):
    """The other way round: write the coordinates of the joint of body i, M being at d in F's axes
    with attitude R_FM.

    `near` holds a guess, in the same places as `q`: of coordinates that are not unique, as an angle
    after a full turn or the sign of a quaternion, the nearest are meant.
    """
    kind, k = tree.joint[i], tree.q_at[i]
    if kind == REVOLUTE:
        revolute.coordinates(R_FM, d, near, q, k)
    elif kind == SCREW:
        screw.coordinates(R_FM, d, near, q, k)
    elif kind == PRISMATIC:
        prismatic.coordinates(R_FM, d, near, q, k)
    elif kind == CYLINDRICAL:
        cylindrical.coordinates(R_FM, d, near, q, k)
    elif kind == UNIVERSAL:
        universal.coordinates(R_FM, mat(tree.middle, i), near, q, k)
    elif kind == PLANAR:
        planar.coordinates(R_FM, d, near, q, k)
    elif kind == CURVILINEAR:
        curvilinear.coordinates(tree.curves, i, d, q, k)
    elif kind == SPHERICAL:
        spherical.coordinates(R_FM, d, near, q, k)
    elif kind == FREE:
        free.coordinates(R_FM, d, near, q, k)


@kernel
def has_attitude(kind):
    """Whether the first four coordinates of the joint are a quaternion."""
    return kind in ATTITUDE


@kernel
def coordinate_rates(tree, q, u, rates):
    """``q' = N(q) u``: quaternions by their own law, all other coordinates by their speeds."""
    for i in range(1, tree.parent.size):
        k, j = tree.q_at[i], tree.u_at[i]
        if has_attitude(tree.joint[i]):
            put_quaternion_at(rates, k, quaternion_rate(quaternion_at(q, k), vec_at(u, j)))
            k, j = k + 4, j + 3
        for m in range(tree.u_at[i + 1] - j):
            rates[k + m] = u[j + m]

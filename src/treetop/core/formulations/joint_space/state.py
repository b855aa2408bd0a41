"""A state vector of joint coordinates and speeds, as it is."""

from treetop.core.compiler import entry
from treetop.core.formulations.joint_space.inverse_dynamics import joint_forces
from treetop.core.formulations.joint_space.normalize import carry
from treetop.core.formulations.joint_space.prescribed import driven_efforts, driven_error
from treetop.core.interface import (
    AT_JOINTS,
    CARRIED,
    DERIVATIVE,
    DISPLACED,
    EXTRA,
    FROM_JOINTS,
    NEWTON,
    ROWS,
    Chart,
    beside,
    unpack,
)
from treetop.core.joints import has_attitude
from treetop.core.kinematics.hung import hang_by_level
from treetop.core.kinematics.tree import bodies_in_motion
from treetop.core.spatial import turned_by
from treetop.core.spatial.table_access import copy_into, put_quaternion_at, quaternion_at, vec_at


def length(tables):
    return tables.tree.q_at[-1] + tables.tree.u_at[-1] + beside(tables) + EXTRA


@entry(*AT_JOINTS)
def at_joints(y, rate, problem, z, z_rate):
    """What an evaluation gives for the joints: coordinates and speeds into z, their rates into
    z_rate, reactions into ``work.B``; returns the greatest violation of a constraint."""
    tables, work = unpack(problem)
    joint_forces(tables.tree, work)
    driven_efforts(tables, work)
    copy_into(z, y)
    copy_into(z_rate, rate)
    return driven_error(tables.driven, work, y)


@entry(*DERIVATIVE)
def place_bodies(t, y, rate, problem):
    """Leave places and velocities of all bodies in the problem's `Work`, as an evaluation does:
    enough for a look at these alone."""
    tables, work = unpack(problem)
    tree = tables.tree
    nq, nu = tree.q_at[-1], tree.u_at[-1]
    bodies_in_motion(tree, y[:nq], y[nq : nq + nu], work)
    hang_by_level(tables, y, work)
    return 0


@entry(*AT_JOINTS)
def joints_in_motion(y, rate, problem, z, z_rate):
    """Coordinates and speeds of the joints, into z, and nothing else."""
    copy_into(z, y)
    return 0.0


@entry(*FROM_JOINTS)
def from_joints(z, problem, y):
    """The state vector y for coordinates and speeds of the joints."""
    copy_into(y, z)


def speeds(tables):
    """Where they are in y."""
    return slice(int(tables.tree.q_at[-1]), int(tables.tree.q_at[-1] + tables.tree.u_at[-1]))


@entry(*ROWS)
def no_rows(t, y, problem, J, W, error, rate):
    """A tree has no constraints."""
    return 0


@entry(*DISPLACED)
def displaced(y, problem, change):
    """Move the joints' coordinates in the directions of their speeds."""
    tables, _ = unpack(problem)
    tree = tables.tree
    for i in range(1, tree.parent.size):
        k, j = tree.q_at[i], tree.u_at[i]
        if has_attitude(tree.joint[i]):
            put_quaternion_at(y, k, turned_by(quaternion_at(y, k), vec_at(change, j)))
            k, j = k + 4, j + 3
        for m in range(tree.u_at[i + 1] - j):
            y[k + m] += change[j + m]
    return 0


@entry(*NEWTON)
def no_newton(t, y, rate, problem, handle, fresh):
    """Where equations of a step are solved by a matrix."""
    return 0


@entry(*CARRIED)
def carried(y, problem, by):
    """The origin moved."""
    tables, _ = unpack(problem)
    carry(tables.tree, y, vec_at(by, 0), vec_at(by, 3))
    return 0


chart = Chart(speeds, lambda tables: 0, no_rows, displaced, carried)

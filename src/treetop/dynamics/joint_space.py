"""A state vector of joint coordinates and speeds, as it is."""

from treetop._kernel import entry
from treetop.dynamics.inverse import joint_forces
from treetop.dynamics.layout import AT_JOINTS, EXTRA, FROM_JOINTS, unpack
from treetop.spatial.rows import copy_into


def length(tables):
    return tables.tree.q_at[-1] + tables.tree.u_at[-1] + EXTRA


@entry(*AT_JOINTS)
def at_joints(y, rate, problem, z, z_rate):
    """What an evaluation tells of the joints: coordinates and speeds into z, their rates into
    z_rate, reactions into ``work.B``; returns the greatest violation of a constraint."""
    tables, work = unpack(problem)
    joint_forces(tables.tree, tables.bodies, work)
    copy_into(z, y)
    copy_into(z_rate, rate)
    return 0.0


@entry(*FROM_JOINTS)
def from_joints(z, problem, y):
    """The state vector y for coordinates and speeds of the joints."""
    copy_into(y, z)

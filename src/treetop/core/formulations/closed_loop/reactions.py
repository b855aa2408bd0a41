"""What an evaluation gives for the joints of a tree with further constraints."""

from treetop.core.compiler import inlined
from treetop.core.constraints.forces import added_reactions
from treetop.core.formulations.joint_space.inverse_dynamics import joint_forces
from treetop.core.formulations.joint_space.prescribed import driven_efforts, driven_error
from treetop.core.linear_algebra.vectors import greatest
from treetop.core.spatial.table_access import copy_into


@inlined
def joints_seen(y, rate, tables, work, rows, z, z_rate):
    """Coordinates, speeds and their rates, reactions; returns the greatest violation."""
    joint_forces(tables.tree, work)
    added_reactions(tables, rows, work)
    driven_efforts(tables, work)
    copy_into(z, y)
    copy_into(z_rate, rate)
    error = greatest(rows.error[tables.constraints.joint_at[-1] :])
    return max(error, driven_error(tables.driven, work, y))

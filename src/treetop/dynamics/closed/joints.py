"""What an evaluation tells of the joints of a tree with further constraints."""

from treetop._kernel import inlined
from treetop.dynamics.constraints.acting import added_reactions
from treetop.dynamics.driven import driven_efforts, driven_error
from treetop.dynamics.inverse import joint_forces
from treetop.linear.rows import greatest
from treetop.spatial.rows import copy_into


@inlined
def joints_seen(y, rate, tables, work, rows, z, z_rate):
    """Coordinates, speeds and their rates, reactions; returns the greatest violation."""
    joint_forces(tables.tree, tables.bodies, work)
    added_reactions(tables, rows, work)
    driven_efforts(tables, work)
    copy_into(z, y)
    copy_into(z_rate, rate)
    error = greatest(rows.error[tables.constraints.joint_at[-1] :])
    return max(error, driven_error(tables.driven, work, y))

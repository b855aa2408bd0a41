"""What an evaluation tells of the joints of a tree with further constraints."""

from treetop._kernel import inlined
from treetop.dynamics.constraints.acting import added_reactions
from treetop.dynamics.inverse import joint_forces
from treetop.linear.rows import greatest
from treetop.spatial.rows import copy_into


@inlined
def joints_seen(y, rate, tables, work, rows, z, z_rate):
    """Coordinates, speeds and their rates, reactions; returns the greatest violation."""
    joint_forces(tables.tree, tables.bodies, work)
    added_reactions(tables, rows, work)
    copy_into(z, y)
    copy_into(z_rate, rate)
    return greatest(rows.error[tables.constraints.joint_at[-1] :])

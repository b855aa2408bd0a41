"""How a state is changed: by motions of units and modes, and by a move of the origin."""

from treetop._kernel import inlined, kernel
from treetop.assembly.kinds import DEFORMATION
from treetop.dynamics.absolute.motion import places_moved
from treetop.dynamics.absolute.settle import make_units
from treetop.dynamics.floating.place import ends
from treetop.linear.rows import add_multiple
from treetop.spatial import quaternion_rate
from treetop.spatial.rows import put_quaternion_at, put_vec_at, quaternion_at, vec_at


@inlined
def changed(y, positions, tables, room, own):
    """Change positions, or else speeds, by what was found."""
    coordinates, speeds = ends(own)
    if not positions:
        add_multiple(y[coordinates:speeds], 1.0, own.x)
        return
    for k in range(own.units.size):
        x, q = 7 * k, quaternion_at(y, 7 * k)
        put_quaternion_at(y, x, q + quaternion_rate(q, vec_at(own.x, 6 * k)))
        put_vec_at(y, x + 4, vec_at(y, x + 4) + vec_at(own.x, 6 * k + 3))
    make_units(y, own.units.size)
    modes_changed(y, tables.tree, own, own.x)


@kernel
def modes_changed(y, tree, own, change):
    """Move the modal coordinates in the directions of their speeds."""
    first = ends(own)[1]
    for B in range(1, tree.parent.size):
        if tree.joint[B] == DEFORMATION:
            for k in range(tree.u_at[B + 1] - tree.u_at[B]):
                y[first + tree.q_at[B] + k] += change[own.mode_at[B] + k]


@inlined
def units_moved(y, d, v, tables, own):
    """The coordinates as seen from an origin that is moved by d and v."""
    places_moved(y, own.units.size, d, v)

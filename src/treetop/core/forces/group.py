"""Groups: forces and devices that few models have, which are called, and compiled, where a model
has any of them.

A group owns its tables behind a handle.  Beside them the handle leads to what the group is called
by, to the rows that tell which force of the model each row of its tables is, and to what it writes
into.  `treetop.core.forces.optional` calls the groups that a model has.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import Bundle, Entry, inlined
from treetop.core.forces.exerted import RECORDED
from treetop.core.interface import origin_of, span_of_states, unpack
from treetop.core.tables.samples import CALLED
from treetop.core.tables.tables import Bodies, Calls, Frames
from treetop.core.tables.workspace import Hung

# Turns in which groups act: controllers read wheels that stick, and command devices.
BEFORE_COMMANDS, COMMANDING, AFTER_COMMANDS = range(3)

NO_FORCES = np.zeros(0, dtype=np.int64)  # rows that are no force of the model

unpack_recorded = Bundle(*RECORDED).unpack


def own_tables(tables: tuple, rows: Any = NO_FORCES, *room: Any) -> Bundle:
    """How the handle of a group leads to its tables, given by samples of them, of their rows, and
    of what the group writes into, if it has anything."""
    return Bundle(CALLED, tables, rows, *room)


class Packing(NamedTuple):
    """What groups may ask for when they are packed for evaluations."""

    frames: Frames
    bodies: Bodies  # of a workspace
    hung: Hung  # likewise
    friction_loads: Any


class Group:
    """What a group of forces does, and what it has.

    Parameters
    ----------
    bundle : Bundle
        See `own_tables`.
    empty : tuple
        Its tables where there are none of it.
    act, record, outputs, momenta, fill : Entry, optional
        See `treetop.core.tables.tables.Calls`.
    turn : int
        When it acts.
    shown_at : int, optional
        Its place in `OptionalForces.shown`, if other parts read its tables.
    room : function, optional
        Makes, of its tables and `Packing`, what it writes into.
    in_lanes : bool
        Whether `act` is compiled for several runs at once: it chooses by no number of one.
    """

    def __init__(
        self,
        bundle: Bundle,
        empty: tuple,
        turn: int = AFTER_COMMANDS,
        shown_at: int | None = None,
        room: Callable[[Any, Packing], Any] | None = None,
        in_lanes: bool = False,
        **calls: Entry,
    ) -> None:
        self.bundle, self.empty, self.turn = bundle, empty, turn
        self.shown_at, self.room, self.in_lanes = shown_at, room, in_lanes
        self.calls = {name: calls.get(name) for name in Calls._fields}

    def packed(self, tables: tuple, rows: Any, packing: Packing) -> tuple[Any, Any]:
        """A handle, and what must be kept alive with it."""
        functions = (entry and entry.function for entry in self.calls.values())
        room = [] if self.room is None else [self.room(tables, packing)]
        return self.bundle.pack(Calls._make(functions), tables, rows, *room)


class Fitted(NamedTuple):
    """A group that a model has."""

    group: Group
    tables: Any
    rows: Any  # which force, or generalised force, of the model each row is
    size: int  # how many there are


# --- for kernels of groups ----------------------------------------------------------------


@inlined
def values_now(tables, y):
    """Internal states as they are: in the state vector, unless some follow from the motion."""
    first, last = span_of_states(tables, y)
    commanded, held = tables.optional.commands.value, y[first:last]
    return (commanded if commanded.size > 0 else held,)


@inlined
def around(problem, y):
    """What forces see: frames, the workspace, the origin, and internal states as they are."""
    tables, work = unpack(problem)
    (values,) = values_now(tables, y)
    return tables.frames, work, origin_of(y), values


@inlined
def states_and_rates(problem, y, rate):
    """Internal states as the state vector has them, and their rates."""
    tables, _ = unpack(problem)
    first, last = span_of_states(tables, y)
    return y[first:last], rate[first:last]


@inlined
def joint_motion(problem, z):
    """Coordinates and speeds of the tree's joints in a state in joint coordinates."""
    tables, _ = unpack(problem)
    nq, nu = tables.tree.q_at[-1], tables.tree.u_at[-1]
    return z[:nq], z[nq : nq + nu]


@inlined
def account_numbers(account):
    """What `act` returns where mass stays as it is."""
    F = account.force
    return account.power, F.x, F.y, F.z, 0.0, 0.0


@inlined
def balance_numbers(total):
    """What `act` returns."""
    F = total.force
    return total.power, F.x, F.y, F.z, total.mass_rate, total.potential

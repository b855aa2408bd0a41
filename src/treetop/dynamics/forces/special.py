"""Forces that few models have, called where there are any."""

from treetop._kernel import Bundle, boxed, entry
from treetop.assembly.special import SPECIAL, SpecialTables
from treetop.assembly.tables import ACT, Special
from treetop.dynamics.forces import hard_stop
from treetop.dynamics.layout import unpack

_bundle = Bundle(SPECIAL)
unpack_own = _bundle.unpack


def packed(tables: SpecialTables) -> tuple[Special, object]:
    """The forces as kernels have them, and what must be kept alive with them."""
    handle, alive = _bundle.pack(tables)
    act = special if tables.forces else nothing
    return Special(act.function, tables.sizes, boxed(handle)), alive


@entry(*ACT)
def special(t, q, u, y, rate, problem):
    """Let the forces act on bodies and speeds, and write the rates of their states; return the
    power, seen from the moving origin, and the resultant, the ground's share left out."""
    tables, work = unpack(problem)
    (own,) = unpack_own(tables.special.tables[0])
    power = hard_stop.apply(own.joints.stops, q, u, work.tau)
    power += hard_stop.apply(own.closing.stops, work.loops.q, work.loops.u, work.loops.tau)
    return power, 0.0, 0.0, 0.0


@entry(*ACT)
def nothing(t, q, u, y, rate, problem):
    """Where there are none."""
    return 0.0, 0.0, 0.0, 0.0

"""Forces that few models have, called where there are any."""

from treetop.core.compiler import Bundle, boxed, entry, inlined
from treetop.core.forces import contact, dry_friction, hard_stop, hysteresis_spring, lugre
from treetop.core.forces.reaction_friction import PRESSING, Pressing
from treetop.core.interface import EXTRA, origin_of, unpack
from treetop.core.tables.optional_forces import NO_OPTIONAL_FORCES, SpecialTables
from treetop.core.tables.samples import ACT
from treetop.core.tables.tables import Special

_bundle = Bundle(NO_OPTIONAL_FORCES, PRESSING)
unpack_own = _bundle.unpack


def packed(tables: SpecialTables, pressing: Pressing) -> tuple[Special, object]:
    """The forces as kernels have them, and what must be kept alive with them."""
    handle, alive = _bundle.pack(tables, pressing)
    act = special if tables.forces else nothing
    return Special(act.function, tables.sizes, boxed(handle)), alive


@entry(*ACT)
def special(t, q, u, y, rate, problem):
    """Let the forces act on bodies and speeds, and write the rates of their states; return the
    power, seen from the moving origin, and the resultant, the ground's share left out."""
    tables, work = unpack(problem)
    own, pressing = unpack_own(tables.special.tables[0])
    last = y.size - EXTRA - tables.loops.carried.shape[0]
    first, loops = last - tables.special.sizes[1], work.loops
    states, state_rates = y[first:last], rate[first:last]
    power = joint_physics(own.joints, pressing.load, q, u, states, state_rates, work.tau)
    power += joint_physics(
        own.closing, pressing.closing_load, loops.q, loops.u, states, state_rates, loops.tau
    )
    touching = contact.apply(own.contacts, work, origin_of(y))
    F = touching.force
    return power + touching.power, F.x, F.y, F.z


@inlined
def joint_physics(own, load, q, u, states, state_rates, tau):
    """Along coordinates q; return the power."""
    power = hard_stop.apply(own.stops, q, u, tau)
    power += hysteresis_spring.apply(own.hysteresis, q, u, states, state_rates, tau)
    power += lugre.apply(own.bristles, u, states, state_rates, tau)
    return power + dry_friction.apply(own.friction, load, u, tau)


@entry(*ACT)
def nothing(t, q, u, y, rate, problem):
    """Where there are none."""
    return 0.0, 0.0, 0.0, 0.0

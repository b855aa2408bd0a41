"""Trees with lines that are paid out: the recursion, with rods that are held where they are stored.

All rods of a line hang in one chain from the start.  Hinges of stored rods, and the slides of all
but the exit rod, are speeds whose rates are given to be zero; which these are follows from the
state, so that neither tables nor sizes change as rods leave the mouth and come back.  Between steps
an exit rod that has become long is cut in two, which changes nothing of the motion, and one that
has become short is merged with the next, see `treetop.core.formulations.line_elements`.
Derivation: docs/theory/deployment.md.
"""

from treetop.core.compiler import entry, inlined
from treetop.core.constraints.prescribed import drive
from treetop.core.devices.deployer import (
    SHORTENING,
    exit_rod,
    reel_inertia,
    unpack_lines,
    whole_rods,
)
from treetop.core.forces.gravity import potential
from treetop.core.formulations.joint_space.evaluation import set_in_motion
from treetop.core.formulations.joint_space.normalize import normalized_tree
from treetop.core.formulations.joint_space.origin_and_work import add_power
from treetop.core.formulations.joint_space.prescribed import driven_power, look_up_driven
from treetop.core.formulations.joint_space.state import at_joints, chart, from_joints, length
from treetop.core.formulations.line_elements import (
    begun_or_cut,
    carry_momenta,
    count_short,
    merge_short,
    note_loss,
    note_momenta,
    reel_energy,
)
from treetop.core.formulations.recursive import gather_inward, spread_outward
from treetop.core.interface import (
    DERIVATIVE,
    MOVED,
    PROJECT,
    RENUMBERED,
    UNCHANGED,
    Formulation,
    bundle,
    origin_of,
    span_of_states,
    unpack,
)
from treetop.core.tables.kinds import GIVEN, OWN_INERTIA
from treetop.core.tables.tables import LINES


def problem_of(tables, work):
    """A handle for kernels, and what must be kept alive with it: which speeds are given is an array
    of its own, as it changes."""
    given = tables.tree.prescribed.copy()
    return bundle.pack(tables._replace(tree=tables.tree._replace(prescribed=given)), work)


@entry(*DERIVATIVE)
def derivative(t, y, rate, problem):
    """Write the rate of y; leave motion and forces of all bodies in the problem's `Work`."""
    hold_stored(t, y, problem)
    set_in_motion(t, y, rate, problem)
    look_up_driven(t, problem)
    tables, work = unpack(problem)
    gather_inward(tables.tree, work, True)
    tables, work = unpack(problem)
    spread_outward(tables.tree, work, rate[tables.tree.q_at[-1] :], True)
    add_power(driven_power(tables.driven, work) + paying_power(y, problem), rate)
    return 0


@inlined
def hold_stored(t, y, problem):
    """Tell which speeds of rods are given, and what they follow."""
    tables, work = unpack(problem)
    _, lines, _, _ = unpack_lines(tables.optional.shown[LINES])
    first, last = span_of_states(tables, y)
    states, given = y[first:last], tables.tree.prescribed
    for k in range(lines.mouth.size):
        e = exit_rod(lines, k, states)
        for j in range(lines.rod_at[k], lines.rod_at[k + 1]):
            hinge, slide = lines.u[j, 0], lines.u[j, 1]
            given[hinge] = given[hinge + 1] = int(j < e + lines.guided[k])
            given[slide] = 1
            hold(work, hinge, 0.0)
            hold(work, hinge + 1, 0.0)
            hold(work, slide, y[lines.q[j, 1]])
        if e == lines.rod_at[k + 1]:
            continue
        slide = lines.u[e, 1]
        if lines.drive[k] < 0:
            work.prescribed[slide, 2] = reel_inertia(lines, k, e, y, states)
            given[slide] = OWN_INERTIA if work.prescribed[slide, 2] > 0.0 else 0
        else:
            f, row = drive(tables.drives, work.jets, lines.drive[k], t), work.prescribed[slide]
            shortening = states[lines.state[k] + SHORTENING]
            row[0] = shortening * (f.value - whole_rods(lines, k, e))
            row[1], row[2] = shortening * f.rate, shortening * f.second


@inlined
def hold(work, j, value):
    """Let a given speed stay at rest."""
    row = work.prescribed[j]
    row[0], row[1], row[2] = value, 0.0, 0.0


@inlined
def paying_power(y, problem):
    """What given lengths and reels do to the energy."""
    tables, work = unpack(problem)
    _, lines, _, _ = unpack_lines(tables.optional.shown[LINES])
    first, last = span_of_states(tables, y)
    total = 0.0
    for k in range(lines.mouth.size):
        e = exit_rod(lines, k, y[first:last])
        if e < lines.rod_at[k + 1] and tables.tree.prescribed[lines.u[e, 1]]:
            speed = y[tables.tree.q_at[-1] + lines.u[e, 1]]
            total += work.prescribed[lines.u[e, 1], 3] * speed
    return total


@entry(*PROJECT)
def project(t, y, rate, problem):
    """Project y, the state at time t: rods cut and merged, given coordinates and speeds where they
    are to be, the momenta being kept; return what has come of it."""
    changed, short = begun_or_cut(t, y, problem), count_short(y, problem)
    look_up_given(t, y, problem)
    moved = short > 0 or elsewhere(y, problem)
    if moved:
        kinetic = note_momenta(y, problem)
        before = energy_in_field(y, problem) if short > 0 else 0.0
        reels = reel_energy(y, problem) if short > 0 else 0.0
        if short > 0:
            merge_short(y, rate, problem)
            look_up_given(t, y, problem)
        carry_momenta(y, rate, problem)
        if short > 0:
            kinetic = note_momenta(y, problem) - kinetic
            reels = reel_energy(y, problem) - reels
            field = energy_in_field(y, problem) - before
            note_loss(y, rate, problem, short, kinetic, field, reels)
    tables, _ = unpack(problem)
    moved = normalized_tree(y, rate, tables) or moved
    return RENUMBERED if changed or short > 0 else MOVED if moved else UNCHANGED


@inlined
def energy_in_field(y, problem):
    """That of all bodies, where they were last placed."""
    tables, work = unpack(problem)
    return potential(tables.gravity, work, origin_of(y))


@inlined
def look_up_given(t, y, problem):
    """What given speeds are to follow."""
    hold_stored(t, y, problem)
    look_up_driven(t, problem)


@inlined
def elsewhere(y, problem):
    """Whether given coordinates or speeds are not where they are to be."""
    tables, work = unpack(problem)
    tree = tables.tree
    for i in range(1, tree.parent.size):
        for j in range(tree.u_at[i], tree.u_at[i + 1]):
            if tree.prescribed[j] == GIVEN:
                row, q = work.prescribed[j], y[tree.q_at[i + 1] - tree.u_at[i + 1] + j]
                if q != row[0] or y[tree.q_at[-1] + j] != row[1]:
                    return True
    return False


formulation = Formulation(
    derivative, project, at_joints, from_joints, length, problem_of, chart, follows=True
)

"""What every formulation in joint coordinates shares: all of the state's rate but accelerations."""

from treetop.core.compiler import inlined
from treetop.core.forces import apply
from treetop.core.formulations.joint_space.origin_and_work import origin_and_work_rates
from treetop.core.interface import origin_of, unpack
from treetop.core.joints import coordinate_rates
from treetop.core.kinematics.hung import hang_by_level
from treetop.core.kinematics.loop_angles import carried_rates, measure_loops
from treetop.core.kinematics.tree import bodies_in_motion


@inlined
def set_in_motion(t, y, rate, problem):
    """Motion and forces of all bodies into the problem's `Work`, rates of all but the speeds into
    `rate`.

    Tables are unpacked anew for each part: what one part alone needs is not carried along through
    the others.
    """
    tables, work = unpack(problem)
    nq, nu = tables.tree.q_at[-1], tables.tree.u_at[-1]
    q, u = y[:nq], y[nq : nq + nu]
    bodies_in_motion(tables.tree, q, u, work)
    tables, work = unpack(problem)
    hang_by_level(tables, y, work)
    if tables.loops.acting.size + tables.loops.carried.shape[0] > 0:
        measure_closing(problem, y)
    powers = apply(problem, t, q, u, y, rate)
    tables, work = unpack(problem)
    coordinate_rates(tables.tree, q, u, rate)
    carried_rates(tables.loops, work.loops, rate)
    origin_and_work_rates(tables, work, origin_of(y), powers, rate)


@inlined
def measure_closing(problem, y):
    """Coordinates of joints that close loops; tables are unpacked only where there are any."""
    tables, work = unpack(problem)
    measure_loops(tables, work, origin_of(y), y)

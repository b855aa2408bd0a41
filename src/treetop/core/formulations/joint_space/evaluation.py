"""What every formulation in joint coordinates shares: all of the state's rate but accelerations."""

from treetop.core.compiler import inlined
from treetop.core.forces import apply
from treetop.core.formulations.joint_space.origin_and_work import origin_and_work_rates
from treetop.core.interface import origin_of, unpack
from treetop.core.joints import coordinate_rates
from treetop.core.kinematics.loop_angles import carried_rates, measure_loops
from treetop.core.kinematics.tree import bodies_in_motion


@inlined
def set_in_motion(t, y, rate, problem, tables, work):
    """Motion and forces of all bodies into `work`, rates of all but the speeds into `rate`."""
    tree, origin = tables.tree, origin_of(y)
    nq, nu = tree.q_at[-1], tree.u_at[-1]
    q, u = y[:nq], y[nq : nq + nu]
    bodies_in_motion(tree, q, u, work)
    if tables.loops.acting.size + tables.loops.carried.shape[0] > 0:
        measure_closing(problem, origin, y)
    powers = apply(problem, tables, work, origin, t, q, u, y, rate)
    coordinate_rates(tree, q, u, rate)
    carried_rates(tables.loops, work.loops, rate)
    origin_and_work_rates(tables, origin, powers, rate)


@inlined
def measure_closing(problem, origin, y):
    """Coordinates of joints that close loops; tables are unpacked only where there are any."""
    tables, work = unpack(problem)
    measure_loops(tables, work, origin, y)

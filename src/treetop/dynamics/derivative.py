"""The rate of change of the state, by the recursive formulation."""

from treetop._kernel import entry
from treetop.dynamics.forces import apply
from treetop.dynamics.forces.gravity import free_fall
from treetop.dynamics.joints import coordinate_rates
from treetop.dynamics.kinematics import bodies_in_motion
from treetop.dynamics.layout import DERIVATIVE, origin_of, unpack
from treetop.dynamics.recursive import gather_inward, spread_outward
from treetop.spatial.rows import put_vec_at


@entry(*DERIVATIVE)
def derivative(t, y, rate, problem, laws):
    """Write the rate of y; leave motion and forces of all bodies in the problem's `Work`."""
    tables, work = unpack(problem)
    tree, origin = tables.tree, origin_of(y)
    nq, nu = tree.q_at[-1], tree.u_at[-1]
    q, u, end = y[:nq], y[nq : nq + nu], nq + nu
    bodies_in_motion(tree, q, u, work)
    power, power_about_centre = apply(tables, work, origin, t, q, u, laws)
    gather_inward(tree, tables.bodies, work)
    spread_outward(tree, work, rate[nq:end])
    coordinate_rates(tree, q, u, rate)
    put_vec_at(rate, end, origin.v)
    put_vec_at(rate, end + 3, free_fall(tables.gravity, tables.falling[0] == 1, origin))
    rate[end + 6], rate[end + 7] = power, power_about_centre
    return 0

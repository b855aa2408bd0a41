"""The rate of change of the state, by the recursive formulation."""

from treetop._kernel import entry
from treetop.dynamics.forces import apply, gravity
from treetop.dynamics.joints import coordinate_rates
from treetop.dynamics.kinematics import bodies_in_motion
from treetop.dynamics.layout import DERIVATIVE, origin_of, sizes, unpack
from treetop.dynamics.recursive import accelerations
from treetop.spatial.rows import put_vec_at


@entry(*DERIVATIVE)
def derivative(t, y, rate, problem, laws):
    """Write the rate of y; leave motion and forces of all bodies in the problem's `Work`."""
    tables, work = unpack(problem)
    nq, nu = sizes(tables)
    q, u, origin = y[:nq], y[nq : nq + nu], origin_of(tables, y)
    bodies_in_motion(tables, q, u, work)
    power, power_about_centre = apply(tables, work, origin, t, q, u, laws)
    accelerations(tables, work, rate[nq : nq + nu])
    coordinate_rates(tables, q, u, rate)
    put_vec_at(rate, nq + nu, origin.v)
    put_vec_at(rate, nq + nu + 3, gravity.free_fall(tables, origin))
    rate[nq + nu + 6], rate[nq + nu + 7] = power, power_about_centre
    return 0

"""The rate of change of the state, by the recursive formulation."""

from .._kernel import entry
from ..spatial.rows import put_vec_at
from .forces import apply, gravity
from .joints import coordinate_rates
from .kinematics import bodies_in_motion
from .layout import DERIVATIVE, origin_of, sizes
from .recursive import accelerations


@entry(*DERIVATIVE)
def derivative(t, y, rate, tables, work, laws):
    """Write the rate of y; leave the motion and the forces of all bodies in `work`."""
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

"""Laws of controllers that are evaluated at every instant, with the forces.

They are those of the sampled ones, in the limit of a period of zero: what is remembered is a state,
of which a law (t, z, x, p, u, rates) writes the rate; z and p are as at samples.
"""

from treetop.core.control.laws.allocation import allocate
from treetop.core.control.laws.attitude_feedback import SHARES, attitude_error, torque_for
from treetop.core.control.laws.linear import add_product
from treetop.core.control.laws.mrp_feedback import rodrigues_parameters
from treetop.core.control.laws.pid import clipped, errors_of, output_of, winds_up
from treetop.core.spatial import Vec3


def pid(t, z, x, p, u, rates):
    """x the integral of the error, where it counts."""
    error, rate = errors_of(z, p)
    raw = output_of(error, x[0] if x.size > 0 else 0.0, rate, p)
    output = clipped(raw, p[4], p[5])
    if x.size > 0:
        rates[0] = 0.0 if winds_up(raw, output, p[1] * error) else error
    for i in range(u.size):
        u[i] = output


def quaternion_feedback(t, z, x, p, u, rates):
    q = attitude_error(z, p)
    allocate(torque_for(Vec3(q.x, q.y, q.z), z, p), p[SHARES:], u.size, u)


def mrp_feedback(t, z, x, p, u, rates):
    turn = rodrigues_parameters(attitude_error(z, p))
    allocate(torque_for(turn, z, p), p[SHARES:], u.size, u)


def linear(t, z, x, p, u, rates):
    """``u = C x + D z``, ``x' = A x + B z``; p has these matrices as at samples."""
    n, m, r = x.size, z.size, u.size
    b = 1 + n * n
    c, d = b + n * m, b + n * m + r * n
    for i in range(r):
        u[i] = 0.0
    for i in range(n):
        rates[i] = 0.0
    add_product(p[c:], x, n, u, r)
    add_product(p[d:], z, m, u, r)
    add_product(p[1:], x, n, rates, n)
    add_product(p[b:], z, m, rates, n)


LAWS = {
    "pid": pid,
    "quaternion-feedback": quaternion_feedback,
    "mrp-feedback": mrp_feedback,
    "linear-controller": linear,
}  # by their words in files

"""The torque that turns a body to an attitude, from its error and the error of the rate.

z attitude (4), rate (3), then as far as they are read: target (4), rate of the target (3), whether
  the attitude is valid
p stiffness (3), damping (3), largest torque, whether target, its rate and validity are read (3),
  target and its rate if they are not (4, 3), inertia (9, by rows) whose gyroscopic torque is
  compensated; then what `allocation` needs
u commands, torque (3)
"""

from treetop.core.compiler import kernel
from treetop.core.control.laws.allocation import allocate
from treetop.core.spatial import Vec3, cross, dot, norm, zero3
from treetop.core.spatial.quaternions import relative
from treetop.core.spatial.table_access import put_vec_at, quaternion_at, vec_at

STIFFNESS, DAMPING, LIMIT, READS, TARGET, TARGET_RATE, INERTIA, SHARES = 0, 3, 6, 7, 10, 14, 17, 26


@kernel
def by_axes(gains, a):
    return Vec3(gains.x * a.x, gains.y * a.y, gains.z * a.z)


@kernel
def shortened(a, longest):
    """A vector no longer than that, in its direction."""
    length = norm(a)
    return a * (longest / length) if length > longest else a


@kernel
def attitude_error(z, p):
    """The attitude as seen from its target, scalar part not negative."""
    moving = p[READS] > 0.0
    return relative(
        quaternion_at(z, 7) if moving else quaternion_at(p, TARGET), quaternion_at(z, 0)
    )


@kernel
def rate_error(z, p):
    at = 11 if p[READS] > 0.0 else 7
    return vec_at(z, 4) - (vec_at(z, at) if p[READS + 1] > 0.0 else vec_at(p, TARGET_RATE))


@kernel
def gyroscopic(z, p):
    """The torque that keeps the momentum of an inertia turning with its body."""
    w = vec_at(z, 4)
    rows = vec_at(p, INERTIA), vec_at(p, INERTIA + 3), vec_at(p, INERTIA + 6)
    return cross(w, Vec3(dot(rows[0], w), dot(rows[1], w), dot(rows[2], w)))


@kernel
def torque_for(turn, z, p):
    """The torque that answers a turn from the target; one that is not valid is left alone."""
    if p[READS + 2] > 0.0 and z[z.size - 1] == 0.0:
        turn = zero3()
    back = by_axes(vec_at(p, STIFFNESS), turn) + by_axes(vec_at(p, DAMPING), rate_error(z, p))
    return shortened(gyroscopic(z, p) - back, p[LIMIT])


@kernel
def command_torque(turn, z, p, u):
    """Write that torque, and what actuators do of it."""
    torque, n = torque_for(turn, z, p), u.size - 3
    allocate(torque, p[SHARES:], n, u)
    put_vec_at(u, n, torque)

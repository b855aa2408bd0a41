"""The direction of the Sun in the axes of the frame, if it is within the field of view about z.

z attitude (4); where the Sun moves, its direction in inertial axes (3), and the part of it that is
  not in shadow      u direction (3), zero out of view; whether it is in view
p seed, stream, direction of the Sun in inertial axes (3) if it does not move, noise,
  cosine of the half-angle of view
"""

from treetop.core.compiler import kernel
from treetop.core.sensors.normal import noise
from treetop.core.spatial import Vec3, cross, norm, rotation_of, turn_back, zero3
from treetop.core.spatial.table_access import put_vec_at, quaternion_at, vec_at


@kernel
def turned_a_little(d, by):
    """A direction, turned by a small rotation vector."""
    turned = d + cross(by, d)
    return turned * (1.0 / norm(turned))


@kernel
def sun_sensor(sample, z, p, u):
    moves = z.size > 4
    d = turn_back(rotation_of(quaternion_at(z, 0)), vec_at(z, 4) if moves else vec_at(p, 2))
    seen = d.z >= p[6] and not (moves and z[7] <= 0.0)
    by = Vec3(noise(p, sample, 0), noise(p, sample, 1), noise(p, sample, 2)) * p[5]
    put_vec_at(u, 0, turned_a_little(d, by) if seen else zero3())
    u[3] = 1.0 if seen else 0.0

"""Angular rate about three axes.

    z angular velocity (3), and of a gyro that integrates also the attitude (4)
    u rate (3)      x, p as in `inertial`; x also the attitude at the sample before, once known (4)

A gyro that integrates reads the mean rate since the sample before: the rotation vector that leads
from one attitude to the other, over the period.
"""

from treetop.core.compiler import kernel
from treetop.core.sensors.inertial import PERIOD, three_axes
from treetop.core.spatial.quaternions import relative, rotation_vector
from treetop.core.spatial.table_access import put_quaternion_at, quaternion_at, vec_at

BEFORE = 6  # place in x


@kernel
def gyro(sample, z, x, p, u):
    w = vec_at(z, 0)
    if z.size > 3:
        before, now = quaternion_at(x, BEFORE), quaternion_at(z, 3)
        if before.w != 0.0 or before.x != 0.0 or before.y != 0.0 or before.z != 0.0:
            w = rotation_vector(relative(before, now)) * (1.0 / p[PERIOD])
        put_quaternion_at(x, BEFORE, now)
    three_axes(sample, w.x, w.y, w.z, x, p, u)

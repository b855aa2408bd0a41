"""The magnetic field in the axes of the frame.

z attitude (4), field in inertial axes (3) if it is not uniform      u field (3)
p seed, stream, field in inertial axes (3) if it is uniform, bias (3), noise, quantum, limit
"""

from treetop.core.compiler import kernel
from treetop.core.sensors.errors import limited, quantised
from treetop.core.sensors.normal import noise
from treetop.core.spatial import rotation_of, turn_back
from treetop.core.spatial.table_access import put_vec_at, quaternion_at, vec_at

NOISE, QUANTUM, LIMIT = 8, 9, 10  # places in p


@kernel
def magnetometer(sample, z, p, u):
    field = vec_at(z, 4) if z.size > 4 else vec_at(p, 2)
    put_vec_at(u, 0, turn_back(rotation_of(quaternion_at(z, 0)), field) + vec_at(p, 5))
    for i in range(3):
        read = u[i] + p[NOISE] * noise(p, sample, i) if p[NOISE] > 0.0 else u[i]
        u[i] = limited(quantised(read, p[QUANTUM]), -p[LIMIT], p[LIMIT])

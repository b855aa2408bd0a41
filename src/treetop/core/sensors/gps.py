"""Position and velocity of a frame, in inertial axes.

z position (3), velocity (3)      u the same with noise
p seed, stream, noise of the position, of the velocity
"""

from treetop.core.compiler import kernel
from treetop.core.sensors.normal import noise


@kernel
def gps(sample, z, p, u):
    for i in range(6):
        spread = p[2] if i < 3 else p[3]
        u[i] = z[i] + spread * noise(p, sample, i) if spread > 0.0 else z[i]

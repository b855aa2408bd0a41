"""Detumbling: a dipole against the change of the magnetic field that is seen.

z field (3)      x field of the sample before (3), whether it is known
p gain, period, largest dipole along each axis      u commands (3, or none), dipole (3)
"""

from treetop.core.compiler import kernel
from treetop.core.control.laws.pid import clipped


@kernel
def bdot(z, x, p, u):
    first = u.size - 3
    for i in range(3):
        change = (z[i] - x[i]) / p[1] if x[3] > 0.0 else 0.0
        u[first + i] = clipped(-p[0] * change, -p[2], p[2])
        if first > 0:
            u[i] = u[first + i]
        x[i] = z[i]
    x[3] = 1.0

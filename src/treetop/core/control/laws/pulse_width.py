"""Pulse-width modulation: of an error, the time in a period for which a valve opens.

z input, target if it is read      u one time for positive errors, or two for either sign
p gain, period, whether the target is read, target if it is not
"""

from treetop.core.compiler import kernel
from treetop.core.control.laws.pid import clipped


@kernel
def pulse_width(z, p, u):
    part = p[0] * ((z[1] if p[2] > 0.0 else p[3]) - z[0])
    u[0] = p[1] * clipped(part, 0.0, 1.0)
    if u.size > 1:
        u[1] = p[1] * clipped(-part, 0.0, 1.0)

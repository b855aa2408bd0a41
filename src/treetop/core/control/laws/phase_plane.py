"""A relay on the line e - slope ė through the plane of an error e and the rate of its input.

z angle, rate, target if it is read      x position
p levels at which it goes on and off, whether the target is read, target if it is not, slope
"""

from treetop.core.compiler import kernel
from treetop.core.control.laws.relay import position_of, switch


@kernel
def line(error, rate, slope):
    """How far a state is from the switching line through the target."""
    return error - slope * rate


@kernel
def phase_plane(z, x, p, u):
    error = (z[2] if p[2] > 0.0 else p[3]) - z[0]
    x[0] = position_of(x[0], line(error, z[1], p[4]), p[0], p[1])
    switch(x[0], u)

"""A relay on an error e = target - input.

z input, target if it is read      x position
p levels at which it goes on and off, whether the target is read, target if it is not
"""

from treetop.core.compiler import kernel
from treetop.core.control.laws.relay import position_of, switch


@kernel
def on_off(z, x, p, u):
    error = (z[1] if p[2] > 0.0 else p[3]) - z[0]
    x[0] = position_of(x[0], error, p[0], p[1])
    switch(x[0], u)

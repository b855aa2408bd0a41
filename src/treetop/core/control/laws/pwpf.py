"""Pulse-width pulse-frequency modulator: a lag and a relay within a loop.

    τ f' = K (e - U s) - f        s = position of a relay on f

The lag is stepped without error, error and relay being held for a period.

z input, target if it is read      x position, lag f
p levels at which it goes on and off, whether the target is read, target if it is not, gain K,
  exp(-T/τ), level U
"""

from treetop.core.compiler import kernel
from treetop.core.control.laws.relay import position_of, switch


@kernel
def lagged(f, towards, decay):
    """The lag a period later."""
    return towards + decay * (f - towards)


@kernel
def pwpf(z, x, p, u):
    error = (z[1] if p[2] > 0.0 else p[3]) - z[0]
    x[1] = lagged(x[1], p[4] * (error - p[6] * x[0]), p[5])
    x[0] = position_of(x[0], x[1], p[0], p[1])
    switch(x[0], u)

"""A relay with three positions and hysteresis, and what it switches.

x position: -1, 0 or 1      u one command for 1, or two for 1 and -1
"""

from treetop.core.compiler import kernel


@kernel
def position_of(before, signal, on, off):
    """Where a relay goes that was in one position: it leaves rest at the level `on`, and comes back
    to it at the level `off`."""
    if before * signal > off:
        return before
    if abs(signal) >= on:
        return 1.0 if signal > 0.0 else -1.0
    return 0.0


@kernel
def switch(position, u):
    """Write the commands of a position."""
    u[0] = 1.0 if position > 0.0 else 0.0
    if u.size > 1:
        u[1] = 1.0 if position < 0.0 else 0.0

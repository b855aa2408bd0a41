"""Reels that lines are wound on: inertia along the line, and friction that holds a reel.

A reel of radius R and inertia I about its axis turns at L'/R, and what is wound on it moves along
with L', so that, M being the torque of the motor, B that of friction and T the tension outside,

    A L'' = T + (M - B)/R    A = I/R² + ρ (L_tot - L)

Nothing is jerked into motion as it leaves.  The reel's momentum about its axis is not that of the
carrier: two drums that turn against each other have none.  Derivation: docs/theory/deployment.md.
"""

import math

from treetop.core.compiler import kernel


@kernel
def inertia_along_line(inertia, radius, stored):
    """That of a reel with a stored mass on it, felt along the line."""
    return inertia / (radius * radius) + stored


@kernel
def holding_torque(friction, speed, creep):
    """What opposes the turning of a reel: friction, which lets it creep under a load."""
    return friction * speed / math.sqrt(speed * speed + creep * creep)

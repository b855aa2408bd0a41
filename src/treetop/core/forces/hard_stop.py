"""Stops that give way: spring and damper beyond a limit of a joint's coordinate.

After Kelvin and Voigt, but for the pull that theirs would exert at the end of a rebound.
"""

from treetop.core.compiler import kernel


@kernel
def thrust(depth, rate, stiffness, damping):
    """Of a stop that is compressed by a depth, growing at a rate."""
    return max(0.0, stiffness * depth + damping * rate) if depth > 0.0 else 0.0


@kernel
def apply(stops, q, u, tau):
    """Push the joints back; return the power."""
    power = 0.0
    for k in range(stops.place.shape[0]):
        x, j = q[stops.place[k, 0]], stops.place[k, 1]
        effort = thrust(stops.law[k, 0] - x, -u[j], stops.law[k, 2], stops.law[k, 3])
        effort -= thrust(x - stops.law[k, 1], u[j], stops.law[k, 2], stops.law[k, 3])
        tau[j] += effort
        power += effort * u[j]
    return power

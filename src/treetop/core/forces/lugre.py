"""Friction by bristles that bend.

C. Canudas de Wit, H. Olsson, K. J. Åström and P. Lischinsky, *A new model for control of systems
with friction*, IEEE Transactions on Automatic Control 40 (1995), 419-425.

    z' = v - s |v| z / g(v)    effort = -(s z + d z' + f v)
"""

from treetop.core.compiler import kernel
from treetop.core.forces.dry_friction import level


@kernel
def deflection_rate(z, speed, stiffness, friction):
    """Of the bristles, `friction` being what steady slip at this speed would meet."""
    return speed - stiffness * abs(speed) * z / friction


@kernel
def apply(bristles, u, states, state_rates, tau):
    """Resist the motion of the joints; return the power."""
    power, law = 0.0, bristles.law
    for k in range(bristles.place.shape[0]):
        j, s = bristles.place[k, 1], bristles.state[k]
        steady = level(u[j], law[k, 0], law[k, 1], law[k, 2])
        bending = deflection_rate(states[s], u[j], law[k, 4], steady)
        effort = -(law[k, 4] * states[s] + law[k, 5] * bending + law[k, 3] * u[j])
        state_rates[s] = bending
        tau[j] += effort
        power += effort * u[j]
    return power

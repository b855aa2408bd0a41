"""Coulomb's friction with Stribeck's fall, for a given direction of slip.

The direction is not that of the speed: so the law is smooth through zero speed, where the joint may
stick or turn round, and who decides on that finds the instant exactly.
"""

import math

from treetop.core.compiler import kernel
from treetop.core.tables.joint_forces import AS_IT_MOVES


@kernel
def level(speed, coulomb, static, per_speed):
    """What friction amounts to: near the static level at low speed, Coulomb's at high speed."""
    return coulomb + (static - coulomb) * math.exp(-((speed * per_speed) ** 2))


@kernel
def direction(slip, speed):
    """Of the slip: 1, -1, or 0 for none."""
    if slip != AS_IT_MOVES:
        return slip
    if speed == 0.0:
        return 0
    return 1 if speed > 0.0 else -1


@kernel
def apply(friction, load, u, tau):
    """Resist the slip of the joints, the law being for a unit of load; return the power."""
    power, law = 0.0, friction.law
    for k in range(friction.place.shape[0]):
        j = friction.place[k, 1]
        d = direction(friction.slip[k], u[j])
        # Beyond the end of the slip friction stays what it is at rest: a step that goes too far
        # would not notice a narrow rise.
        most = load[k] * level(max(0.0, d * u[j]), law[k, 0], law[k, 1], law[k, 2])
        effort = -d * most - law[k, 3] * u[j]
        tau[j] += effort
        power += effort * u[j]
    return power

"""Coulomb's friction with Stribeck's fall, for a given direction of slip.

The direction is not that of the speed: so the law is smooth through zero speed, where the joint may
stick or turn round, and who decides on that finds the instant exactly.
"""

import math
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import inlined, kernel
from treetop.core.tables.kinds import AS_IT_MOVES


class Friction(NamedTuple):
    """Dry friction."""

    place: np.ndarray  # (k, 2) coordinate, speed
    law: np.ndarray  # (k, 4) coulomb, static, 1 / stribeck speed, viscous
    slip: np.ndarray  # (k,)   which way it slips: 1, -1, 0 for not at all, or AS_IT_MOVES
    load_kind: np.ndarray  # (k,)   PRESSED_GIVEN, PRESSED_WHOLE or PRESSED_SQUARE


_NONE = np.zeros(0, dtype=np.int64)
NO_FRICTION = Friction(_NONE.reshape(0, 2), np.zeros((0, 4)), _NONE, _NONE)


@kernel
def level(speed, coulomb, static, per_speed):
    """What friction amounts to: near the static level at low speed, Coulomb's at high speed."""
    return coulomb + (static - coulomb) * math.exp(-((speed * per_speed) ** 2))


@kernel
def direction(slip, speed):
    """Direction of the slip: 1, -1, or 0 for none."""
    if slip != AS_IT_MOVES:
        return slip
    if speed == 0.0:
        return 0
    return 1 if speed > 0.0 else -1


@kernel
def effort_of(friction, load, k, u):
    """The generalised force of friction k, its law being for a unit of load."""
    law, rate = friction.law, u[friction.place[k, 1]]
    d = direction(friction.slip[k], rate)
    # Beyond the end of the slip friction stays what it is at rest: a step that goes too far would
    # not notice a narrow rise.
    largest = load[k] * level(max(0.0, d * rate), law[k, 0], law[k, 1], law[k, 2])
    return -d * largest - law[k, 3] * rate


@inlined
def apply(friction, load, u, tau):
    """Resist the slip of the joints, the law being for a unit of load; return the power."""
    power = 0.0
    for k in range(friction.place.shape[0]):
        j, effort = friction.place[k, 1], effort_of(friction, load, k, u)
        tau[j] += effort
        power += effort * u[j]
    return power

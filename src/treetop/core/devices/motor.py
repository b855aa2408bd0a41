"""A motor at a joint.

Of its command c, a torque or a current, it makes the torque

    τ = k min(max(c, -limit), limit)

with k = 1 or the torque constant, and by a gear n the generalised force n τ - d u along the speed u
of the joint, d being its viscous friction.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import inlined, kernel


class Motors(NamedTuple):
    """Motors along speeds of joints."""

    speed: np.ndarray  # (k,)
    law: np.ndarray  # (k, 4)  torque per unit of command, greatest command, gear, friction
    command: np.ndarray  # (k,)    which internal state: what is asked for, or -1: it is off
    output: np.ndarray  # (k,)    first of its outputs: torque and power


NO_MOTORS = Motors(np.zeros(0, dtype=np.int64), np.zeros((0, 4)), *np.zeros((2, 0), dtype=np.int64))


@kernel
def torque_of(motors, states, k):
    """The torque of motor k before its gear."""
    if motors.command[k] < 0:
        return 0.0
    limit = motors.law[k, 1]
    return motors.law[k, 0] * min(max(states[motors.command[k]], -limit), limit)


@kernel
def effort_of(motors, u, states, k):
    """The generalised force of motor k."""
    law = motors.law[k]
    return law[2] * torque_of(motors, states, k) - law[3] * u[motors.speed[k]]


@inlined
def apply(motors, u, states, tau):
    """Drive the joints; return the power."""
    power = 0.0
    for k in range(motors.speed.size):
        j, effort = motors.speed[k], effort_of(motors, u, states, k)
        tau[j] += effort
        power += effort * u[j]
    return power


@kernel
def outputs(motors, u, states, row):
    for k in range(motors.speed.size):
        torque, m = torque_of(motors, states, k), motors.output[k]
        row[m], row[m + 1] = torque, motors.law[k, 2] * torque * u[motors.speed[k]]

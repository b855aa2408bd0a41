"""A motor at a joint.

Of its command c, a torque or a current, it makes the torque

    τ = k min(max(c, -limit), limit)

with k = 1 or the torque constant, and by a gear n the generalised force n τ - d u along the speed u
of the joint, d being its viscous friction.
"""

from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import entry, inlined, kernel
from treetop.core.forces import group
from treetop.core.tables.samples import ACT, EXERT, TELL


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


@kernel
def seen(motors, rows, u, states, row):
    """Write the generalised forces of motors."""
    for k in range(rows.size):
        row[rows[k]] = effort_of(motors, u, states, k)


# --- as a group -------------------------------------------------------------------------


class JointMotors(NamedTuple):
    """Motors, or rows of them."""

    tree: Any  # along speeds of the tree's joints
    closing: Any  # along those of joints that close loops


NO_JOINT_MOTORS = JointMotors(NO_MOTORS, NO_MOTORS)
_OWN = group.own_tables(NO_JOINT_MOTORS, JointMotors(group.NO_FORCES, group.NO_FORCES))
_unpack_own = _OWN.unpack


@entry(*ACT)
def act(t, q, u, y, rate, problem, own):
    """Motors drive joints."""
    (_, motors, _), (_, work, _, values) = _unpack_own(own), group.around(problem, y)
    power = apply(motors.tree, u, values, work.tau)
    power += apply(motors.closing, work.loops.u, values, work.loops.tau)
    return power, 0.0, 0.0, 0.0, 0.0, 0.0


@entry(*EXERT)
def record(t, y, z, s, problem, handle, own):
    (_, motors, rows), (_, work, _, values) = _unpack_own(own), group.around(problem, y)
    (out, _), (_, u) = group.unpack_recorded(handle), group.joint_motion(problem, z)
    seen(motors.tree, rows.tree, u, values, out.generalised_forces[s])
    seen(motors.closing, rows.closing, work.loops.u, values, out.generalised_forces[s])
    return 0


@entry(*TELL)
def tell(y, z, row, problem, own):
    (_, motors, _), (_, work, _, values) = _unpack_own(own), group.around(problem, y)
    _, u = group.joint_motion(problem, z)
    outputs(motors.tree, u, values, row)
    outputs(motors.closing, work.loops.u, values, row)
    return 0


GROUP = group.Group(_OWN, NO_JOINT_MOTORS, in_lanes=True, act=act, record=record, outputs=tell)

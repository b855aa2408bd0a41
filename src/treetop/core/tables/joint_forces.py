"""Forces and friction along the coordinates of joints."""

from typing import Literal, NamedTuple

import numpy as np

AS_IT_MOVES: Literal[2] = 2  # the mode of friction whose direction is that of the speed

# Friction is given, or proportional to what presses the joint together: all of the reaction's
# force, or the part that is square to the axis.
GIVEN, WHOLE, SQUARE = 0, 1, 2


class Stops(NamedTuple):
    """Stops, and the two flanks of a free play."""

    place: np.ndarray  # (k, 2) coordinate, speed
    law: np.ndarray  # (k, 4) lower and upper limit, stiffness, damping


class Hysteresis(NamedTuple):
    """Springs with two curves: knots one after another."""

    place: np.ndarray  # (k, 2) coordinate, speed
    state: np.ndarray  # (k,)   which of the forces' states: the part of the curve on the way out
    law: np.ndarray  # (k, 1) reversal
    at: np.ndarray  # (k + 1,) first knot of each
    knot: np.ndarray  # (knots, 3) coordinate, effort out, effort back


class Bristles(NamedTuple):
    """Friction after LuGre."""

    place: np.ndarray  # (k, 2) coordinate, speed
    state: np.ndarray  # (k,)   which of the forces' states: the deflection
    law: np.ndarray  # (k, 6) coulomb, static, 1 / stribeck speed, viscous, stiffness, damping


class Friction(NamedTuple):
    """Dry friction."""

    place: np.ndarray  # (k, 2) coordinate, speed
    law: np.ndarray  # (k, 4) coulomb, static, 1 / stribeck speed, viscous
    slip: np.ndarray  # (k,)   which way it slips: 1, -1, 0 for not at all, or AS_IT_MOVES
    pressed: np.ndarray  # (k,)   GIVEN, WHOLE or SQUARE


class JointPhysicsTables(NamedTuple):
    """Of the joints of the tree, or of those that close loops."""

    stops: Stops
    hysteresis: Hysteresis
    bristles: Bristles
    friction: Friction


_PLACE, _STATE = np.zeros((0, 2), dtype=np.int64), np.zeros(0, dtype=np.int64)
NO_JOINT_FORCES = JointPhysicsTables(
    Stops(_PLACE, np.zeros((0, 4))),
    Hysteresis(_PLACE, _STATE, np.zeros((0, 1)), np.zeros(1, dtype=np.int64), np.zeros((0, 3))),
    Bristles(_PLACE, _STATE, np.zeros((0, 6))),
    Friction(_PLACE, np.zeros((0, 4)), _STATE, _STATE),
)

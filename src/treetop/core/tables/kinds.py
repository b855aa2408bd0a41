"""The numbers by which tables tell joint kinds, scalar constraints and functions of time apart,
and the steps of an expression; and how many frames a function of the user's may look at."""

from typing import Literal

JOINTS = (
    "fixed", "revolute", "prismatic", "screw", "cylindrical", "universal", "spherical", "planar",
    "free", "deformation", "station",
)  # fmt: skip
KINDS = {name: number for number, name in enumerate(JOINTS)}
FIXED, REVOLUTE, PRISMATIC, SCREW, CYLINDRICAL, UNIVERSAL, SPHERICAL, PLANAR, FREE = range(9)
DEFORMATION, STATION = range(9, 11)  # of flexible bodies

PLANE, TURN, DISTANCE, COUPLING, ROLLING_BALL, ROLLING_DISC, ROLLING_BALLS = range(7)
GUIDED, OWN, OWN_SLIP = range(7, 10)

AS_IT_MOVES: Literal[2] = 2  # the mode of friction whose direction is that of the speed

# Friction is given, or proportional to what presses the joint together: all of the reaction's
# force, or the part that is square to the axis.
PRESSED_GIVEN, PRESSED_WHOLE, PRESSED_SQUARE = range(3)

SPLINE, EXPRESSION, GIVEN, ORBIT = range(4)

# Steps of an expression in t.
CONSTANT, TIME, ADD, SUBTRACT, MULTIPLY, DIVIDE, POWER, NEGATE = range(8)
SIN, COS, TAN, TANH, EXP, LOG, SQRT = range(8, 15)

MOST_FRAMES = 3  # that a function of the user's may look at

"""The numbers by which tables tell joint kinds, scalar constraints and functions of time apart,
and the steps of an expression; and how many frames a function of the user's may look at."""

JOINTS = (
    "fixed", "revolute", "prismatic", "screw", "cylindrical", "universal", "spherical", "planar",
    "free", "deformation", "station",
)  # fmt: skip
KINDS = {name: number for number, name in enumerate(JOINTS)}
FIXED, REVOLUTE, PRISMATIC, SCREW, CYLINDRICAL, UNIVERSAL, SPHERICAL, PLANAR, FREE = range(9)
DEFORMATION, STATION = range(9, 11)  # of flexible bodies

PLANE, TURN, DISTANCE, COUPLING, ROLLING_BALL, ROLLING_DISC, ROLLING_BALLS = range(7)
GUIDED, OWN, OWN_SLIP = range(7, 10)

SPLINE, EXPRESSION, GIVEN, ORBIT = range(4)

# Steps of an expression in t.
CONSTANT, TIME, ADD, SUBTRACT, MULTIPLY, DIVIDE, POWER, NEGATE = range(8)
SIN, COS, TAN, TANH, EXP, LOG, SQRT = range(8, 15)

MOST_FRAMES = 3  # that a function of the user's may look at

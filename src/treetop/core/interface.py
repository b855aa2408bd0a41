"""The order of the state vector, and the types of the functions that work on it.

Every formulation has a state vector y of its own.  In joint coordinates, which all formulations
can report and start from, it is

    q coordinates    u speeds    s states of forces    c angles of joints that close loops
    origin: place and velocity    work: on the whole, about centre

Positions of free bodies are measured from the origin, which falls along with them; the two
works are kept for the audit of energy and nothing depends on them.  Origin and works end the
vector whatever the formulation.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import Bundle, Entry, function_like, kernel
from treetop.core.spatial.table_access import vec_at
from treetop.core.tables.motion import Origin, partial_matrices
from treetop.core.tables.samples import TABLES, WORK
from treetop.core.tables.tables import STATES

EXTRA = 8  # places behind the speeds: origin 3, its velocity 3, works 2
WORKS = 2  # the last of them, which no error control looks at

# What projection has come to: nothing is to be done, the rate must be found anew, the constraints
# cannot be met, or, as of a line that is paid out, coordinates belong to other parts now.
UNCHANGED, MOVED, LOST, RENUMBERED = 0, 1, 2, 3

# What every evaluation needs: the tables of a model, and a workspace.
bundle = Bundle(TABLES, WORK)
PROBLEM = bundle.handle
unpack = bundle.unpack

# Samples of what the functions of a formulation return and take.
_VECTOR, _MATRIX = np.zeros(0), np.zeros((0, 0))
DERIVATIVE = (0, 0.0, _VECTOR, _VECTOR, PROBLEM)
PROJECT = (0, 0.0, _VECTOR, _VECTOR, PROBLEM)
AT_JOINTS = (0.0, _VECTOR, _VECTOR, PROBLEM, _VECTOR, _VECTOR)
FROM_JOINTS = (None, _VECTOR, PROBLEM, _VECTOR)
PARTIALS_SEEN = (None, PROBLEM, partial_matrices(0, 0))
DERIVATIVE_TYPE, PROJECT_TYPE = function_like(*DERIVATIVE), function_like(*PROJECT)
AT_JOINTS_TYPE = function_like(*AT_JOINTS)
ROWS = (0, 0.0, _VECTOR, PROBLEM, _MATRIX, _MATRIX, _VECTOR, _VECTOR)
DISPLACED = CARRIED = (0, _VECTOR, PROBLEM, _VECTOR)
NEWTON = (0, 0.0, _VECTOR, _VECTOR, PROBLEM, Bundle.handle, True)
ROWS_TYPE, NEWTON_TYPE = function_like(*ROWS), function_like(*NEWTON)
DISPLACED_TYPE = CARRIED_TYPE = function_like(*DISPLACED)


class Partials(NamedTuple):
    """How to look at partial velocities."""

    seen: Entry  # writes those that an evaluation has left
    speeds: Callable  # labels of the speeds that they belong to, for a given assembly


class Chart(NamedTuple):
    """The directions in which a state can be changed, which are those of the speeds, and the
    constraints as rows for them.

    ``rows(t, y, problem, J, W, error, rate)`` writes J (c, nu), and by how much positions and
    velocities miss the constraints, (c,) each: ``J δ = -error`` is the displacement, ``J δu =
    -rate`` the change of speeds that makes up for it.  It writes W = J M⁻¹ (c, nu) as well, the
    change of speeds by a unit impulse of each multiplier, unless W has no rows.  Rows may depend
    on each other; they have nothing for driven speeds, which they cannot change.  The problem's
    `Work` is used, but for its rank.

    ``displaced(y, problem, δ)`` moves the coordinates in y by δ (nu,), each attitude by the
    exponential map; speeds stay as they are.

    ``carried(y, problem, by)`` lets the origin go by a place and a velocity (6,), and gives y from
    there.
    """

    speeds: Callable  # where they are in y, as a slice, for given tables
    constraints: Callable  # how many rows there are, likewise
    rows: Entry
    displaced: Entry
    carried: Entry
    newton: Entry | None = None


class Formulation(NamedTuple):
    """What every formulation of the equations of motion offers."""

    derivative: Entry  # the rate of y
    project: Entry  # puts y right between two steps
    at_joints: Entry  # from y to joint coordinates, with reactions
    from_joints: Entry  # from joint coordinates to y
    length: Callable  # of y, for given tables
    problem_of: Callable  # a handle for kernels, and what must be kept alive with it
    chart: Chart  # how its states can be changed
    partials: Partials | None = None
    absolute: bool = False  # joints are constraints between bodies
    follows: bool = False  # prescribed coordinates are speeds whose rates are given


def beside(tables) -> int:
    """How many numbers stand before the origin that are neither coordinates nor speeds."""
    return int(tables.optional.sizes[STATES]) + len(tables.loops.carried)


@kernel
def span_of_states(tables, y):
    """Where the states of forces begin and end in a state vector."""
    last = y.size - EXTRA - tables.loops.carried.shape[0]
    return last - tables.optional.sizes[STATES], last


@kernel
def origin_of(y):
    at = y.size - EXTRA
    return Origin(vec_at(y, at), vec_at(y, at + 3))

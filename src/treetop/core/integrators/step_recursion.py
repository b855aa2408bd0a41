"""Equations of an implicit step of a tree, solved by a recursion in time of order n.

A change δ of coordinates goes with κ₁ δ of speeds and κ₂ δ of their rates.  What follows the speeds
in a state, internal states and the origin, hardly depends on itself within a step: its own equation
is taken as if it did not, but for the origin's place, which follows its velocity.
"""

from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import BOX, Bundle, boxed, kernel
from treetop.core.formulations.joint_space.state import no_newton
from treetop.core.formulations.joint_space.tangent.tables import bundle as tangent_bundle
from treetop.core.formulations.joint_space.tangent.tables import tangent_tables
from treetop.core.integrators.alpha_state import rate_of
from treetop.core.integrators.guesses import order_of
from treetop.core.interface import EXTRA, NEWTON_TYPE
from treetop.core.linear_algebra.vectors import greatest
from treetop.core.spatial.table_access import copy_into
from treetop.core.tables.kinds import CURVILINEAR, DEFORMATION, JOINTS, STATION
from treetop.core.tables.tables import AROUND, FORCES_AND_STATES, HINGE_COUNT, PRESSED

NOT_LINEARISED = CURVILINEAR, DEFORMATION, STATION  # joints that the recursion does not know
SPEEDS_PER_ROW = 6  # of constraints beyond a tree; with fewer, a matrix costs less
LARGE_MATRIX = 100  # speeds, from which on a matrix by differences costs more than what it spares
MAX_UNKNOWN = 12  # forces whose stiffness is not known, for which so many directions are enough:
DIRECTIONS = 30  # see core/integrators/krylov.py
TAKEN_TAUT = 2  # iterations in which cables count as taut: a guess may be far off along them
FARTHEST = 1.5  # rad that a joint may turn in an iteration, and away from where its speed takes it
PATIENCE = 2  # iterations within which changes may grow,
SMALL = 1e-3  # rad or m, and those that always may
SHRINKING = 0.1  # changes that shrink by this will by its square in the next iteration,
FLAW = 1e-6  # or by this, which is more than the linearised equations are wrong by
QUADRATIC = 1e-3  # changes that shrink by this have converged quadratically
ROUNDED = 1e-15  # rad or m, what rounding makes of them at least
LAST, SHRUNK, BEFORE, FIRST = range(4)  # of `StepRecursion.pace`


class Solver(NamedTuple):
    """The function that makes a step of Newton's method, of a formulation's `Chart`."""

    change: Any


_bundle = Bundle(Solver(NEWTON_TYPE))
_unpack = _bundle.unpack


class StepRecursion(NamedTuple):
    """What the recursion is given, and what it finds; without speeds where there is none."""

    solver_handle: np.ndarray  # of a `Solver`
    tangent_handle: np.ndarray  # of its arrays
    shift: np.ndarray  # (2,)  κ₁ and κ₂
    taut: np.ndarray  # (1,)  whether cables count as taut
    wanted: np.ndarray  # (nu,)  rates of the speeds
    change: np.ndarray  # (nu,)  of the coordinates
    multiplier: np.ndarray  # (c,)  of constraints beyond the tree
    held: np.ndarray  # (c,)  these at the end of the last step
    directions: np.ndarray  # (k + 1, n)  in which what the recursion lacks is looked for, if any
    fit: np.ndarray  # (k + 1, k + 3)  their products, and what is to be met
    guess: np.ndarray  # (1,)  where Newton's method begins, see core/integrators/guesses.py
    order: np.ndarray  # (3,)  in which guesses are tried
    place: np.ndarray  # (1,)  in this order, of the one that served last
    far: np.ndarray  # (2,)  how far guesses were from what was found: scratch
    hard: np.ndarray  # (1,)  1: it has failed, or was slow
    turning: np.ndarray  # (nu,)  1: the speed turns a body, 0: it moves along a length
    exact: np.ndarray  # (1,)  1: the recursion knows all forces
    pace: (
        np.ndarray
    )  # (4,)  the greatest of the last changes, its part of the one before, that one;
    # what the second change of the last step was of the first


def step_recursion() -> StepRecursion:
    """Where a matrix is made instead."""
    return StepRecursion(
        solver_handle=BOX,
        tangent_handle=BOX,
        shift=np.zeros(2),
        taut=np.zeros(1, dtype=np.int64),
        wanted=np.zeros(0),
        change=np.zeros(0),
        multiplier=np.zeros(0),
        held=np.zeros(0),
        directions=np.zeros((0, 0)),
        fit=np.zeros((0, 0)),
        guess=np.zeros(1, dtype=np.int64),
        order=np.zeros(3, dtype=np.int64),
        place=np.zeros(1, dtype=np.int64),
        far=np.zeros(2),
        hard=np.zeros(1, dtype=np.int64),
        turning=np.zeros(0),
        exact=np.zeros(1, dtype=np.int64),
        pace=np.ones(4),
    )


def step_recursion_of(
    chart: Any, tables: Any, along: np.ndarray, components: int
) -> tuple[StepRecursion, Any]:
    """The recursion of a system with a chart, and what must be kept alive; `along` is where the
    displacement of a step is written, and so many components follow the coordinates."""
    if not is_recursive(chart, tables):
        handle, alive = _bundle.pack(Solver(no_newton.function))
        return step_recursion()._replace(solver_handle=boxed(handle)), alive
    constraints = chart.constraints(tables)
    tangent = tangent_tables(tables.tree.u_at, along, constraints)
    solver, alive = _bundle.pack(Solver(chart.newton.function))
    handle, arrays = tangent_bundle.pack(tangent)
    k, turning = 0 if unknown_forces(tables) == 0 else DIRECTIONS, turning_speeds(tables.tree)
    recursion = step_recursion()._replace(
        solver_handle=boxed(solver),
        tangent_handle=boxed(handle),
        shift=tangent.shift,
        taut=tangent.taut,
        wanted=tangent.wanted,
        change=tangent.change,
        multiplier=tangent.multiplier,
        held=np.zeros(constraints),
        directions=np.zeros((k + 1 if k else 0, components)),
        fit=np.zeros((k + 1, k + 3)),
        order=order_of(turning),
        turning=turning,
        exact=np.array([int(k == constraints == 0 and is_uniform(tables))]),
    )
    return recursion, (alive, arrays)


def is_recursive(chart: Any, tables: Any) -> bool:
    """Whether steps of a system with a chart are solved by the recursion: those of a tree of rigid
    bodies, none of them along a curve, with few constraints beyond it, if it knows all that may be
    stiff, or all but a little and a matrix would be large."""
    if chart is None or chart.newton is None:
        return False
    rigid = not np.isin(tables.tree.joint, NOT_LINEARISED).any()
    speeds, unknown = int(tables.tree.u_at[-1]), unknown_forces(tables)
    few = speeds > SPEEDS_PER_ROW * chart.constraints(tables)
    return rigid and few and unknown <= (MAX_UNKNOWN if speeds > LARGE_MATRIX else 0)


def unknown_forces(tables: Any) -> int:
    """How many forces there are whose stiffness the recursion does not know."""
    line_springs, user_forces = tables.line_springs.law.shape[0], tables.user_forces.frames.shape[0]
    sizes = tables.optional.sizes
    optional = sizes[FORCES_AND_STATES] - sizes[HINGE_COUNT]
    return int(line_springs + user_forces + optional + tables.environment.sizes[PRESSED])


def is_uniform(tables: Any) -> bool:
    """Whether gravity is the same everywhere, as the recursion takes it to be."""
    return tables.gravity.central[0] == 0.0 and tables.environment.sizes[AROUND] == 0


def turning_speeds(tree: Any) -> np.ndarray:
    """1 for speeds that turn a body, 0 for those along lengths."""
    turning, records = np.ones(int(tree.u_at[-1])), list(JOINTS.values())
    for kind, first in zip(tree.joint, tree.u_at, strict=False):
        turning[[first + k for k in records[kind].lengths[1]]] = 0.0
    return turning


@kernel
def pace(recursion, k, change, scale):
    """Whether the k-th changes show that Newton's method goes on well, and whether they are
    rounding alone.

    It converges quadratically: where it foretells changes below rounding, larger ones are that.
    """
    last, shrunk, before = recursion.pace[LAST], recursion.pace[SHRUNK], recursion.pace[BEFORE]
    largest, foretold = scale * greatest(change), last * shrunk * shrunk
    rounded = k > 1 and shrunk < QUADRATIC and largest < last and foretold < ROUNDED
    well = k < PATIENCE or largest < max(last, before, SMALL)
    recursion.pace[LAST], recursion.pace[BEFORE] = largest, last
    recursion.pace[SHRUNK] = largest / last if k > 0 and last > 0.0 else 1.0
    if k == 1:
        recursion.pace[FIRST] = recursion.pace[SHRUNK]
    return well and scale * greatest_turn(recursion, change) < FARTHEST, rounded


@kernel
def greatest_turn(recursion, change):
    """The greatest change of a coordinate that turns a body."""
    largest = 0.0
    for i in range(change.size):
        turn = abs(change[i]) * recursion.turning[i]
        if not turn <= largest:
            largest = turn
    return largest


@kernel
def strayed(memory, w, h):
    """Whether a joint turned farther than can be told from a turn more: each full turn away from
    the motion there is another solution, whose speed is that of the turn within the step."""
    away, recursion = 0.0, memory.recursion
    for i in range(recursion.wanted.size):
        bent = (0.5 - w.beta) * memory.a[0, i] + w.beta * memory.a[1, i]
        away = max(away, abs(h * h * bent) * recursion.turning[i])
    return not away < FARTHEST


@kernel
def remaining(recursion, fresh, left):
    """The part of the last change that the next one would be, if `left` where convergence is
    linear."""
    shrunk = recursion.pace[SHRUNK]
    if fresh and recursion.exact[0] == 1 and shrunk < SHRINKING:
        return min(left, max(shrunk * shrunk, FLAW))
    return left


@kernel
def serves_again(recursion, k, size, enough):
    """Whether the equations as they were linearised for the first change do for the second, of
    which the last step tells what it will be."""
    shrinking = recursion.pace[FIRST]
    return k == 1 and recursion.exact[0] == 1 and shrinking * shrinking * size <= enough


@kernel
def change_by_recursion(problem, memory, w, h, at, y, found, fresh):
    """Write the change of a that Newton's method asks for, and the rates at y into `found`."""
    recursion, nu, scale = memory.recursion, memory.recursion.wanted.size, h * h * w.beta
    share = (1.0 - w.old_a) / (1.0 - w.old_rate)
    recursion.shift[0], recursion.shift[1] = w.gamma / (h * w.beta), share / scale
    for i in range(nu):
        recursion.wanted[i] = rate_of(memory, w, i)
    solver = _unpack(recursion.solver_handle[0])[0]
    solver.change(at, y, found, problem, recursion.tangent_handle[0], fresh)
    nq, n = y.size - memory.change.size, memory.change.size
    for i in range(nu):
        memory.change[i] = recursion.change[i] / scale
    for i in range(nu, n):
        memory.change[i] = (found[nq + i] - rate_of(memory, w, i)) / share
    for i in range(n - EXTRA, n - EXTRA + 3):
        memory.change[i] += h * w.gamma * memory.change[i + 3] / share


@kernel
def border_by_recursion(problem, memory, w, h, at, y, found):
    """Write how a answers to a unit of each multiplier, by the change that it makes to the change
    of a."""
    constrained, recursion, change = memory.constrained, memory.recursion, memory.change
    without = memory.right
    copy_into(without, change)
    for k in range(constrained.size[3]):
        row = constrained.row[k]
        recursion.multiplier[row] += 1.0
        change_by_recursion(problem, memory, w, h, at, y, found, False)
        recursion.multiplier[row] -= 1.0
        for i in range(change.size):
            memory.T[k, i] = change[i] - without[i]
    copy_into(change, without)

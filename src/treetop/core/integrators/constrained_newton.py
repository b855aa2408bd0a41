"""Constraints as seen by methods whose steps meet them by multipliers of their own.

    J rows for the speeds, as they are    W = J M⁻¹, or J where bodies have no inertia

Rows may depend on each other.  Which are independent is decided where a step begins, and the
constraints hold; the others then hold as well.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import BOX, Bundle, boxed, kernel
from treetop.core.formulations.joint_space.state import displaced as no_displacement
from treetop.core.formulations.joint_space.state import no_rows
from treetop.core.interface import DISPLACED_TYPE, ROWS_TYPE
from treetop.core.linear_algebra.lu import factor, solve
from treetop.core.linear_algebra.orthogonal import orthogonalised
from treetop.core.linear_algebra.vectors import add_multiple, greatest, inner
from treetop.core.spatial.table_access import copy_rows


class Geometry(NamedTuple):
    """How a state is moved along its speeds, and what holds it: of a formulation's `Chart`."""

    rows: Any
    displaced: Any


bundle = Bundle(Geometry(ROWS_TYPE, DISPLACED_TYPE))
unpack = bundle.unpack


class Sizes(NamedTuple):
    """How many coordinates of a state are moved along its speeds, these speeds, constraints."""

    coordinates: int = 0
    speeds: int = 0
    constraints: int = 0


class ConstrainedNewton(NamedTuple):
    """Workspace for the constraints of a system; it has none if its coordinates may be anything."""

    geometry: np.ndarray  # the handle of a `Geometry`
    size: np.ndarray  # of `Sizes`, and the rank of the constraints
    J: np.ndarray  # (c, nu)
    W: np.ndarray  # (c, nu)
    now: np.ndarray  # (c, nu)   rows that are not kept
    none: np.ndarray  # (0, nu)
    error: np.ndarray  # (c,)
    slip: np.ndarray  # (c,)      the rate of the error
    row: np.ndarray  # (c,)      which rows are independent, first
    H: np.ndarray  # (c, c)    factors of J Wᵀ, of independent rows
    pivots: np.ndarray  # (c,)
    sought: np.ndarray  # (2, c)    a right side, a solution
    scratch: np.ndarray  # (2, c)
    margin: np.ndarray  # (2,)
    along: np.ndarray  # (nu,)     a displacement


def constrained(geometry: np.ndarray = BOX, sizes: Sizes = Sizes()) -> ConstrainedNewton:  # noqa: B008
    nq, nu, c = sizes
    return ConstrainedNewton(
        geometry=geometry,
        size=np.array([nq, nu, c, 0]),
        J=np.zeros((c, nu)),
        W=np.zeros((c, nu)),
        now=np.zeros((c, nu)),
        none=np.zeros((0, nu)),
        error=np.zeros(c),
        slip=np.zeros(c),
        row=np.zeros(c, dtype=np.int64),
        H=np.zeros((c, c)),
        pivots=np.zeros(c, dtype=np.int64),
        sought=np.zeros((2, c)),
        scratch=np.zeros((2, c)),
        margin=np.zeros(2),
        along=np.zeros(nu),
    )


def constrained_newton_of(chart: Any, tables: Any) -> tuple[ConstrainedNewton, Any]:
    """Constraints of a system with a chart, or none without; and what must be kept alive."""
    if chart is None:
        handle, alive = bundle.pack(Geometry(no_rows.function, no_displacement.function))
        return constrained(boxed(handle)), alive
    handle, alive = bundle.pack(Geometry(chart.rows.function, chart.displaced.function))
    speeds = chart.speeds(tables)
    sizes = Sizes(speeds.start, speeds.stop - speeds.start, chart.constraints(tables))
    return constrained(boxed(handle), sizes), alive


@kernel
def geometry_of(constrained):
    return unpack(constrained.geometry[0])[0]


@kernel
def choose_rows(rows, problem, constrained, t, y):
    """Tell which rows are independent at y."""
    constrained.size[3] = 0
    if constrained.size[2] > 0:
        rows(t, y, problem, constrained.J, constrained.none, constrained.error, constrained.slip)
        beta, size = constrained.scratch[0], constrained.scratch[1]
        constrained.size[3] = orthogonalised(
            constrained.J, beta, constrained.row, size, -1, constrained.margin
        )


@kernel
def look(rows, problem, constrained, t, y):
    """Rows at y, what they miss, and the factors of J Wᵀ."""
    rank = constrained.size[3]
    rows(t, y, problem, constrained.J, constrained.W, constrained.error, constrained.slip)
    if not finite(constrained.W):  # of parts without inertia: all that changes is the measure
        copy_rows(constrained.W, constrained.J)
    for k in range(rank):
        for m in range(rank):
            constrained.H[k, m] = inner(
                constrained.J[constrained.row[k]], constrained.W[constrained.row[m]]
            )
    factor(constrained.H, constrained.pivots, rank)


@kernel
def finite(W):
    for k in range(W.shape[0]):  # noqa: SIM110
        if not math.isfinite(greatest(W[k])):
            return False
    return True


@kernel
def look_again(rows, problem, constrained, t, y):
    """What is missed at y; the rows stay as they were."""
    rows(t, y, problem, constrained.now, constrained.none, constrained.error, constrained.slip)


@kernel
def made_up(constrained, errors, change):
    """Write the smallest change along the speeds, in the measure of kinetic energy, that makes up
    for errors of the rows."""
    rank, right, found = constrained.size[3], constrained.sought[0], constrained.sought[1]
    for k in range(rank):
        right[k] = -errors[constrained.row[k]]
    solve(constrained.H, constrained.pivots, rank, right, found)
    change[:] = 0.0
    for k in range(rank):
        add_multiple(change, found[k], constrained.W[constrained.row[k]])


@kernel
def projected(geometry, problem, constrained, t, y):
    """Bring y to where the constraints hold, but for what is of second order in its errors."""
    nq, nu = constrained.size[0], constrained.size[1]
    if constrained.size[3] > 0:
        look(geometry.rows, problem, constrained, t, y)
        made_up(constrained, constrained.error, constrained.along)
        geometry.displaced(y, problem, constrained.along)
        look_again(geometry.rows, problem, constrained, t, y)
        made_up(constrained, constrained.slip, constrained.along)
        add_multiple(y[nq : nq + nu], 1.0, constrained.along)

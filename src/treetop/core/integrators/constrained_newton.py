"""Constraints as seen by methods whose steps meet them by multipliers of their own.

    J rows for the speeds, as they are    W = J M⁻¹, or J where bodies have no inertia

Rows may depend on each other.  Which are independent is told where a step begins, and the
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


class Held(NamedTuple):
    """Room for the constraints of a system; it has none if its coordinates may be anything."""

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


def held(geometry: np.ndarray = BOX, sizes: Sizes = Sizes()) -> Held:  # noqa: B008
    nq, nu, c = sizes
    return Held(
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


def held_of(chart: Any, tables: Any) -> tuple[Held, Any]:
    """Those of a system with a chart, or without; and what must be kept alive."""
    if chart is None:
        handle, kept = bundle.pack(Geometry(no_rows.function, no_displacement.function))
        return held(boxed(handle)), kept
    handle, kept = bundle.pack(Geometry(chart.rows.function, chart.displaced.function))
    speeds = chart.speeds(tables)
    sizes = Sizes(speeds.start, speeds.stop - speeds.start, chart.constraints(tables))
    return held(boxed(handle), sizes), kept


@kernel
def geometry_of(held):
    return unpack(held.geometry[0])[0]


@kernel
def choose_rows(rows, problem, held, t, y):
    """Tell which rows are independent at y."""
    held.size[3] = 0
    if held.size[2] > 0:
        rows(t, y, problem, held.J, held.none, held.error, held.slip)
        beta, size = held.scratch[0], held.scratch[1]
        held.size[3] = orthogonalised(held.J, beta, held.row, size, -1, held.margin)


@kernel
def look(rows, problem, held, t, y):
    """Rows at y, what they miss, and the factors of J Wᵀ."""
    rank = held.size[3]
    rows(t, y, problem, held.J, held.W, held.error, held.slip)
    if not finite(held.W):  # of parts without inertia: all that changes is the measure
        copy_rows(held.W, held.J)
    for k in range(rank):
        for m in range(rank):
            held.H[k, m] = inner(held.J[held.row[k]], held.W[held.row[m]])
    factor(held.H, held.pivots, rank)


@kernel
def finite(W):
    for k in range(W.shape[0]):  # noqa: SIM110
        if not math.isfinite(greatest(W[k])):
            return False
    return True


@kernel
def look_again(rows, problem, held, t, y):
    """What is missed at y; the rows stay as they were."""
    rows(t, y, problem, held.now, held.none, held.error, held.slip)


@kernel
def made_up(held, errors, change):
    """Write the smallest change along the speeds, in the measure of kinetic energy, that makes up
    for errors of the rows."""
    rank, right, found = held.size[3], held.sought[0], held.sought[1]
    for k in range(rank):
        right[k] = -errors[held.row[k]]
    solve(held.H, held.pivots, rank, right, found)
    change[:] = 0.0
    for k in range(rank):
        add_multiple(change, found[k], held.W[held.row[k]])


@kernel
def projected(geometry, problem, held, t, y):
    """Bring y to where the constraints hold, but for what is of second order in its errors."""
    nq, nu = held.size[0], held.size[1]
    if held.size[3] > 0:
        look(geometry.rows, problem, held, t, y)
        made_up(held, held.error, held.along)
        geometry.displaced(y, problem, held.along)
        look_again(geometry.rows, problem, held, t, y)
        made_up(held, held.slip, held.along)
        add_multiple(y[nq : nq + nu], 1.0, held.along)

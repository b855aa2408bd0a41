"""Constraints kept by what drives them back, as a controller does.

J. Baumgarte, *Computer Methods in Applied Mechanics and Engineering* 1 (1972), 1-16.  Accelerations
meet, in place of g'' = 0,

    g'' + 2 α g' + β² g = 0                      v' + σ v = 0

the second where a velocity v alone is held, as in rolling; σ as in Aslanov, Kruglov and Yudintsev,
*Newton-Euler equations of multibody systems with changing structures* (2011).
`constraints.driven_back` adds the terms, in all formulations.  Errors of integration decay, and are
made anew in every step: they stay small, but never vanish.  Nothing is projected.

Which rows depend on others cannot be decided where constraints are only nearly met.  It is decided
at the nearest state that meets them.
"""

from typing import NamedTuple

import numpy as np

from treetop.core import interface
from treetop.core.compiler import Bundle, entry, inlined
from treetop.core.interface import DERIVATIVE, EXTRA, PROJECT
from treetop.core.spatial.table_access import copy_into
from treetop.core.stabilization.interface import UNDERLYING, Stabilized, underlying


class Workspace(NamedTuple):
    gains: np.ndarray  # (3,)   α, β, σ
    x: np.ndarray  # (ny,)  the nearest state that meets the constraints
    moved: np.ndarray  # (6,)   by how much the origin was moved
    none: np.ndarray  # (nu,)  no displacement


_bundle = Bundle(UNDERLYING, Workspace(*np.zeros((4, 1))))
unpack = _bundle.unpack


def stabilized(equations, tables, problem, length, gains):
    """Stabilised with the given gains."""
    speeds = equations.chart.speeds(tables)
    workspace = Workspace(
        np.array(gains), np.zeros(length), np.zeros(6), np.zeros(speeds.stop - speeds.start)
    )
    handle, alive = _bundle.pack(underlying(equations, problem), workspace)
    return Stabilized(derivative.function, project.function, handle, alive)


@entry(*DERIVATIVE)
def derivative(t, y, rate, problem):
    """The rate of y, gains being set for it alone."""
    equations, workspace = unpack(problem)
    _, work = interface.unpack(equations.problem[0])
    copy_into(work.gains, workspace.gains)
    equations.derivative(t, y, rate, equations.problem[0])
    work.gains[:] = 0.0
    return 0


@entry(*PROJECT)
def project(t, y, rate, problem):
    """Attitudes made unit, the origin moved along; y misses the constraints as before."""
    equations, workspace = unpack(problem)
    handle, end = equations.problem[0], y.size - EXTRA
    copy_into(workspace.x, y)
    outcome = equations.project(t, workspace.x, rate, handle)
    for k in range(6):
        workspace.moved[k] = workspace.x[end + k] - y[end + k]
    equations.carried(y, handle, workspace.moved)
    equations.displaced(y, handle, workspace.none)
    lead(handle, workspace.x, y)
    return outcome


@inlined
def lead(handle, x, y):
    """Driven coordinates and speeds as they are in x: where they are to be."""
    tables, _ = interface.unpack(handle)
    driven, nq = tables.driven, tables.tree.q_at[-1]
    for d in range(driven.speed.size):
        k, j = driven.coordinate[d], nq + driven.speed[d]
        y[k], y[j] = x[k], x[j]

"""Formulations with a mistake in them, to be put among those that there are."""

import numpy as np

from treetop.core.compiler import entry
from treetop.core.formulations import kane
from treetop.core.interface import DERIVATIVE, Formulation
from treetop.errors import ModelError, Problem

right = kane.formulation
exact = right.derivative.function


def heavier(part: float) -> Formulation:
    """Kane's equations with every mass greater by a part of itself."""

    def problem_of(tables, work):
        work.bodies.mass[:] *= 1 + part
        return right.problem_of(tables, work)

    return right._replace(problem_of=problem_of)


@entry(*DERIVATIVE)
def with_drag(t, y, rate, problem):
    """A term in the velocity that does not belong here: nothing at rest."""
    exact(t, y, rate, problem)
    rate[1] -= 1e-6 * y[1] * y[1]
    return 0


@entry(*DERIVATIVE)
def lost(t, y, rate, problem):
    """Rates that are not numbers once half a second has passed."""
    exact(t, y, rate, problem)
    if t > 0.5:
        rate[0] = np.nan
    return 0


@entry(*DERIVATIVE)
def restless(t, y, rate, problem):
    """A force too fast for any step that comes to an end."""
    exact(t, y, rate, problem)
    rate[1] += np.sin(1e9 * t)
    return 0


def unfit(tables, work):
    raise ModelError([Problem("it has no springs", "forces", "add one")])


DRAGGED = right._replace(derivative=with_drag)
LOST = right._replace(derivative=lost)
RESTLESS = right._replace(derivative=restless)
UNFIT = right._replace(problem_of=unfit)

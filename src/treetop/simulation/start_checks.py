"""What is refused before a run begins."""

from __future__ import annotations

import warnings
from numbers import Real
from reprlib import repr as short

import numpy as np

from treetop.core.tables.kinds import ROLLING_BALL, ROLLING_BALLS, ROLLING_DISC, USER_SLIP
from treetop.errors import ModelError, Problem, TreetopError
from treetop.model.run import GeneralizedAlpha, Method, Projection, RunSettings
from treetop.model.specification import path
from treetop.simulation.integrators import INTEGRATORS
from treetop.system.protocol import DynamicalSystem
from treetop.system.state import State
from treetop.topology.readings import blocks_of

ON_VELOCITIES = [ROLLING_BALL, ROLLING_DISC, ROLLING_BALLS, USER_SLIP]  # kinds of constraint rows
STACK_LEVEL = 4  # of warnings: the call of `treetop.simulate`
LARGEST = 1e9  # numbers in the matrices of a method: 8 GB
CLOCK_RESOLUTION = 1e-6  # of a duration, that the clock must be able to resolve


def require_limit(limit: float) -> None:
    """Refuse a wall time in which nothing can be done."""
    if not isinstance(limit, Real) or not limit > 0:
        raise TreetopError(f"limit: a wall time of {short(limit)} s (give seconds above 0)")


def settings_problems(settings: RunSettings) -> list[Problem]:
    """What a run needs, and its settings do not say: a duration, a fixed step."""
    problems, method = [], settings.method
    if settings.duration is None:
        problems.append(Problem("a run needs a duration", "run.duration", "give seconds above 0"))
    if method.fixed and method.step is None:
        problems.append(Problem(f"{method.kind} needs a fixed step", "run.step", "give seconds"))
    return problems


def require_runnable(system: DynamicalSystem, start: State, settings: RunSettings) -> None:
    """Refuse a start or a method with which the run cannot be made."""
    _require_clock(start, settings.duration)
    warn_of_samples(system, start, settings.duration)
    _require_index(system, settings)
    _require_memory(settings.method, start.vector.size)


def warn_of_samples(system: DynamicalSystem, start: State, duration: float) -> None:
    """Say which sensors and controllers are never run, or only once."""
    blocks = blocks_of(system.model) if system.model else {}
    for name, block in blocks.items():
        if block.offset > start.time + duration:
            what = f"its first sample, at {block.offset:g} s, is after the end of the run"
        elif block.every is not None and block.every > duration:
            what = f"its period of {block.every:g} s is longer than the run of {duration:g} s"
        else:
            continue
        warnings.warn(f"{path(block.section, name)}: {what}", stacklevel=STACK_LEVEL)


def _require_clock(start: State, duration: float) -> None:
    """Refuse a start so far from zero that the clock hardly resolves the time between start and
    end."""
    finest = np.spacing(max(abs(start.time), abs(start.time + duration)))
    if not finest <= CLOCK_RESOLUTION * duration:
        what = f"at {start.time:g} s a clock cannot resolve times closer than {finest:g} s"
        hint = f"start nearer to zero: the run is to take {duration:g} s"
        raise ModelError([Problem(what, "start.time", hint)])


def _require_index(system: DynamicalSystem, settings: RunSettings) -> None:
    """Refuse index 3 where positions alone do not say what the constraints ask for."""
    method, constraints = settings.method, settings.constraints
    if not isinstance(method, GeneralizedAlpha) or method.index == 2:
        return
    chart, tables = system.geometry
    what = "" if chart else "user-defined equations are stabilized by projection"
    if not isinstance(constraints, Projection):
        what = f"constraints are kept by '{constraints.kind}'"
    if chart and np.isin(tables.constraints.kind, ON_VELOCITIES).any():
        what = "rolling and other constraints on velocities are kept there"
    if what:
        raise ModelError([Problem(f"{what}, not in index 3", "run.index", "use index 2")])


def _require_memory(method: Method, size: int) -> None:
    if INTEGRATORS[method.kind].matrices * size**2 > LARGEST:
        what = f"the matrices of {method.kind} for {size} numbers do not fit in memory"
        raise TreetopError(str(Problem(what, "run.method", "use dop853 or rk4")))

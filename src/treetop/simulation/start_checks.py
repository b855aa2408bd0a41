"""What is refused before a run begins."""

from __future__ import annotations

import warnings
from numbers import Real
from reprlib import repr as short
from types import FunctionType

import numpy as np

from treetop.core.integrators.step_recursion import is_recursive
from treetop.core.tables.kinds import ROLLING_BALL, ROLLING_BALLS, ROLLING_DISC, USER_SLIP
from treetop.core.tables.surroundings import HEIGHT
from treetop.environment.frames import rotation_matrices
from treetop.environment.magnetic_fields import magnetic_table
from treetop.environment.small_bodies import inside
from treetop.errors import ModelError, Problem, TreetopError
from treetop.model.controllers.attitude_feedback import AttitudeFeedback
from treetop.model.environment.atmosphere import MSIS
from treetop.model.environment.small_body import Polyhedron
from treetop.model.run import GeneralizedAlpha, Method, Projection, RunSettings
from treetop.model.run.methods import METHODS
from treetop.model.specification import path
from treetop.simulation.integrators import INTEGRATORS
from treetop.simulation.supervisor.path_ends import require_start_on_paths
from treetop.system.line_lengths import length_problems
from treetop.system.protocol import DynamicalSystem
from treetop.system.state import ORIGIN, State
from treetop.topology.lines import deployers
from treetop.topology.readings import blocks_of

ON_VELOCITIES = [ROLLING_BALL, ROLLING_DISC, ROLLING_BALLS, USER_SLIP]  # kinds of constraint rows
STACK_LEVEL = 4  # of warnings: the call of `treetop.simulate`
LARGEST = 1e9  # numbers in the matrices of a method: 8 GB
DAY = 86400.0  # s
HIGH = 1.01  # radii of a planet: what begins further away is above the ground
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
    if system.model and system.model.environment:
        _require_surroundings(start, start.time + settings.duration)
    warn_of_samples(system, start, settings.duration)
    warn_of_axes(system)
    _require_index(system, settings)
    _require_memory(system, settings.method, start.vector.size)
    _require_lines(system, start, settings)
    if system.model:
        require_start_on_paths(start)


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


def warn_of_axes(system: DynamicalSystem) -> None:
    """Say which feedback asks for torques that its devices cannot give."""
    for name, each in system.model.controllers.items() if system.model else ():
        if not isinstance(each, AttitudeFeedback) or not each.to:
            continue
        asked = sum(map(any, zip(each.stiffness, each.damping, strict=True)))
        if len(each.to) < asked:
            count = "one device" if len(each.to) == 1 else f"{len(each.to)} devices"
            what = f"it asks for torques about {asked} axes, and commands {count}"
            hint = "give it more devices, or no stiffness and damping about an axis"
            where = path("controllers", name, "to")
            warnings.warn(f"{where}: {what} ({hint})", stacklevel=STACK_LEVEL)


def warn_of_python_memory(system: DynamicalSystem) -> None:
    """Say which functions in Python may remember what no checkpoint has."""
    for name, controller in system.model.controllers.items() if system.model else ():
        function = getattr(controller, "function", None)
        simple = isinstance(function, FunctionType) and not function.__closure__
        if function is not None and getattr(controller, "python", False) and not simple:
            what = "its function is in Python, and begins anew with what it remembers beside x"
            text = f"{path('controllers', name)}: {what} (keep that in x, see 'memory')"
            warnings.warn(text, stacklevel=STACK_LEVEL - 1)


def _require_clock(start: State, duration: float) -> None:
    """Refuse a start so far from zero that the clock hardly resolves the time between start and
    end."""
    finest = np.spacing(max(abs(start.time), abs(start.time + duration)))
    if not finest <= CLOCK_RESOLUTION * duration:
        what = f"at {start.time:g} s a clock cannot resolve times closer than {finest:g} s"
        hint = f"start nearer to zero: the run is to take {duration:g} s"
        raise ModelError([Problem(what, "start.time", hint)])


def _require_surroundings(start: State, end: float) -> None:
    """Refuse a run beyond what is tabulated of the environment, and a start in the ground."""
    system = start.system
    planet = system.model.environment
    if planet.dated and start.time < 0.0:
        what = f"the run starts {-start.time:g} s before the epoch, from which on tables are made"
        raise ModelError([Problem(what, "epoch", "give an earlier epoch")])
    if planet.dated and end > planet.span:
        what = f"the run ends at {end / DAY:g} days, and {planet.dated[0]} is tabulated for"
        hint = "give the environment a longer span, such as span='800 days'"
        raise ModelError([Problem(f"{what} {planet.span / DAY:g}", "environment.span", hint)])
    if isinstance(planet.rotation, str) and not planet.turns_by_elements:
        system.model.epoch.ut1_minus_tt(end)  # refuses dates without Earth orientation
    if isinstance(planet.magnetic, str):  # refuses years without coefficients
        magnetic_table(planet.magnetic, system.model.epoch.after(end).decimal_year)
    air = planet.atmosphere
    if isinstance(air, MSIS) and end > air.duration:
        what = f"the run ends at {end / DAY:g} days, and the air is tabulated for"
        hint = f"give MSIS(..., duration='{end / DAY:g} days')"
        where = "environment.atmosphere.duration"
        raise ModelError([Problem(f"{what} {air.duration / DAY:g}", where, hint)])
    if isinstance(planet.gravity, Polyhedron):
        _require_outside(start, planet.gravity)
    if planet.radius is None or np.linalg.norm(start.vector[ORIGIN]) > HIGH * planet.radius:
        return
    height = float(system.at(start).work.surroundings[HEIGHT])
    if height < 0.0:
        what = f"the start is {-height / 1000.0:.4g} km below the surface of the planet"
        raise ModelError([Problem(what, "start", "give a place above it")])


def _require_outside(start: State, solid: Polyhedron) -> None:
    """Refuse a start within the surface of a small body."""
    bodies, fixed = start.system.evaluate(start).body, start.system.assembly.environment.rotation
    places = np.array([body.position for body in bodies.values()])
    (R,) = rotation_matrices(fixed, start.time)
    within = inside(solid.surface, places @ R.T)
    if within.any():
        name = list(bodies)[int(within.argmax())]
        what = f"'{name}' starts below the surface of the planet"
        raise ModelError([Problem(what, "start", "give a place outside the polyhedron")])


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


def _require_lines(system: DynamicalSystem, start: State, settings: RunSettings) -> None:
    """Refuse lines paid out to lengths that they cannot have, and methods that remember more of
    steps than where they end."""
    lines, method = deployers(system.model) if system.model else {}, settings.method.kind
    if not lines:
        return
    refused = length_problems(start.system, start.time, start.time + settings.duration)
    if not settings.method.one_step:
        known = [word for word, each in METHODS.items() if each.one_step]
        what = f"{method} does not know elements that come and go, as those of '{min(lines)}' do"
        refused.append(Problem(what, "run.method", f"use {', '.join(known)}"))
    if refused:
        raise ModelError(refused)


def _require_memory(system: DynamicalSystem, method: Method, size: int) -> None:
    integrator = INTEGRATORS[method.kind]
    if integrator.recursive and is_recursive(*system.geometry):
        return
    if integrator.matrices * size**2 > LARGEST:
        what = f"the matrices of {method.kind} for {size} numbers do not fit in memory"
        raise TreetopError(str(Problem(what, "run.method", "use dop853 or rk4")))

"""Run a system forward in time."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import numpy as np

from treetop.core.compilation import prepare, run_clock
from treetop.core.integrators.outcome import Outcome
from treetop.errors import ModelError, RunError, TreetopError
from treetop.model import Model
from treetop.model.run import Method, RunSettings, Stabilization
from treetop.model.run.options import changed_settings, settings_from
from treetop.progress import progress as progress_bar
from treetop.results import Run, record
from treetop.simulation.checkpoint import Checkpoint, CheckpointError
from treetop.simulation.concatenate import concatenated
from treetop.simulation.final_checks import (
    require_end,
    warn_of_audit,
    warn_of_lines,
    warn_of_method,
    warn_of_solid,
    warn_of_surroundings,
)
from treetop.simulation.hybrid import HybridSimulation
from treetop.simulation.integrators import needed_kernels
from treetop.simulation.loop_memory import clock_of
from treetop.simulation.pace import Pace
from treetop.simulation.sample_times import sample_times
from treetop.simulation.start_checks import (
    require_limit,
    require_runnable,
    settings_problems,
    warn_of_python_memory,
)
from treetop.system.protocol import DynamicalSystem
from treetop.system.state import State, require_system

FIRST_STEPS = 20  # before the first look at the keyboard and the progress bar
LARGEST_STEPS = 10**9  # between two such looks
GROWTH = 16  # times as many steps as last time, at most: those may have been quick ones
PAUSE = 0.1  # s of wall time between them


def simulate(
    system: DynamicalSystem | Model,
    start: State | None = None,
    duration: float | str | None = None,
    every: float | str | None = None,
    at: Sequence[float | str] | np.ndarray | None = None,
    method: str | Mapping[str, Any] | Method | None = None,
    constraints: str | Mapping[str, Any] | Stabilization | None = None,
    progress: bool | None = None,
    limit: float = np.inf,
    checkpoint: str | os.PathLike[str] | Checkpoint | None = None,
    **options: Any,
) -> Run:
    """Run a system forward in time.

    Samples are taken from the dense output of the method, so where they are taken changes
    nothing in the motion.

    Parameters
    ----------
    system : System or Model
        A model is built, and what its `run` says holds where nothing else is given here.
    start : State, optional
        That which the model describes unless given.
    duration : number, s
        Times may carry a unit, as everywhere: ``"3 h"``.
    every : number, s, optional
        Spacing of samples; the end is always one. Default: 500 equal parts.
    at : sequence of numbers, s, optional
        Times of samples, from the start's on, instead of `every`.
    method : str or Method
        A word, "dop853" unless said, "dopri5", "auto", "radau", "bdf", "rk4", "generalized-alpha",
        "hht" or "newmark", or one of `treetop.Dop853`, `treetop.Dopri5`, `treetop.Auto`,
        `treetop.Radau`, `treetop.Bdf`, `treetop.Rk4`, `treetop.GeneralizedAlpha`, `treetop.Hht` and
        `treetop.Newmark` with options of its own.
    constraints : str or Stabilization
        Constraint stabilization: a word, "project" unless said, "baumgarte", "partition" or
        "nullspace", or one of `treetop.Projection`, `treetop.Baumgarte`,
        `treetop.CoordinatePartitioning` and `treetop.NullSpace`.
    progress : bool, optional
        Show a progress bar; left out, on a terminal only.
    limit : float, s
        Wall time after which a run that has not come to its end fails.
    checkpoint : path or Checkpoint, optional
        A folder to keep in, every 10 s of wall time, what `treetop.resume` takes to go on, should
        the process die. Removed at the end.
    seed : int
        Of the noise of sensors, 1 unless said: the same noise comes of it whatever the method, its
        tolerance, and how often a run is interrupted.
    sensitivities : paths of numbers
        By which all quantities of the result are differentiated: ``"bodies.tug.mass"``,
        ``"start.boom.slide"``, ``"events.release.rises"``; see `Run.sensitivity`.
    **options
        Options of the method or the stabilization beside its word: ``method="radau", rtol=1e-6``
        is short for ``method=tt.Radau(rtol=1e-6)``; `step` is the fixed step, or the largest one of
        adaptive methods. What neither of the two has is refused.

    Returns
    -------
    Run
        Ctrl-C returns what was computed so far, with the outcome "interrupted".

    Raises
    ------
    RunError
        If the run cannot go on; the part that was computed is in its attribute ``run``.

    Examples
    --------
    >>> import treetop as tt
    >>> m = tt.Model("oscillator")
    >>> block = m.add_body("block", mass=1)
    >>> rail = m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, block)
    >>> spring = m.add_force("spring", tt.JointSpring("rail", stiffness=4))
    >>> system = m.build()
    >>> run = tt.simulate(system, system.state(rail={"slide": 1}), duration=3.141592653589793)
    >>> round(float(run["rail.slide"][-1]), 6)
    1.0
    >>> stepped = tt.GeneralizedAlpha(step=0.01, rho_inf=0.8)
    >>> run = tt.simulate(system, system.state(rail={"slide": 1}), duration=1, method=stepped)
    """
    named = {"every": every, "at": at, "method": method, "constraints": constraints}
    named = {name: value for name, value in named.items() if value is not None} | options
    model = system if isinstance(system, Model) else None
    settings = checked_settings({"duration": duration} | named, model)
    require_limit(limit)
    saved = _checkpoint(checkpoint)
    if saved:
        saved.begin()
    system = system.build() if isinstance(system, Model) else system
    require_system(system)
    start = system.convert_state(_start_of(system) if start is None else start)
    system.require_start(start)
    require_runnable(system, start, settings)
    prepare(*needed_kernels(settings.method.kind, system.model))
    hybrid = _simulation(start, settings)
    with saved or nullcontext():
        return _run_of(hybrid, Outcome.PAUSED, progress, limit, saved)


def resume(
    checkpoint: str | os.PathLike[str] | Checkpoint,
    system: DynamicalSystem | None = None,
    functions: Mapping[str, Callable] | None = None,
    progress: bool | None = None,
    limit: float = np.inf,
) -> Run:
    """Go on with a run that was interrupted, to the result it would have had.

    Parameters
    ----------
    checkpoint : path or Checkpoint
        The folder that was given to `treetop.simulate`.
    system : System, optional
        As it was then. Needed where events call functions, and for equations given in symbols;
        else it is built from the model in the checkpoint.
    functions : mapping, optional
        The user functions in the model, by name.
    progress, limit
        As in `treetop.simulate`.

    Raises
    ------
    TreetopError
        If model, settings or versions are not what they were.

    Examples
    --------
    >>> run = tt.resume("orbit.part")     # doctest: +SKIP
    """
    require_limit(limit)
    saved = _checkpoint(checkpoint)
    if saved is None:
        raise TreetopError("no checkpoint is named (give the folder that a run was given)")
    found = saved.found()
    if system is None:
        system = saved.system(functions)
    require_system(system)
    settings = settings_from(found["settings"])
    saved.require_same(system, settings)
    warn_of_python_memory(system)
    start = State(system, found["start_time"], found["start"])
    hybrid = _simulation(start, settings)
    with saved:
        return _run_of(hybrid, saved.restore(hybrid), progress, limit, saved)


def checked_settings(values: Mapping[str, Any], model: Model | None = None) -> RunSettings:
    """The settings in SI, checked as those of a model are; what cannot be run is refused. What is
    left out is as the model says, if there is one."""
    if model is None:
        settings = settings_from(values)
    else:
        chosen = {name: value for name, value in values.items() if value is not None}
        settings = changed_settings(model.run, chosen)
        if chosen.keys() & {"duration", "every"} and "at" not in chosen:
            settings = replace(settings, at=None)  # times that belong to another duration
    problems = settings_problems(settings)
    if problems:
        raise ModelError(problems)
    return settings


def _start_of(system: Any) -> State:
    """The start that the model of a system describes."""
    if not hasattr(system, "start"):
        what = f"{system!r} does not say where it starts"
        raise TreetopError(f"{what} (give a start, made by system.state(...))")
    return system.start()  # type: ignore[no-any-return]


def _simulation(start: State, settings: RunSettings) -> HybridSimulation:
    """A simulation that has not begun; one that is to be differentiated takes note of what happens
    in it."""
    times = sample_times(start, settings)
    if not settings.sensitivities:
        return HybridSimulation(start, settings, times)
    from treetop.simulation.sensitivities import Recorder, require_differentiable

    require_differentiable(start.system, settings)
    return HybridSimulation(start, settings, times, Recorder)


def _checkpoint(folder: str | os.PathLike[str] | Checkpoint | None) -> Checkpoint | None:
    return folder if folder is None or isinstance(folder, Checkpoint) else Checkpoint(folder)


def _run_of(
    hybrid: HybridSimulation,
    outcome: Outcome,
    progress: bool | None,
    limit: float,
    checkpoint: Checkpoint | None,
) -> Run:
    """The run that comes of a simulation, which may have ended already."""
    began, unwritten = run_clock(), ""
    try:
        if outcome is Outcome.PAUSED:
            outcome = _advance(hybrid, progress, began + limit, checkpoint)
        if checkpoint and checkpoint.keep and outcome in (Outcome.FINISHED, Outcome.EVENT):
            checkpoint.look_back(hybrid)
    except CheckpointError as error:
        outcome, unwritten = Outcome.INTERRUPTED, str(error)
    spent = checkpoint.wall_time if checkpoint else run_clock() - began
    run, cause = recorded(hybrid, outcome, spent)
    if unwritten:
        reached = hybrid.segments[-1].reached
        raise RunError(f"at {reached:.9g} s: {unwritten}", run, outcome)
    if checkpoint and not checkpoint.keep and outcome not in (Outcome.INTERRUPTED, Outcome.STOPPED):
        checkpoint.remove()
    if hybrid.settings.sensitivities and outcome in (Outcome.FINISHED, Outcome.EVENT):
        from treetop.simulation.sensitivities import add_sensitivities

        add_sensitivities(run, hybrid, outcome)
    judge(run, hybrid, cause, outcome)
    return run


def recorded(hybrid: HybridSimulation, outcome: Outcome, spent: float) -> tuple[Run, str]:
    """The run that a simulation has come to after so much wall time, and why it did not go on."""
    segment, start = hybrid.segments[-1], hybrid.start
    cause = hybrid.cause or segment.cause(outcome)  # before anything else is evaluated
    seen, labels = concatenated(hybrid.segments, outcome)
    statistics, log = hybrid.statistics | {"wall_time": spent}, hybrid.log
    end = outcome.name.lower()
    came_to = segment.ended or State(segment.system, segment.reached, segment.loop.y)
    facts = statistics, hybrid.settings, end, start, labels, log, came_to
    return record(start.system, seen, *facts), cause


def judge(run: Run, hybrid: HybridSimulation, cause: str, outcome: Outcome) -> None:
    """Refuse a run that failed, and warn of what is amiss in another."""
    warn_of_method(hybrid)
    require_end(run, hybrid, cause, outcome)
    warn_of_audit(run)
    warn_of_lines(run)
    warn_of_surroundings(run)
    warn_of_solid(run)


def _advance(
    hybrid: HybridSimulation, progress: bool | None, latest: float, checkpoint: Checkpoint | None
) -> Outcome:
    """Let the compiled loop run, with a look at the keyboard and the progress bar now and then."""
    begin, steps, pace = hybrid.begin, FIRST_STEPS, Pace(hybrid)
    try:
        with progress_bar(hybrid.end - begin, progress) as show:
            while True:
                since = run_clock()
                outcome = hybrid.advance(steps)
                if outcome is not Outcome.PAUSED:
                    return outcome
                clock = clock_of(hybrid.segments[-1].loop)
                show(clock.time - begin, clock.next_step)
                pace.look(hybrid)
                now = run_clock()
                if checkpoint:
                    checkpoint.look(hybrid, now > latest)
                if now > latest:
                    return Outcome.STOPPED
                spent = now - since
                largest = min(GROWTH * steps, LARGEST_STEPS)
                steps = int(np.clip(steps * PAUSE / max(spent, 1e-9), 1, largest))
    except KeyboardInterrupt:
        return Outcome.INTERRUPTED

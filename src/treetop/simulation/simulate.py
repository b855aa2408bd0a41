"""Run a system forward in time."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict
from numbers import Real
from reprlib import repr as short
from typing import Any

import numpy as np

from treetop.core.compilation import clock, prepare
from treetop.core.integrators.outcome import Outcome
from treetop.core.integrators.stiffness import FOUND, SINCE
from treetop.core.tables.kinds import OWN_SLIP, ROLLING_BALL, ROLLING_BALLS, ROLLING_DISC
from treetop.errors import AuditWarning, ModelError, Problem, RunError, TreetopError
from treetop.model import RunSettings
from treetop.model.quantity import Invalid, each, elements, number
from treetop.model.specification import made_from, path
from treetop.progress import progress as progress_bar
from treetop.results import Run, record
from treetop.results.audit import LIMIT
from treetop.simulation.activity import found_breaks
from treetop.simulation.checkpoint import Checkpoint, CheckpointError
from treetop.simulation.concatenate import joined
from treetop.simulation.hybrid import Journey
from treetop.simulation.segment import METHODS, needed_kernels
from treetop.system.state import State, require_system
from treetop.system.system import System

ON_VELOCITIES = [ROLLING_BALL, ROLLING_DISC, ROLLING_BALLS, OWN_SLIP]  # kinds of rows
SAMPLES = 500  # when the user does not say where
MOST = 1e9  # numbers in the samples of a state, or in matrices: 8 GB
MOST_STEPS = 10**9  # between two such looks
FINEST = 1e-6  # of a duration, that the clock must be able to tell
STIFF = 200  # steps held short by stability alone that are worth a warning
PAUSE = 0.1  # s of wall time between two looks at the keyboard and the progress bar


def simulate(
    system: System,
    start: State,
    duration: float | str,
    every: float | str | None = None,
    at: Sequence[float | str] | np.ndarray | None = None,
    method: str = "dop853",
    rtol: float = 1e-9,
    atol: float = 1e-12,
    step: float | str | None = None,
    rho_inf: float = 0.8,
    index: int = 2,
    constraints: str = "project",
    gains: Sequence[float | str] | None = None,
    progress: bool | None = None,
    limit: float = np.inf,
    checkpoint: str | os.PathLike[str] | Checkpoint | None = None,
) -> Run:
    """Run a system forward in time.

    Samples are taken from the dense output of the method, so where they are taken changes
    nothing in the motion.

    Parameters
    ----------
    system : System
    start : State
    duration : number, s
        Times may carry a unit, as everywhere: ``"3 h"``.
    every : number, s, optional
        Spacing of samples; the end is always one. Default: 500 equal parts.
    at : sequence of numbers, s, optional
        Times of samples, from the start's on, instead of `every`.
    method : "dop853", "rk4", "radau", "bdf", "generalized-alpha", "hht", "newmark" or "auto"
        Adaptive of order 8; of order 4 with a fixed step; for stiff systems implicit and adaptive,
        of order 5 or of orders 1 to 5, or implicit of order 2 with a fixed step; "dop853" as long
        as it suits, and "radau" where the system is stiff.
    rtol, atol : float
        Relative and absolute error allowed in a step, for adaptive methods; to which
        "generalized-alpha" and its like solve the equations of a step.
    step : number, s, optional
        The fixed step of "rk4" and "generalized-alpha"; the largest one allowed for the others:
        by default a fiftieth of the duration where something acts by a function of time, else any.
    rho_inf : float
        What "generalized-alpha" leaves in one step of an oscillation far faster than its steps:
        from 0, nothing, to 1, all of it; "hht" from 1/2.
    index : 2 or 3
        How "generalized-alpha" keeps constraints: positions and velocities, stabilised index 2, or
        positions alone.
    constraints : "project", "baumgarte", "partition" or "nullspace"
        How constraints are kept: by projection after each step; by terms that drive them back;
        by solving for dependent coordinates, or for directions square to the free ones.
    gains : three numbers, 1/s, optional
        α, β and σ of "baumgarte". Default: 10, 10 and 20, or with a `step` above 0.05 s such that
        α times the step is one half.
    progress : bool, optional
        Show a progress bar; left out, on a terminal only.
    limit : float, s
        Wall time after which a run that has not come to its end fails.
    checkpoint : path or Checkpoint, optional
        A folder to keep in, every 10 s of wall time, what `treetop.resume` takes to go on, should
        the process die. Removed at the end.

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
    """
    settings = _settings(
        at,
        duration=duration,
        every=every,
        method=method,
        rtol=rtol,
        atol=atol,
        step=step,
        rho_inf=rho_inf,
        index=index,
        constraints=constraints,
        gains=gains,
    )
    require_limit(limit)
    kept = _checkpoint(checkpoint)
    if kept:
        kept.begin()
    require_system(system)
    start = system.own(start)
    system.require_start(start)
    _require_clock(start, settings["duration"])
    _require_index(system, settings)
    _require_memory(method, start.vector.size)
    prepare(*needed_kernels(method, getattr(system, "described", None)))
    journey = Journey(start, settings, _times(start, settings))
    with kept or nullcontext():
        return _travelled(journey, Outcome.PAUSED, progress, limit, kept)


def resume(
    checkpoint: str | os.PathLike[str] | Checkpoint,
    system: System | None = None,
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
        The functions of the user's in the model, by name.
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
    kept = _checkpoint(checkpoint)
    if kept is None:
        raise TreetopError("no checkpoint is named (give the folder that a run was told)")
    found = kept.found()
    if system is None:
        system = kept.system(functions)
    require_system(system)
    settings = found["settings"]
    settings |= {"at": None if settings["at"] is None else np.array(settings["at"])}
    kept.require_same(system, settings)
    start = State(system, found["start_time"], found["start"])
    journey = Journey(start, settings, _times(start, settings))
    with kept:
        return _travelled(journey, kept.restore(journey), progress, limit, kept)


def _checkpoint(given: str | os.PathLike[str] | Checkpoint | None) -> Checkpoint | None:
    return given if given is None or isinstance(given, Checkpoint) else Checkpoint(given)


def require_limit(limit: float) -> None:
    """Refuse a wall time in which nothing can be done."""
    if not isinstance(limit, Real) or not limit > 0:
        raise TreetopError(f"limit: a wall time of {short(limit)} s (give seconds above 0)")


def _travelled(
    journey: Journey,
    outcome: Outcome,
    progress: bool | None,
    limit: float,
    kept: Checkpoint | None,
) -> Run:
    """The run that comes of a journey, which may have ended already."""
    began, unwritten = clock(), ""
    try:
        if outcome is Outcome.PAUSED:
            outcome = _advance(journey, progress, began + limit, kept)
        if kept and kept.keep and outcome in (Outcome.FINISHED, Outcome.EVENT):
            kept.look_back(journey)
    except CheckpointError as error:
        outcome, unwritten = Outcome.INTERRUPTED, str(error)
    spent = kept.wall_time if kept else clock() - began
    leg, start = journey.legs[-1], journey.start
    cause = journey.cause or leg.cause(outcome)  # before anything else is evaluated
    seen, labels = joined(journey.legs, outcome)
    statistics, log = journey.statistics | {"wall_time": spent}, journey.log
    end = outcome.name.lower()
    run = record(start.system, seen, statistics, journey.settings, end, start, labels, log)
    if unwritten:
        raise RunError(f"at {leg.reached:.9g} s: {unwritten}", run, outcome)
    if kept and not kept.keep and outcome not in (Outcome.INTERRUPTED, Outcome.STOPPED):
        kept.remove()
    _warn(journey)
    _require_end(run, journey, cause, outcome)
    _warn_of_audit(run)
    return run


def _warn(journey: Journey) -> None:
    """Say what was a bad choice of the method, or of its step."""
    for text in (_stiff(journey), _coarse(journey)):
        if text:
            warnings.warn(text, stacklevel=4)


def _stiff(journey: Journey) -> str:
    steps = journey.statistics.get("stiff_steps", 0)
    if steps < STIFF:
        return ""
    since = min(leg.loop.stiffness[SINCE] for leg in journey.legs if leg.loop.stiffness[FOUND])
    what = f"the system is stiff from {since:.4g} s on: stability, not accuracy, held {steps}"
    hint = "method='radau' takes far fewer steps, and 'auto' changes to it by itself"
    return f"{what} steps of dop853 short; {hint}"


def _coarse(journey: Journey) -> str:
    step, system = journey.settings["step"], journey.start.system
    if not METHODS[journey.settings["method"]].fixed:
        return ""
    switched = found_breaks(system, journey.start, journey.begin, journey.end)
    brief = np.diff(switched).min(initial=np.inf)
    if brief >= step:
        return ""
    what = f"a function of time does something within {brief:.3g} s"
    return f"{what}, less than the step of {step:g} s; shorter steps are needed to follow it"


def _require_end(run: Run, journey: Journey, cause: str, outcome: Outcome) -> None:
    """Refuse a run that failed, or whose samples are not all numbers."""
    if outcome is Outcome.FINISHED and run.time[-1] < journey.times[-1]:
        run.data.attrs["outcome"] = Outcome.NOT_FINITE.name.lower()
        lost = journey.times[journey.times > run.time[-1]][0]
        raise RunError(f"at {lost:.9g} s: {Outcome.NOT_FINITE.text}", run, Outcome.NOT_FINITE)
    if outcome.failed:
        leg = journey.legs[-1]
        reached = f"at {leg.reached:.9g} s, after {journey.statistics['steps']} steps"
        # Where the cause is known, there is no need to tell what to look for.
        text = f"{cause}; {outcome.text.partition(';')[0]}" if cause else outcome.text
        raise RunError(f"{reached}: {leg.failed or text}", run, outcome)


def _warn_of_audit(run: Run) -> None:
    """Tell what of a run fails its audit."""
    failed = [drift for drift in run.audit().drifts if not drift.relative <= LIMIT]
    if failed:
        told = ", ".join(f"{d.name} by {d.drift:.3g} {d.unit}".strip() for d in failed)
        relative = max(d.relative for d in failed)
        text = f"the audit of this run fails: {told} ({relative:.2g} relative, {LIMIT:g} allowed)"
        hint = "take tighter tolerances or smaller steps, and compare formulations"
        warnings.warn(f"{text}; {hint}", AuditWarning, stacklevel=4)


def _settings(at: Any, **given: Any) -> dict[str, Any]:
    """The settings in SI, checked as those of a model are; what cannot be run is refused."""
    run = made_from(RunSettings, given, "run")
    problems = []
    if run.duration is None:
        problems.append(Problem("a run needs a duration", "run.duration", "give seconds above 0"))
    problems += step_missing(run)
    if run.method == "hht" and run.rho_inf < 0.5:
        what, hint = f"hht with {run.rho_inf:g} is not stable", "give 0.5 to 1"
        problems.append(Problem(what, "run.rho_inf", hint))
    if problems:
        raise ModelError(problems)
    return asdict(run) | {"at": None if at is None else times_of(at, "at")}


def step_missing(run: RunSettings) -> list[Problem]:
    """What is wrong with a method of fixed step that is not told its step."""
    if not METHODS[run.method].fixed or run.step is not None:
        return []
    return [Problem(f"{run.method} needs a fixed step", "run.step", "give seconds")]


def _require_clock(start: State, duration: float) -> None:
    """Refuse a start so far from zero that the clock hardly tells the end from the start."""
    finest = np.spacing(max(abs(start.time), abs(start.time + duration)))
    if not finest <= FINEST * duration:
        what = f"at {start.time:g} s a clock cannot tell times closer than {finest:g} s"
        hint = f"start nearer to zero: the run is to take {duration:g} s"
        raise ModelError([Problem(what, "start.time", hint)])


def _require_index(system: System, settings: dict[str, Any]) -> None:
    """Positions alone must tell what constraints ask for, and the method must be told them."""
    if not METHODS[settings["method"]].weights or settings["index"] == 2:
        return
    chart, tables = system.geometry
    what = "" if chart else "equations of your own are kept by projection"
    if settings["constraints"] != "project":
        what = f"constraints are kept by '{settings['constraints']}'"
    if chart and np.isin(tables.constraints.kind, ON_VELOCITIES).any():
        what = "rolling and other constraints on velocities are kept there"
    if what:
        raise ModelError([Problem(f"{what}, not in index 3", "run.index", "use index 2")])


def _require_memory(method: str, size: int) -> None:
    if METHODS[method].matrices * size**2 > MOST:
        what = f"the matrices of {method} for {size} numbers do not fit in memory"
        raise TreetopError(str(Problem(what, "run.method", "use dop853 or rk4")))


def times_of(given: Any, where: str) -> np.ndarray:
    """Times in s, each of which may carry a unit."""
    items = given if isinstance(given, (list, tuple)) else np.asarray(given)
    try:
        return np.array(each(elements(items), lambda item: number(item, "s")))
    except Invalid as error:
        raise ModelError([Problem(error.what, path(where, *error.at), error.hint)]) from None


def _times(start: State, settings: dict[str, Any]) -> np.ndarray:
    """Where samples are to be taken, s."""
    begin, end = start.time, start.time + settings["duration"]
    if settings["at"] is not None:
        times = settings["at"]
        inside = times.size > 0 and begin <= times[0] and times[-1] <= end
        if not inside or not (np.diff(times) > 0).all():
            raise TreetopError(f"samples at: give increasing times from {begin:g} to {end:g} s")
        return times
    every = settings["every"] or settings["duration"] / SAMPLES or settings["duration"]
    if settings["duration"] / every * start.vector.size > MOST:
        what = f"{settings['duration'] / every:.3g} samples do not fit in memory"
        raise TreetopError(str(Problem(what, "run.every", "sample less often")))
    count = int(np.floor(settings["duration"] / every * (1.0 + 1e-12)))
    times = begin + every * np.arange(count + 1)
    return np.append(times[times < end - 1e-9 * every], end)


def _advance(
    journey: Journey, progress: bool | None, latest: float, kept: Checkpoint | None
) -> Outcome:
    """Let the compiled loop run, with a look at the keyboard and the progress bar now and then."""
    begin, steps = journey.begin, 20
    try:
        with progress_bar(journey.end - begin, progress) as show:
            while True:
                since = clock()
                outcome = journey.advance(steps)
                if outcome is not Outcome.PAUSED:
                    return outcome
                show(journey.legs[-1].loop.clock[0] - begin, journey.legs[-1].loop.clock[1])
                now = clock()
                if kept:
                    kept.look(journey, now > latest)
                if now > latest:
                    return Outcome.STOPPED
                spent = now - since
                most = min(4 * steps, MOST_STEPS)
                steps = int(np.clip(steps * PAUSE / max(spent, 1e-9), 1, most))
    except KeyboardInterrupt:
        return Outcome.INTERRUPTED

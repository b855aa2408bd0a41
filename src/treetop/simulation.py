"""Run a system forward in time."""

from __future__ import annotations

import time as wall
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

import numpy as np

from treetop.assembly.kinds import OWN_SLIP, ROLLING_BALL, ROLLING_BALLS, ROLLING_DISC
from treetop.dynamics.keeping.inner import Kept
from treetop.errors import ModelError, Problem, RunError, TreetopError
from treetop.integrate import bdf, dop853, generalized_alpha, radau, rk4
from treetop.integrate.held import held_of
from treetop.integrate.march import Integrator, Loop, Plan, loop_from
from treetop.integrate.outcome import Outcome
from treetop.keeping import kept_constraints
from treetop.model import RunSettings
from treetop.model.quantity import Invalid, each, elements, number
from treetop.model.spec import made_from, path
from treetop.progress import progress as progress_bar
from treetop.result import Run, record
from treetop.state import State
from treetop.system import System

METHODS: dict[str, Integrator] = {
    "dop853": dop853.INTEGRATOR,
    "rk4": rk4.INTEGRATOR,
    "radau": radau.INTEGRATOR,
    "bdf": bdf.INTEGRATOR,
    "generalized-alpha": generalized_alpha.INTEGRATOR,
    "hht": generalized_alpha.HHT,
    "newmark": generalized_alpha.NEWMARK,
}
ON_VELOCITIES = [ROLLING_BALL, ROLLING_DISC, ROLLING_BALLS, OWN_SLIP]  # kinds of rows
SAMPLES = 500  # when the user does not say where
MOST = 1e9  # numbers in the samples of a state, or in matrices: 8 GB
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
    method : "dop853", "rk4", "radau", "bdf", "generalized-alpha", "hht" or "newmark"
        Adaptive of order 8; of order 4 with a fixed step; for stiff systems implicit and adaptive,
        of order 5 or of orders 1 to 5, or implicit of order 2 with a fixed step.
    rtol, atol : float
        Relative and absolute error allowed in a step, for adaptive methods; to which
        "generalized-alpha" and its like solve the equations of a step.
    step : number, s, optional
        The fixed step of "rk4" and "generalized-alpha"; the largest one allowed for the others.
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
    if not limit > 0:
        raise TreetopError(f"limit: a wall time of {limit:g} s (give seconds above 0)")
    system.require_start(start)
    _require_index(system, settings)
    plan = _plan(system, start, settings)
    # The first step is taken with the ranks that the constraints have at the start.
    system.settle(start.time, start.vector.copy(), np.zeros_like(start.vector), system.problem)
    integrator = METHODS[method]
    _require_memory(method, start.vector.size)
    loop, _alive = loop_for(system, start, integrator, settings["constraints"])
    advance = integrator.advance.function
    kept = kept_constraints(system, settings, start.vector.size)
    began = wall.perf_counter()
    outcome = _advance(kept, system.laws, advance, plan, loop, progress, began + limit)
    statistics = _statistics(loop) | {"wall_time": wall.perf_counter() - began}
    cause = _cause(system, start, plan, loop, outcome)  # before anything else is evaluated
    run = _record(system, start, plan, loop, statistics, settings, outcome)
    _require_end(run, plan, loop, cause, outcome)
    return run


def _require_end(run: Run, plan: Plan, loop: Loop, cause: str, outcome: Outcome) -> None:
    """Refuse a run that failed, or whose samples are not all numbers."""
    if outcome is Outcome.FINISHED and len(run.time) < plan.times.size:
        run.data.attrs["outcome"] = Outcome.NOT_FINITE.name.lower()
        lost = plan.times[len(run.time)]
        raise RunError(f"at {lost:.9g} s: {Outcome.NOT_FINITE.text}", run, Outcome.NOT_FINITE)
    if outcome.failed:
        reached = f"at {loop.clock[0]:.9g} s, after {loop.counts[0]} steps"
        # Where the cause is known, there is no need to tell what to look for.
        text = f"{cause}; {outcome.text.partition(';')[0]}" if cause else outcome.text
        raise RunError(f"{reached}: {text}", run, outcome)


def loop_for(
    system: System, start: State, integrator: Integrator, constraints: str = "project"
) -> tuple[Loop, Any]:
    """What the loop remembers, and what must be kept alive while it runs.

    A method that meets constraints by itself does so unless they are kept in another way.
    """
    if not integrator.holds:
        return loop_from(start.time, start.vector, integrator.own), None
    held, kept = held_of(*(system.geometry if constraints == "project" else (None, None)))
    return loop_from(start.time, start.vector, partial(integrator.own, held=held)), kept


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


def _plan(system: System, start: State, settings: dict[str, Any]) -> Plan:
    begin, end = start.time, start.time + settings["duration"]
    if settings["at"] is not None:
        times = settings["at"]
        inside = times.size > 0 and begin <= times[0] and times[-1] <= end
        if not inside or not (np.diff(times) > 0).all():
            raise TreetopError(f"samples at: give increasing times from {begin:g} to {end:g} s")
    else:
        every = settings["every"] or settings["duration"] / SAMPLES
        if settings["duration"] / every * start.vector.size > MOST:
            what = f"{settings['duration'] / every:.3g} samples do not fit in memory"
            raise TreetopError(str(Problem(what, "run.every", "sample less often")))
        count = int(np.floor(settings["duration"] / every * (1.0 + 1e-12)))
        times = begin + every * np.arange(count + 1)
        times = np.append(times[times < end - 1e-9 * every], end)
    knots = system.breaks
    breaks = np.unique(np.append(knots[(knots > begin) & (knots < end)], end))
    control = [settings["rtol"], settings["atol"], settings["step"] or np.inf]
    weights = METHODS[settings["method"]].weights
    if weights:
        control += weights(settings["rho_inf"], settings["index"])
    return Plan(
        control=np.array(control),
        controlled=np.array([start.vector.size - system.uncontrolled]),
        breaks=breaks,
        times=times,
        samples=np.zeros((times.size, start.vector.size)),
    )


def _advance(
    kept: Kept,
    laws: Any,
    advance: Any,
    plan: Plan,
    loop: Loop,
    progress: bool | None,
    latest: float,
) -> Outcome:
    """Let the compiled loop run, with a look at the keyboard and the progress bar now and then."""
    problem = (kept.derivative, kept.settle, kept.problem, laws)
    begin, end, steps = loop.clock[0], plan.breaks[-1], 20
    try:
        with progress_bar(end - begin, progress) as show:
            while True:
                since = wall.perf_counter()
                outcome = Outcome(advance(*problem, plan, loop, steps))
                if outcome is not Outcome.PAUSED:
                    return outcome
                show(loop.clock[0] - begin, loop.clock[1])
                now = wall.perf_counter()
                if now > latest:
                    return Outcome.STOPPED
                spent = now - since
                steps = int(np.clip(steps * PAUSE / max(spent, 1e-9), 1, 4 * steps))
    except KeyboardInterrupt:
        return Outcome.INTERRUPTED


def _statistics(loop: Loop) -> dict[str, Any]:
    steps, rejected, evaluations, _samples, relaxed = map(int, loop.counts)
    counts = {"steps": steps, "rejected_steps": rejected, "evaluations": evaluations}
    # Beyond the tolerance: next to singular positions, where rounding forbids to meet it.
    return counts | ({"relaxed_steps": relaxed} if relaxed else {})


def _cause(system: Any, start: State, plan: Plan, loop: Loop, outcome: Outcome) -> str:
    """What has made a run fail, as far as the system can tell."""
    cause = ""
    if outcome is Outcome.NOT_FINITE:
        cause = _trouble(system, plan, loop)
    elif outcome is Outcome.CONSTRAINTS_LOST:
        cause = system.unmet(_ahead(system, plan, loop))
    elif outcome is Outcome.STEP_COLLAPSED:
        cause = system.locked(start, _ahead(system, plan, loop))
    return cause


def _trouble(system: System, plan: Plan, loop: Loop) -> str:
    """What is not finite ahead: within a failed step it has spread to all."""
    for state in _ahead(system, plan, loop):
        if not np.isfinite(system.rate(state)).all():
            break
    return system.trouble()


def _ahead(system: System, plan: Plan, loop: Loop) -> Iterator[State]:
    """The state reached, then states further and further ahead along the tangent."""
    t, far = loop.clock[0], plan.breaks[-1] - loop.clock[0]
    for h in (0.0, *(far * np.logspace(-16, 0, 17))):
        yield State(system, t + h, loop.y + h * loop.rate if h else loop.y)


def _record(
    system: System,
    start: State,
    plan: Plan,
    loop: Loop,
    statistics: dict[str, Any],
    settings: dict[str, Any],
    outcome: Outcome,
) -> Run:
    """The samples taken, and for a run that ended early also the state it reached."""
    done = int(loop.counts[3])
    times, vectors = plan.times[:done], plan.samples[:done]
    if outcome is not Outcome.FINISHED and (done == 0 or loop.clock[0] > times[-1]):
        times, vectors = np.append(times, loop.clock[0]), np.vstack([vectors, loop.y])
    seen = system.observe(times, vectors) | {"time": times}
    return record(system, seen, statistics, settings, outcome.name.lower(), start)

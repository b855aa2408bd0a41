"""Solve one model by several formulations and compare."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from reprlib import repr as short
from typing import Any, NamedTuple

import numpy as np

from treetop.analysis.comparison import Comparison, Difference, Solution
from treetop.analysis.evaluations import (
    TOLERANCE,
    Evaluation,
    evaluation,
    evaluation_difference,
    largest_values,
)
from treetop.analysis.timing import evaluation_times
from treetop.analysis.trajectories import (
    UNITS,
    Motion,
    allowed,
    coarser,
    finer,
    in_words,
    motion_difference,
    motion_of,
)
from treetop.errors import ModelError, Problem, RunError, TreetopError
from treetop.model import Model, RunSettings
from treetop.model.run.options import changed_settings
from treetop.model.specification import unknown
from treetop.progress import tell
from treetop.results import Run
from treetop.results.events import EventRecord
from treetop.simulation.simulate import simulate
from treetop.simulation.start_checks import require_limit, settings_problems
from treetop.system.formulations import FORMULATIONS
from treetop.system.state import State
from treetop.system.system import System

SAMPLES = 100  # of a run, by which it is audited and its error measured
INSTANTS = 8  # at which the equations are evaluated, start and end among them
LIMIT = 60.0  # s of wall time for each run
LONGER = 5  # times as long as the first a finer run may take; a fourth more is usual
VAGUE = 1e-3  # of its size: a motion that is known no better says little


class Solved(NamedTuple):
    """What a formulation gave: its run, the motion in it, and what it says at equal states.

    `checked_by` are the settings of the run that its error is measured by.
    """

    run: Run
    checked_by: RunSettings
    motion: Motion
    evaluation: Evaluation


def compare(
    model: Model,
    formulations: Iterable[str] | None = None,
    start: State | None = None,
    duration: float | str | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    progress: bool | None = None,
    limit: float = LIMIT,
) -> Comparison:
    """Solve a model by several formulations, and say how far they are apart.

    The equations are evaluated at equal states, at several instants along the run. The model is
    run from the same start by each formulation, twice: the second time with finer tolerances,
    which measures the error of the first.

    Parameters
    ----------
    model : Model
    formulations : iterable of str, optional
        Two or more; left out, all there are.
    start : State, optional
        Of the model built by any formulation; left out, the model's own start.
    duration : number, s, optional
    rtol, atol : float, optional
        As in `treetop.simulate`; what is left out, and the method, is taken from ``model.run``.
    progress : bool, optional
        Show how far each run has come; left out, on a terminal only. Unless False, a line on
        standard error says which formulation is at work.
    limit : float, s
        Wall time after which a run is stopped; its formulation then counts as failed.

    Returns
    -------
    Comparison
        Print it for a table; ``agrees`` is the verdict.

    Raises
    ------
    ModelError
        If the model cannot be right, or no formulation can solve it.

    Examples
    --------
    >>> import treetop as tt
    >>> m = tt.Model("ball")
    >>> throw = m.add_joint("throw", tt.Free(), m.ground, m.add_body("ball", 2, [0.1, 0.1, 0.2]))
    >>> weight = m.add_force("weight", tt.UniformGravity())
    >>> m.set_start("throw", velocity=[3, 0, 4], angular_velocity=[0, 1, 5])
    >>> tt.analysis.compare(m, duration=1.0).agrees
    True
    """
    if not isinstance(model, Model):
        raise TreetopError(f"{short(model)} is not a model")
    require_limit(limit)
    settings = _settings(model, duration=duration, rtol=rtol, atol=atol)
    names = _names(formulations)
    solved, states, errors = _solved(model, names, start, settings, progress, limit)
    failures = {name: e for name, e in errors.items() if isinstance(e, RunError)}
    refusals = {name: e for name, e in errors.items() if name not in failures}
    if not solved and not failures:
        raise _refused(refusals)
    return Comparison(
        title=model.name,
        settings=settings,
        finer=finer(settings),
        instants=tuple(state.time for state in states),
        sizes=largest_values([each.evaluation for each in solved.values()]),
        solutions=_solutions(solved),
        refusals={name: _one_line(error) for name, error in refusals.items()},
        failures={name: _one_line(error) for name, error in failures.items()},
        indeterminate=_indeterminate(solved),
        evaluations=tuple(_evaluations(solved)),
        motions=tuple(_motions(solved)),
        warnings=tuple(_warnings(solved, finer(settings))),
    )


def _solved(
    model: Model,
    names: list[str],
    start: State | None,
    settings: RunSettings,
    progress: bool | None,
    limit: float,
) -> tuple[dict[str, Solved], list[State], dict[str, TreetopError]]:
    """What each formulation gives, the states at which all are evaluated, and what went wrong."""
    solved: dict[str, Solved] = {}
    errors: dict[str, TreetopError] = {}
    states: list[State] = []
    for k, name in enumerate(names, start=1):
        tell(f"{name}, {k} of {len(names)}: a run, and a finer one ...", progress)
        try:
            system = model.build(name)
            start = start or system.start()
            run, checked_by, better = _runs(
                system, system.state_of(start), settings, progress, limit
            )
            states = states or _along(run)
            motion = motion_of(run, better)
            solved[name] = Solved(run, checked_by, motion, evaluation(system, states))
        except TreetopError as error:
            errors[name] = error
    return solved, states, errors


def _names(formulations: Iterable[str] | None) -> list[str]:
    names = list(FORMULATIONS if formulations is None else dict.fromkeys(formulations))
    problems = [
        unknown("formulation", name, FORMULATIONS, "formulations")
        for name in names
        if name not in FORMULATIONS
    ]
    if len(names) < 2:
        hint = f"there are: {', '.join(FORMULATIONS)}"
        problems.append(Problem("a comparison needs two or more", "formulations", hint))
    if problems:
        raise ModelError(problems)
    return names


def _settings(model: Model, **changes: Any) -> RunSettings:
    """The settings of the runs, in SI."""
    chosen = {name: value for name, value in changes.items() if value is not None}
    run = changed_settings(model.run, chosen)
    problems = settings_problems(run)
    if run.duration is None:
        hint = "give seconds: --duration, or 'run: {duration: ...}' in the model"
        problems[0] = Problem("a comparison needs a duration", "run.duration", hint)
    if problems:
        raise ModelError(problems)
    return replace(run, every=run.duration / SAMPLES, at=None)


def _refused(refusals: Mapping[str, TreetopError]) -> TreetopError:
    """One error for those of all formulations; that of the first if they differ in numbers only."""
    if len(set(map(_without_numbers, refusals.values()))) == 1:
        return next(iter(refusals.values()))
    lines = [f"{name}: {_one_line(error)}" for name, error in refusals.items()]
    return TreetopError("\n".join(["no formulation can solve it", *lines]))


def _without_numbers(error: TreetopError) -> str:
    problems = getattr(error, "problems", None)
    text = "; ".join(f"{p.where}: {p.what}" for p in problems) if problems else str(error)
    return re.sub(r"\d[\d.e+-]*", "0", text)


def _one_line(error: TreetopError) -> str:
    return "; ".join(str(error).splitlines())


# --- runs, and states along one ---------------------------------------------------------------


def _runs(
    system: System, start: State, settings: RunSettings, progress: bool | None, limit: float
) -> tuple[Run, RunSettings, Run]:
    """The run that is to be compared, and one that gives its error, with the settings of that.

    A finer run that comes to no end asks for more digits than the formulation has.
    """
    run = _finished(system, start, settings, progress, limit)
    patience = min(limit, 1.0 + LONGER * run.statistics["wall_time"])
    better = finer(settings)
    try:
        return run, better, _finished(system, start, better, progress, patience)
    except RunError:
        worse = coarser(settings)
        return run, worse, _finished(system, start, worse, progress, limit)


def _finished(
    system: System, start: State, settings: RunSettings, progress: bool | None, limit: float
) -> Run:
    run = simulate(system, start, **settings.arguments, progress=progress, limit=limit)
    if run.outcome not in ("finished", "event"):
        raise KeyboardInterrupt  # whoever stops one run does not want the next
    return run


def _along(run: Run) -> list[State]:
    """States along a run: its start, its end, and between them at no regular distance.

    Fractions of the golden section fall in step with no period.  States are those before anything
    happens that may change the structure.
    """
    golden = (5**0.5 - 1) / 2
    fractions = sorted({0.0, 1.0, *(golden * k % 1 for k in range(1, INSTANTS - 1))})
    last = len(run.time) - 1
    changes = [entry.time for entry in run.events if _changes(run, entry)]
    if changes:
        last = max(0, int(np.searchsorted(run.time, changes[0])) - 2)
    return [_state(run, k) for k in sorted({round(last * f) for f in fractions})]


def _changes(run: Run, entry: EventRecord) -> bool:
    """Whether an event did more than to be reported."""
    event = run.system.model.events.get(entry.event)
    return event is None or event.changes or bool(entry.next_stage)


def _state(run: Run, k: int) -> State:
    """The state at a sample."""
    if k == 0:
        return run.start
    data = run.data.isel(time=k)
    joints: dict[str, dict[str, list[float]]] = {}
    for dim, values in (("coordinate", data.coordinates), ("speed", data.speeds)):
        units = data[f"{dim}_unit"].values
        for label, unit, value in zip(data[dim].values, units, values.values, strict=True):
            joint, name = str(label).split(".")[:2]
            # Of joints that close loops angles tell full turns, and all else follows.
            if unit == "rad" or joint not in run.system.assembly.closing:
                joints.setdefault(joint, {}).setdefault(name, []).append(float(value))
    start = {
        joint: {name: v if len(v) > 1 else v[0] for name, v in quantities.items()}
        for joint, quantities in joints.items()
    }
    return run.system.state(time=float(data.time), **start)


# --- what came out ----------------------------------------------------------------------------


def _solutions(solved: Mapping[str, Solved]) -> dict[str, Solution]:
    starts = [each.run.start for each in solved.values()]
    times = evaluation_times(starts)
    return {
        name: Solution(
            counts=each.run.system.counts(start)._asdict(),
            time_per_evaluation=time,
            statistics=each.run.statistics,
            audit=each.run.audit(),
            errors=each.motion.errors,
        )
        for (name, each), start, time in zip(solved.items(), starts, times, strict=True)
    }


def _indeterminate(solved: Mapping[str, Solved]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(n for s in solved.values() for n in s.evaluation.indeterminate))


def _evaluations(solved: Mapping[str, Solved]) -> Iterator[Difference]:
    for pair in combinations(solved, 2):
        a, b = (solved[name].evaluation for name in pair)
        for name in a.values:
            yield Difference(name, pair, evaluation_difference(name, a, b), TOLERANCE, "1")


def _motions(solved: Mapping[str, Solved]) -> Iterator[Difference]:
    for pair in combinations(solved, 2):
        a, b = (solved[name].motion for name in pair)
        for name in (each for each in a.values if each in b.values):
            value, limit = motion_difference(name, a, b), allowed(name, a, b)
            yield Difference(name, pair, value, limit, UNITS[name])


def _warnings(solved: Mapping[str, Solved], better: RunSettings) -> Iterator[str]:
    """Motion that is known less well than it should be: there agreement says little."""
    for name, (_, checked_by, motion, _) in solved.items():
        if checked_by != better:
            yield (
                f"{name}: the finer run came to no end, so its error is that of "
                f"{in_words(checked_by)} (a larger rtol and atol would say more)"
            )
        for quantity, error in motion.errors.items():
            if error > VAGUE * motion.sizes[quantity]:
                yield (
                    f"{name}: {quantity} is known to {error:.1e} {UNITS[quantity]} only, so its "
                    "agreement says little (a shorter run or a smaller rtol would say more)"
                )

"""What a run that has come to its end is warned of or refused for."""

from __future__ import annotations

import warnings

import numpy as np

from treetop.core.integrators.outcome import Outcome
from treetop.core.integrators.stiffness import FOUND, SINCE
from treetop.errors import AuditWarning, RunError
from treetop.results import Run
from treetop.results.audit import LIMIT
from treetop.simulation.activity import found_breaks
from treetop.simulation.hybrid import HybridSimulation
from treetop.system.not_finite_states import not_finite_state
from treetop.system.state import State

STIFF_STEPS = 200  # steps held short by stability alone that are worth a warning
STACK_LEVEL = 4  # of warnings: the call of `treetop.simulate`


def warn_of_method(hybrid: HybridSimulation) -> None:
    """Say what was a bad choice of the method, or of its step."""
    for text in (_stiff(hybrid), _coarse(hybrid)):
        if text:
            warnings.warn(text, stacklevel=STACK_LEVEL)


def _stiff(hybrid: HybridSimulation) -> str:
    steps = hybrid.statistics.get("stiff_steps", 0)
    if steps < STIFF_STEPS:
        return ""
    found = [s.loop.stiffness for s in hybrid.segments if s.loop.stiffness[FOUND]]
    since = min(seen[SINCE] for seen in found)
    what = f"the system is stiff from {since:.4g} s on: stability, not accuracy, held {steps}"
    hint = "method='radau' takes far fewer steps, and 'auto' changes to it by itself"
    return f"{what} steps of {hybrid.method} short; {hint}"


def _coarse(hybrid: HybridSimulation) -> str:
    method, system = hybrid.settings.method, hybrid.start.system
    if not method.fixed:
        return ""
    switched = found_breaks(system, hybrid.start, hybrid.begin, hybrid.end)
    brief = np.diff(switched).min(initial=np.inf)
    if brief >= method.step:
        return ""
    what = f"a function of time does something within {brief:.3g} s"
    return f"{what}, less than the step of {method.step:g} s; shorter steps are needed to follow it"


def require_end(run: Run, hybrid: HybridSimulation, cause: str, outcome: Outcome) -> None:
    """Refuse a run that failed, or whose samples are not all numbers."""
    lost = hybrid.times[hybrid.times > (run.time[-1] if len(run.time) else -np.inf)]
    if outcome is Outcome.FINISHED and len(lost):
        run.data.attrs["outcome"] = Outcome.NOT_FINITE.name.lower()
        segment = hybrid.segments[-1]
        given = not_finite_state(State(segment.system, segment.reached, segment.loop.y))
        text = given or Outcome.NOT_FINITE.text
        raise RunError(f"at {lost[0]:.9g} s: {text}", run, Outcome.NOT_FINITE)
    if outcome.failed:
        segment = hybrid.segments[-1]
        reached = f"at {segment.reached:.9g} s, after {hybrid.statistics['steps']} steps"
        # Where the cause is known, there is no need to say what to look for.
        text = f"{cause}; {outcome.text.partition(';')[0]}" if cause else outcome.text
        raise RunError(f"{reached}: {segment.failed or text}", run, outcome)


def warn_of_audit(run: Run) -> None:
    """Say what of a run fails its audit."""
    failed = [drift for drift in run.audit().drifts if not drift.relative <= LIMIT]
    if failed:
        drifts = ", ".join(f"{d.name} by {d.drift:.3g} {d.unit}".strip() for d in failed)
        relative = max(d.relative for d in failed)
        text = f"the audit of this run fails: {drifts} ({relative:.2g} relative, {LIMIT:g} allowed)"
        hint = "take tighter tolerances or smaller steps, and compare formulations"
        warnings.warn(f"{text}; {hint}", AuditWarning, stacklevel=STACK_LEVEL)

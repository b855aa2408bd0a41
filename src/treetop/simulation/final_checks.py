"""What a run that has come to its end is warned of or refused for."""

from __future__ import annotations

import warnings

import numpy as np

from treetop.assembly.environment import rotation_of
from treetop.core.integrators.outcome import Outcome
from treetop.core.integrators.stiffness import FOUND, SINCE
from treetop.environment.frames import rotation_matrices
from treetop.environment.small_bodies import inside
from treetop.errors import AuditWarning, RunError
from treetop.model.environment.atmosphere import heights_of
from treetop.model.environment.planet import ENVIRONMENT
from treetop.model.environment.small_body import Polyhedron
from treetop.model.run import Rk4
from treetop.results import Run
from treetop.results.audit import LIMIT
from treetop.results.histories import has_output, outputs
from treetop.simulation.activity import found_breaks
from treetop.simulation.hybrid import HybridSimulation
from treetop.simulation.step_stability import (
    no_step_short_enough,
    out_of_time,
    perhaps_too_long,
    too_long_for_rk4,
)
from treetop.system.line_lengths import folded_line
from treetop.system.not_finite_states import not_finite_state
from treetop.system.state import State
from treetop.topology.lines import deployers

STIFF_STEPS = 200  # steps held short by stability alone that are worth a warning
FAR_APART = 1e4  # m, within which the field differs by less than a per cent
PUSHED = 1e-6  # part of the greatest tension of a cable, below which it is none
STACK_LEVEL = 5  # of warnings: the call of `treetop.simulate`


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
        state_message = not_finite_state(State(segment.system, segment.reached, segment.loop.y))
        text = state_message or Outcome.NOT_FINITE.text
        raise RunError(f"at {lost[0]:.9g} s: {text}", run, Outcome.NOT_FINITE)
    if outcome.failed:
        segment = hybrid.segments[-1]
        reached = f"at {segment.reached:.9g} s, after {hybrid.statistics['steps']} steps"
        # Where the cause is known, there is no need to say what to look for.
        known = segment.failed or _fold(hybrid, outcome) or _stiffness(hybrid, cause, outcome)
        text = known or cause or outcome.text
        raise RunError(f"{reached}: {text}", run, outcome)


def _stiffness(hybrid: HybridSimulation, cause: str, outcome: Outcome) -> str:
    """Says whether stiffness is why a run failed, and which method takes it."""
    segment, method = hybrid.segments[-1], hybrid.settings.method
    with np.errstate(all="ignore"):
        if outcome is Outcome.NOT_FINITE and isinstance(method, Rk4):
            found = too_long_for_rk4(segment.system, segment.start, method.step)
            hinted = not cause or cause.endswith(")")
            return found or ("" if hinted else f"{cause}; {perhaps_too_long(method.step)}")
        reasons = {Outcome.STEP_COLLAPSED: no_step_short_enough, Outcome.STOPPED: out_of_time}
        if outcome in reasons:
            reached = State(segment.system, segment.reached, segment.loop.y)
            duration = hybrid.end - hybrid.begin
            return reasons[outcome](segment.system, reached, segment.method, duration)
    return ""


def _fold(hybrid: HybridSimulation, outcome: Outcome) -> str:
    """Names a line whose fold made steps short."""
    segment = hybrid.segments[-1]
    if outcome not in (Outcome.STEP_COLLAPSED, Outcome.STOPPED):
        return ""
    return folded_line(State(segment.system, segment.reached, segment.loop.y))


def warn_of_audit(run: Run) -> None:
    """Say what of a run fails its audit."""
    failed = [drift for drift in run.audit().drifts if not drift.relative <= LIMIT]
    if failed:
        drifts = ", ".join(f"{d.name} by {d.drift:.3g} {d.unit}".strip() for d in failed)
        relative = max(d.relative for d in failed)
        text = f"the audit of this run fails: {drifts} ({relative:.2g} relative, {LIMIT:g} allowed)"
        hint = "take tighter tolerances or smaller steps, and compare formulations"
        warnings.warn(f"{text}; {hint}", AuditWarning, stacklevel=STACK_LEVEL)


def warn_of_lines(run: Run) -> None:
    """Say which cables are pushed out of their mouths, where they would fold and jam."""
    for name, line in ({} if run.symbolic else deployers(run.model)).items():
        label = f"{name}.tension"
        if line.stiffness or not has_output(run.data, label):
            continue
        tension = outputs(run.data, [label])[:, 0]
        least, greatest = tension.min(initial=0.0), np.abs(tension).max(initial=0.0)
        if least < -PUSHED * greatest:
            what = f"a cable is pushed out of its mouth with {-least:.3g} N"
            text = f"{what} at {run.time[tension.argmin()]:.6g} s, where it would fold and jam"
            hint = "pay it out more slowly, or pull at its tip"
            warnings.warn(f"devices.{name}: {text}; {hint}", stacklevel=STACK_LEVEL)


def warn_of_solid(run: Run) -> None:
    """Say where a run has gone below the surface of a small body."""
    planet = None if run.symbolic else run.model.environment
    if planet is None or not isinstance(planet.gravity, Polyhedron) or not len(run.time):
        return
    R = rotation_matrices(rotation_of(planet, run.model.epoch), run.time)
    places = np.einsum("tij,tbj->tbi", R, run.data.position.values)
    within = inside(planet.gravity.surface, places.reshape(-1, 3)).reshape(places.shape[:2])
    if within.any():
        k, body = np.argwhere(within)[0]
        what = f"'{run.data.body.values[body]}' is below the surface of the planet"
        text = f"environment: {what} at {run.time[k]:.6g} s"
        warnings.warn(text, stacklevel=STACK_LEVEL)


def warn_of_surroundings(run: Run) -> None:
    """Say where a run has left what is known of its environment."""
    planet = None if run.symbolic else run.model.environment
    label = f"{ENVIRONMENT}.height"
    if planet is None or planet.radius is None or not has_output(run.data, label):
        return
    height = outputs(run.data, [label])[:, 0]
    least, greatest = float(height.min(initial=np.inf)), float(height.max(initial=-np.inf))
    texts = []
    if least < 0.0:
        texts.append(f"the craft is {-least:.4g} m below the surface of the planet")
    low, high = heights_of(planet.atmosphere)
    if least < low or greatest > high:
        reached = f"{least / 1e3:.4g} to {greatest / 1e3:.4g} km"
        texts.append(f"the air is known from {low / 1e3:g} to {high / 1e3:g} km, not for {reached}")
    place = run.data.position.values
    apart = np.linalg.norm(place - place[:, :1], axis=-1).max(axis=0, initial=0.0)
    if (planet.magnetic or planet.sun) and apart.max(initial=0.0) > FAR_APART:
        far = run.data.body.values[int(apart.argmax())]
        what = f"'{far}' is up to {apart.max() / 1e3:.4g} km from the first body"
        texts.append(f"{what}, for which magnetic field and edges of the shadow are found")
    for text in texts:
        warnings.warn(f"environment: {text}", stacklevel=STACK_LEVEL)

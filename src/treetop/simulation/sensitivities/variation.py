"""The state of one segment and its derivatives, integrated together."""

from __future__ import annotations

from typing import Any

import numpy as np

from treetop.core.derivatives import variations
from treetop.core.integrators.loop import loop_from
from treetop.core.integrators.outcome import Outcome
from treetop.errors import RunError
from treetop.model.run import RunSettings
from treetop.simulation.integrators import INTEGRATORS
from treetop.simulation.segment import Segment, plan_for
from treetop.simulation.sensitivities.copies import Copies
from treetop.system.plant import still_components

FLOOR = np.array([1e-10, 1e-9])  # rtol and atol: differences of copies round by 1e-11
STEPS_AT_ONCE = 1000  # between two looks at the keyboard


def varied(
    segment: Segment, every: list[Copies], settings: RunSettings, times: np.ndarray, end: float
) -> np.ndarray:
    """States of a segment at times and at its end, in rows: first the derivatives of the vector by
    each number, then the vector itself."""
    start, system, count = segment.start, segment.system, len(every)
    n = system.size
    contexts = [copy.context() for copies in every for copy in copies.systems]
    context = system.context()
    functions = system.derivative, system.project
    problems = context.problem, [each.problem for each in contexts]
    offsets = np.array([copies.parameter.offsets for copies in every])
    weights = np.array([copies.parameter.weights for copies in every])
    handle, alive = variations.problem_of(
        functions, *problems, offsets, weights, system.constrained, n
    )
    Y = np.concatenate([*(copies.sigma for copies in every), start.vector])
    integrator = INTEGRATORS[segment.method]
    plan = plan_for(start, settings, times, (start.time, end), {})
    inside = plan.breaks[(plan.breaks > start.time) & (plan.breaks < end)]
    tolerances = np.maximum(plan.control[:2], FLOOR)
    plan = plan._replace(
        control=np.append(tolerances, plan.control[2:]),
        controlled=np.array([Y.size - system.uncontrolled]),
        breaks=np.append(inside, end),
        samples=np.zeros((times.size, Y.size)),
        further=np.array([Y.size - n + system.origin_index, 0]),
    )
    if integrator.matrices:
        plan = plan._replace(still=np.tile(still_components(system), count + 1))
    # The first step is taken with the ranks that the constraints have at the start.
    variations.project(start.time, Y.copy(), np.zeros_like(Y), handle)
    loop: Any = loop_from(start.time, Y, integrator.memory)
    pair = variations.derivative.function, variations.project.function
    advance = integrator.advance.function
    plan.samples[:], outcome = Y, Outcome.PAUSED
    while outcome is Outcome.PAUSED and start.time < end:
        outcome = Outcome(advance(*pair, handle, plan, loop, STEPS_AT_ONCE))
    if outcome not in (Outcome.PAUSED, Outcome.FINISHED) or not np.isfinite(loop.y).all():
        raise RunError(f"sensitivities: at {loop.clock[0]:.9g} s: {outcome.text}")
    del alive, contexts, context  # what the handle refers to, until here
    return np.vstack([plan.samples, loop.y]).reshape(-1, count + 1, n)

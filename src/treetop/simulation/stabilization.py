"""How a run keeps its constraints: from the user's choice to what is integrated."""

from __future__ import annotations

from typing import Any

from treetop.core.stabilization import STABILIZATIONS
from treetop.core.stabilization.interface import Stabilized
from treetop.errors import Problem, TreetopError
from treetop.model.run import Baumgarte, Projection, RunSettings
from treetop.system.protocol import DynamicalSystem


def stabilized(
    system: DynamicalSystem, settings: RunSettings, length: int, problem: Any
) -> Stabilized:
    """What a run with these settings integrates, for states of so many numbers."""
    constraints, equations = settings.constraints, system.equations
    if equations is None:
        if not isinstance(constraints, Projection):
            what = f"systems in symbols do not keep constraints by '{constraints.kind}'"
            raise TreetopError(str(Problem(what, "run.constraints", "use 'project'")))
        return Stabilized(system.derivative, system.project, problem, None)
    _, tables = system.geometry
    kind = constraints.kind if equations.chart.constraints(tables) > 0 else Projection.kind
    baumgarte = constraints if isinstance(constraints, Baumgarte) else Baumgarte()
    gains = baumgarte.gains_for(settings.method.step_bound)
    return STABILIZATIONS[kind](equations, tables, problem, length, gains)

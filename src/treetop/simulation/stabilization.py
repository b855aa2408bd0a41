"""How a run keeps its constraints: from the user's word to what is integrated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from treetop.core.stabilization import WAYS
from treetop.core.stabilization.interface import Kept
from treetop.errors import Problem, TreetopError
from treetop.system.system import System

GAIN = 10.0  # 1/s, α and β of Baumgarte's stabilisation where none are given
STABLE = 0.5  # most of a step that α may be by default: explicit methods fail from 2 or so on


def kept_constraints(
    system: System, settings: Mapping[str, Any], length: int, problem: Any
) -> Kept:
    """What a run with these settings integrates, for states of so many numbers."""
    word, equations = settings["constraints"], getattr(system, "equations", None)
    if equations is None:
        if word != "project":
            what = f"systems in symbols do not keep constraints by '{word}'"
            raise TreetopError(str(Problem(what, "run.constraints", "use 'project'")))
        return Kept(system.derivative, system.settle, problem, None)
    held = equations.chart.constraints(system.tables) > 0
    gains = settings["gains"] or default_gains(settings["step"])
    return WAYS[word if held else "project"](equations, system.tables, problem, length, gains)


def default_gains(step: float | None) -> tuple[float, float, float]:
    """α, β and σ: critical damping, no faster than steps of that length can follow."""
    alpha = GAIN if step is None else min(GAIN, STABLE / step)
    return alpha, alpha, 2.0 * alpha

"""Messages about friction in joints and along paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from treetop.assembly.joint_friction import joint_physics_rows
from treetop.assembly.numbering import Labels
from treetop.core.forces.normal_forces import NO_SOLUTION, TWO_SOLUTIONS, UNDECIDED
from treetop.core.formulations.with_reaction_friction import depends_on_reactions
from treetop.model import DryFriction, PointOnPath

if TYPE_CHECKING:
    from treetop.system.evaluation import Evaluation
    from treetop.system.state import State
    from treetop.system.system import System

_UNDECIDED = {
    NO_SOLUTION: "the friction of {} has no solution: it would have to jam at once, and an impulse "
    "to stop it",
    TWO_SOLUTIONS: "the friction of {} has two solutions, and the equations do not determine which",
    UNDECIDED: "the friction of {} acts back on the reactions so strongly that there may be no "
    "solution, or several",
}
NEAR = 1e-6  # how near to one the answer of a load to itself is where a run cannot go on
_WHY = " (Painlevé's paradox); reduce the coefficient, or let what touches give way"


def friction_undecided(now: Evaluation) -> str:
    """A message if friction that is proportional to reactions has not just one solution."""
    text = _UNDECIDED.get(int(now.friction_loads.sizes[1]))
    return text.format(_named(now.system)) + _WHY if text else ""


def friction_jams(system: System, state: State) -> str:
    """A message if friction that is proportional to reactions is about to have no solution."""
    if not depends_on_reactions(system.assembly.optional):
        return ""
    sizes = np.linalg.norm(system.at(state).friction_loads.loads.C, axis=2)
    if not np.abs(np.linalg.eigvals(sizes)).max() > 1.0 - NEAR:
        return ""
    what = f"the friction of {_named(system)} comes to a position in which it has no solution"
    return what + _WHY


def _named(system: System) -> str:
    tree_labels = Labels(system.coordinate_labels, system.speed_labels)
    names = [
        f"'{row.name}'"
        for labels in (tree_labels, system.assembly.closing_labels)
        for row in joint_physics_rows(system.mechanism, labels, DryFriction)
        if row.force.coefficient is not None
    ]
    names += [
        f"'{name}'"
        for name, each in system.mechanism.constraints.items()
        if isinstance(each, PointOnPath) and each.coefficient
    ]
    return ", ".join(names)

"""What of a model's functions the rate of a state calls, to be differentiated, and what it does
not."""

from typing import Any

from treetop.core.compiler import Entry
from treetop.core.compiler.kinds import DUALS
from treetop.core.derivatives import jacobian
from treetop.core.environment.pressure import outputs_of_pressed, record_pressure
from treetop.core.flexible import energy, partial_velocities
from treetop.core.forces.optional import OptionalTables
from treetop.core.interface import Formulation


def not_called(equations: Formulation, forces: OptionalTables) -> frozenset[Entry]:
    """What looks at a motion that is already known, what other formulations call, and what solves
    for loads on friction."""
    groups = [each.group.calls for each in forces.fitted]
    observers = (calls[name] for calls in groups for name in ("record", "outputs", "momenta"))
    kane = (
        partial_velocities.partials,
        partial_velocities.modal_inertia,
        partial_velocities.modal_acceleration,
    )
    around = record_pressure, outputs_of_pressed
    solvers = equations.derivative, equations.at_joints
    return frozenset((*filter(None, observers), *around, *kane, energy.total, *solvers))


def kernels_of(equations: Formulation, forces: OptionalTables, problem: Any) -> list[Entry]:
    """What must be compiled for derivatives of the rate of a state."""
    inside = DUALS.kernels_of(problem, not_called(equations, forces))
    return [*inside, equations.derivative.for_kind(DUALS), jacobian.along, jacobian.sides]

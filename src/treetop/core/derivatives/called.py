"""What of a model's functions the rate of a state does not call: it need not be differentiated."""

from treetop.core.compiler import Entry
from treetop.core.flexible import energy, partial_velocities
from treetop.core.forces.optional import recording
from treetop.core.interface import Formulation


def not_called(equations: Formulation) -> frozenset[Entry]:
    """What looks at a motion that is already known, what other formulations call, and what solves
    for loads on friction."""
    observers = (each for each in vars(recording).values() if isinstance(each, Entry))
    kane = (
        partial_velocities.partials,
        partial_velocities.modal_inertia,
        partial_velocities.modal_acceleration,
    )
    solvers = equations.derivative, equations.at_joints
    return frozenset((*observers, *kane, energy.total, *solvers))

"""A system at one state: the motion of all bodies, and the forces that act.

Tables never change once a system is built.  All that evaluations write is in a `Context`; each
`Evaluation` has one of its own, so that none sees what another has written.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from treetop.assembly.assembly import Assembly
from treetop.core.constraints.row import Rows, rows_for
from treetop.core.devices import tank
from treetop.core.devices.slosh import hung_bodies
from treetop.core.environment import packing as surroundings
from treetop.core.flexible import bent
from treetop.core.forces import along_path, joint_physics, optional
from treetop.core.forces.group import Packing
from treetop.core.forces.reaction_friction import FrictionLoads, friction_loads_of
from treetop.core.formulations import recursive
from treetop.core.formulations.joint_space.inverse_dynamics import efforts_needed
from treetop.core.interface import Formulation, bundle
from treetop.core.outputs.outputs import rows_seen
from treetop.core.tables.tables import Tables
from treetop.core.tables.workspace import Work, workspace
from treetop.system.constraint_analysis import not_finite, what_is_undetermined
from treetop.system.friction_messages import friction_undecided
from treetop.system.line_lengths import ended_line
from treetop.system.mass_matrix import bent_too_far, mass_matrix_of
from treetop.system.not_finite_states import not_finite_state
from treetop.system.state import State, absolute, checked_numbers

if TYPE_CHECKING:
    from treetop.system.system import System


class Context(NamedTuple):
    """What evaluations write, and the handles by which kernels find it."""

    tables: Tables  # with what is compiled for flexible bodies and optional forces
    work: Work
    friction_loads: FrictionLoads  # friction that depends on reactions
    flexible: Any  # tables and workspace of flexible bodies, None without
    problem: Any  # the handle
    alive: Any  # arrays behind the handles, which must live as long

    def fresh_problem(self) -> Any:
        """The handle, for an evaluation that decides the ranks of constraints anew."""
        self.work.rank[0] = -1
        return self.problem


def context_of(
    equations: Formulation,
    tables: Tables,
    assembly: Assembly,
    joint_size: int,
    seen: Callable[[Tables], Tables] | None = None,
) -> Context:
    """Arrays for a formulation whose states in joint coordinates have so many numbers; what is to
    be seen of the tables may be chosen."""
    apart = assembly.closing_labels
    work = workspace(
        tables.bodies,
        len(assembly.speeds),
        (len(assembly.closing), len(apart.coordinates), len(apart.speeds)),
        tables.added.frame.size,
        assembly.drives.most_steps,
        int(tables.tree.station_at[-1]),
        hung_bodies(assembly.optional.of(tank.GROUP).slosh),
    )
    at_joints, paths = (assembly.optional.of(each.GROUP) for each in (joint_physics, along_path))
    friction_loads = friction_loads_of(equations, at_joints, paths, tables, joint_size)
    packing = Packing(tables.frames, work.bodies, work.hung, friction_loads)
    optional_forces, optional_alive = optional.packed(assembly.optional, packing)
    bending, kept_flexible = bent(assembly.flexible, work)
    around, kept_around = surroundings.packed(assembly.environment, tables.environment)
    tree = tables.tree._replace(bent=bending)
    tables = tables._replace(tree=tree, optional=optional_forces, environment=around)
    tables = tables if seen is None else seen(tables)
    problem, problem_alive = equations.problem_of(tables, work)
    flexible = kept_flexible[1] if kept_flexible else None
    alive = problem_alive, *optional_alive, kept_flexible, kept_around
    return Context(tables, work, friction_loads, flexible, problem, alive)


def frozen(tables: Any) -> Any:
    """The tables, their arrays made read-only."""
    for each in tables:
        if isinstance(each, np.ndarray):
            each.flags.writeable = False
        elif isinstance(each, tuple):
            frozen(each)
    return tables


class Evaluation:
    """A system at one state, evaluated.

    Made by ``System.at``, in arrays of its own; or in those of a context that is used again, for
    what is read before the next use.

    Attributes
    ----------
    system : System
    state : State
    rate : ndarray
        The rate of change of the state's vector.
    work : Work
        Motions, forces and accelerations of all bodies, as the kernels have left them.
    """

    def __init__(
        self,
        system: System,
        state: State,
        z: np.ndarray | None = None,
        context: Context | None = None,
    ) -> None:
        self.system, self.state = system, state
        self._context = context or system.context()
        self.rate = system.rate_in(self._context, state)
        found, rate = np.zeros((2, system.joint_size))
        system.equations.at_joints(state.vector, self.rate, self.problem, found, rate)
        self.joint_vector = found if z is None else z  # the state in joint coordinates

    @property
    def work(self) -> Work:
        return self._context.work

    @property
    def problem(self) -> Any:
        """The handle by which kernels find all this."""
        return self._context.problem

    @property
    def friction_loads(self) -> FrictionLoads:
        return self._context.friction_loads

    @property
    def flexible(self) -> Any:
        """Tables and workspace of flexible bodies."""
        return self._context.flexible

    @property
    def workspaces(self) -> list[Any]:
        """What the formulation itself has written, beyond the workspace that all share."""
        (_, (_, _, *workspaces)), *_ = self._context.alive
        return workspaces

    @cached_property
    def rows(self) -> Rows:
        """All constraints, those of joints among them."""
        rows = rows_for(self.system.whole.constraints)
        whole, _alive = bundle.pack(self._whole, self.work)
        rows_seen(whole, self.state.time, self.joint_vector, rows)
        return rows

    @property
    def _whole(self) -> Tables:
        """The tables with every constraint as rows."""
        tables = self._context.tables
        tree = self.system.whole.tree._replace(bent=tables.tree.bent)
        around = tables.environment
        return self.system.whole._replace(tree=tree, optional=tables.optional, environment=around)

    # --- inertia and forces -------------------------------------------------------------------

    def mass_matrix(self) -> np.ndarray:
        """The symmetric matrix M of ``½ uᵀ M u``, the kinetic energy."""
        return mass_matrix_of(self)

    def inverse_dynamics(self, speed_rates: np.ndarray) -> np.ndarray:
        """Efforts, beyond the model's own forces, that make the speeds change at given rates."""
        system, z, rate = self.system, self.state.vector, self.rate
        if system.flexible and system.equations.absolute:
            z, rate = self.joint_vector, np.zeros(system.joint_size)
        if system.flexible or (system.constrained and not system.equations.absolute):
            tree, _alive = recursive.problem_of(self._whole, self.work)  # forces of no others
            recursive.derivative(self.state.time, z, rate, tree)
        efforts = np.zeros(len(system.speed_labels))
        what = f"give {efforts.size} speed rates, one for each speed: an array that"
        speed_rates = checked_numbers(speed_rates, efforts.shape, what)
        speeds = slice(len(system.coordinate_labels), len(system.coordinate_labels) + efforts.size)
        falling = np.zeros((1, system.joint_size))
        falling[0, -5:-2] = rate[-5:-2]
        free_fall = absolute(system.assembly, falling)[1][0]
        if system.flexible:  # what gives other rates than those of the tree alone
            return mass_matrix_of(self) @ (speed_rates - free_fall - rate[speeds])
        efforts_needed(self.problem, speed_rates - free_fall, efforts)
        return efforts

    # --- what is wrong ------------------------------------------------------------------------

    def trouble(self) -> str:
        """Names what made the evaluation fail."""
        return self.not_finite_part() or self._undetermined()

    def not_finite_part(self) -> str:
        """Names what of the model is not finite, if anything."""
        state_message = not_finite_state(self.state)
        if state_message:
            return state_message
        jammed = friction_undecided(self)
        if jammed:
            return jammed
        owner = not_finite(self) if self.system.constrained else ""
        if owner:
            return f"the equations of '{owner}' are not finite in this position"
        bent = bent_too_far(self) if self.system.flexible else ""
        if bent:
            return bent
        ended = ended_line(self.state)
        if ended:
            return ended
        for i, name in enumerate(self.system.body_names, start=1):
            if not np.isfinite(self.work.F[i]).all():
                return f"the force on body '{name}' is not finite"
        return ""

    def _undetermined(self) -> str:
        if self.system.equations.absolute:
            return what_is_undetermined(self) or "the motion is not finite"
        driven = self.system.tables.driven.speed
        for j, label in reversed(list(enumerate(self.system.speed_labels))):  # it spreads inward
            if not (0.0 < self.work.pivots[j, 0] < np.inf or j in driven):
                return f"'{label}' moves nothing that has inertia"
        return "the motion is not finite"

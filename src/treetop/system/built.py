"""A model turned into tables, for one formulation: what is the same at all states."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import numpy as np

from treetop.assembly.assembly import assemble
from treetop.assembly.numbering import Labels
from treetop.core.compilation import prepare
from treetop.core.devices import actuator, commands, deployer
from treetop.core.formulations import (
    recursive,
    with_reaction_friction,
)
from treetop.core.formulations.joint_space import refinement, state
from treetop.core.interface import EXTRA, WORKS
from treetop.core.kinematics import loop_joints
from treetop.core.outputs.outputs import Sizes
from treetop.core.tables.tables import Tables
from treetop.errors import ModelError, Problem
from treetop.formats.attachments import attached_names
from treetop.formats.yaml.load import dumps
from treetop.model.specification import unknown
from treetop.notebook import table
from treetop.system.conditioning import MISSED, part_missed
from treetop.system.evaluation import Context, context_of, frozen
from treetop.system.formulations import (
    CLOSED,
    FORMULATIONS,
    deploying_equations,
    flexible_equations,
    has_rows,
    needed_kernels,
    require_memory,
)
from treetop.system.observation import labels_of, sizes_of
from treetop.system.user_functions import (
    actuator_laws,
    continuous_control,
    force_laws,
    with_functions,
)
from treetop.topology.mechanism import Mechanism, mechanism_of


class BuiltModel:
    """Tables, names and compiled functions of a mechanism."""

    _lend: Callable[[Callable[[], Context]], Context] | None = None  # see `treetop.system.in_place`

    def __init__(self, mechanism: Mechanism, formulation: str = "recursive") -> None:
        if not isinstance(formulation, str) or formulation not in FORMULATIONS:
            raise ModelError([unknown("formulation", formulation, FORMULATIONS, "formulation")])
        if not mechanism.bodies:
            hint = "add a body, and a joint that connects it to the ground"
            raise ModelError([Problem("there is nothing that could move", "bodies", hint)])
        self.model, self.mechanism = mechanism.model, mechanism
        self.formulation = formulation
        self.assembly = assemble(mechanism)
        measure = loop_joints.measure if self.assembly.closing else loop_joints.nothing
        self.equations = FORMULATIONS[formulation]
        if self.assembly.flexible.mass.size:
            self.equations = flexible_equations(self.model, formulation)
        tables = self.assembly.followed if self.equations.follows else self.assembly.tables
        if has_rows(tables.constraints):
            self.equations = CLOSED.get(formulation, self.equations)
        if self.assembly.optional.of(deployer.GROUP).mouth.size:
            self.equations = deploying_equations(self.model, formulation, tables)
        require_memory(formulation, tables)
        needed = needed_kernels(self.equations, self.assembly.optional)
        prepare(*needed, measure, self.assembly.outputs.record)
        self.joint_size = int(state.length(tables))  # of states in joint coordinates
        drives = with_functions(self.mechanism, self.assembly)
        law, user_forces = force_laws(self.mechanism, self.assembly), tables.user_forces
        compiled = {
            "drives": drives,
            "measure": measure.function,
            "user_forces": user_forces._replace(law=law),
        }
        self.tables, self.whole = (
            frozen(each._replace(**compiled)) for each in (tables, self.assembly.tables)
        )
        optional = self.assembly.optional
        control = optional.of(commands.GROUP)._replace(run=continuous_control(self.mechanism))
        users = optional.of(actuator.GROUP)._replace(law=actuator_laws(self.mechanism))
        optional = optional.having(commands.GROUP, control).having(actuator.GROUP, users)
        self.assembly = self.assembly._replace(optional=optional)
        frozen((self.assembly.optional, self.assembly.flexible))
        self._threads, self.part_missed = threading.local(), 0.0
        self._inner = self.equations  # for given loads on friction
        if self.equations is recursive.formulation:
            trial = self.context()
            self.part_missed = part_missed(trial.tables, trial.work)
            if self.part_missed > MISSED:
                self.equations = self._inner = refinement.formulation
                prepare(*needed_kernels(self.equations, self.assembly.optional))
            elif not self.part_missed:  # nothing has been written in it
                self._threads.context = trial
        if with_reaction_friction.depends_on_reactions(self.assembly.optional):
            self.equations = self.equations._replace(
                derivative=with_reaction_friction.derivative,
                chart=self.equations.chart._replace(newton=None),
            )
        self.size = int(self.equations.length(self.tables))  # of states
        self.body_names = [link.body for link in self.assembly.links]
        self.joint_names = [link.joint.name for link in self.assembly.links]
        self.joint_names += self.assembly.closing
        self.constraint_names = list(self.mechanism.constraints)
        self.coordinate_labels, self.speed_labels = self.assembly.coordinates, self.assembly.speeds
        self.derivative = self.equations.derivative.function
        self.project = self.equations.project.function

    def context(self, tables: Tables | None = None) -> Context:
        """Arrays of one's own to evaluate the system in, or one with other tables of forces."""
        sizes = self.assembly, self.joint_size
        if tables is None and self._lend:
            return self._lend(lambda: context_of(self._inner, self.tables, *sizes))
        return context_of(self._inner, self.tables if tables is None else tables, *sizes)

    @property
    def problem(self) -> Any:
        """A handle for kernels that leave what they find in their arguments; each thread has its
        own."""
        return self._scratch.problem

    def fresh_problem(self) -> Any:
        """That handle, for evaluations that decide the ranks of constraints anew."""
        return self._scratch.fresh_problem()

    @property
    def _scratch(self) -> Context:
        found = getattr(self._threads, "context", None)
        if found is None:
            found = self._threads.context = self.context()
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies are built anew: compiled code and its addresses belong to one object."""
        return type(self), (self.mechanism, self.formulation)

    @property
    def flexible(self) -> bool:
        """Whether there are flexible bodies."""
        return bool(self.assembly.flexible.mass.size)

    @property
    def constrained(self) -> bool:
        """Whether there are constraints beyond the joints of a tree."""
        return has_rows(self.whole.constraints)

    # --- what the time loop and the result ask for ------------------------------------------

    uncontrolled = WORKS

    @property
    def origin_index(self) -> int:
        """Where in a state the origin begins that projection may move."""
        return self.size - EXTRA

    @property
    def internal(self) -> slice:
        """Where internal states stand in a state vector."""
        last = self.size - EXTRA - len(self.tables.loops.carried)
        return slice(last - len(self.assembly.states), last)

    @property
    def geometry(self) -> tuple[Any, Any]:
        """The chart of its states, and the tables that have its sizes."""
        return self.equations.chart, self.tables

    @cached_property
    def breaks(self) -> np.ndarray:
        """Times at which a force, or a rate of a prescribed motion, may jump, s."""
        parts = (*self.mechanism.forces.values(), *self.mechanism.constraints.values())
        declared = [time for part in parts for time in getattr(part, "breaks", ())]
        return np.concatenate([self.tables.signals.time, self.assembly.drives.breaks, declared])

    @property
    def timed(self) -> bool:
        """Whether something acts by functions of time of which only values are known."""
        optional = self.assembly.optional
        users = len(optional.of(commands.GROUP).x) + len(optional.of(actuator.GROUP).frames) > 0
        return bool(self.assembly.laws) or users or self.assembly.drives.timed

    @cached_property
    def all_parts(self) -> Mechanism:
        """The mechanism of the whole model, whatever the structure that was built."""
        return mechanism_of(self.model)

    @property
    def title(self) -> str:
        return self.model.name

    def __repr__(self) -> str:
        counts = f"{len(self.coordinate_labels)} coordinates, {len(self.speed_labels)} speeds"
        return f"<System of {self.title!r}: {self.formulation} formulation, {counts}>"

    def _repr_html_(self) -> str:
        rows = [("coordinate", label) for label in self.coordinate_labels]
        rows += [("speed", label) for label in self.speed_labels]
        return table(f"{self.title}, {self.formulation} formulation", rows)

    @cached_property
    def description(self) -> str:
        """The model as YAML."""
        return dumps(self.model, attached_names(self.model))

    def leave_out_description(self) -> None:
        """Let results lack the model's text, which takes long to write: those that none will
        save."""
        self.__dict__["description"] = ""

    @cached_property
    def labels(self) -> dict[str, Any]:
        """The names along each dimension of a result."""
        return labels_of(self)

    @cached_property
    def sizes(self) -> Sizes:
        """How many there are of what can be observed."""
        return sizes_of(self)

    @cached_property
    def all_labels(self) -> Labels:
        """Labels of coordinates and speeds: those of the tree, then those of joints that close
        loops."""
        tree_labels, apart = (
            (self.coordinate_labels, self.speed_labels),
            self.assembly.closing_labels,
        )
        return Labels(tree_labels[0] + apart.coordinates, tree_labels[1] + apart.speeds)

    # --- inside ---------------------------------------------------------------------------

    @contextmanager
    def without_user_forces(self) -> Iterator[None]:
        """For a look at positions in which user functions need not be defined."""
        tables, forces, threads = self.tables, self.tables.user_forces, self._threads
        none = forces._replace(frames=forces.frames[:0])
        self.tables, self._threads = tables._replace(user_forces=none), threading.local()
        try:
            yield
        finally:
            self.tables, self._threads = tables, threads

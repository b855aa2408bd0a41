"""A built model: equations of motion that can be evaluated at any state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from treetop.assembly.assembly import assemble
from treetop.assembly.numbering import Labels
from treetop.core.flexible import bent
from treetop.core.forces import optional
from treetop.core.forces.reaction_friction import pressing_of
from treetop.core.formulations import (
    kane,
    kane_absolute,
    newton_euler,
    recursive,
    udwadia,
    with_reaction_friction,
)
from treetop.core.formulations.closed_loop import kane as closed_kane
from treetop.core.formulations.closed_loop import recursive as closed_recursive
from treetop.core.formulations.floating_frame import newton_euler as floating
from treetop.core.formulations.joint_space import refinement, state
from treetop.core.formulations.joint_space.inverse_dynamics import efforts_needed
from treetop.core.formulations.joint_space.mass_matrix import inertia_left
from treetop.core.interface import EXTRA, WORKS, Formulation, bundle
from treetop.core.kinematics import loop_joints
from treetop.core.outputs.outputs import Histories, Sizes, histories, observe
from treetop.core.tables.scales import apart
from treetop.core.tables.tables import Constraints, Tables
from treetop.core.tables.workspace import Work, workspace
from treetop.errors import ModelError, Problem, RunError, TreetopError
from treetop.formats.attachments import attached_names
from treetop.formats.yaml.load import dumps
from treetop.model import Model
from treetop.model.flexible_body import FlexibleBody
from treetop.model.specification import path, unknown
from treetop.system.conditioning import (
    HOPELESS,
    IN_LOOPS,
    LOOKED_AT,
    MISSED,
    NO_RATE,
    general_position,
    part_missed,
    too_far_apart,
    with_like_masses,
)
from treetop.system.constraint_analysis import (
    constraint_owners,
    free_rows,
    not_finite,
    rank_of,
    rows_at,
    turned_over,
    undefined_start,
    unit_rows,
    what_is_undetermined,
)
from treetop.system.constraint_conflicts import locked, start_contradicted, unmet
from treetop.system.friction_messages import friction_jams, friction_undecided
from treetop.system.initial_assembly import assembled
from treetop.system.load_sharing import share
from treetop.system.mass_matrix import bent_too_far, mass_matrix_of
from treetop.system.partial_velocities import PartialVelocities, partial_velocities
from treetop.system.reaction_uniqueness import Flags
from treetop.system.snapshot import HELD, BodyMotion, ConstraintLoad, JointLoad, Snapshot, by_joint
from treetop.system.start_checks import inconsistent
from treetop.system.state import (
    State,
    absolute,
    carried_vector,
    checked_numbers,
    checked_rows,
    joint_vector,
    require_finite,
    require_state,
)
from treetop.system.user_functions import beyond_array, force_laws, with_functions
from treetop.topology.stage_graph import first_structure

FORMULATIONS: dict[str, Formulation] = {
    "recursive": recursive.formulation,
    "kane": kane.formulation,
    "kane-absolute": kane_absolute.formulation,
    "newton-euler": newton_euler.formulation,
    "udwadia": udwadia.formulation,
}

# Those in joint coordinates have others of their kind for trees with further constraints.
CLOSED: dict[str, Formulation] = {
    "recursive": closed_recursive.formulation,
    "kane": closed_kane.formulation,
}

# Those that know flexible bodies, with others of their kind for these.
FLEXIBLE: dict[str, Formulation] = {
    "recursive": recursive.formulation,
    "kane": kane.formulation,
    "newton-euler": floating.formulation,
}

SETTLING = 10  # times that a start is projected, each some steps of Newton's method

MOST = 1e9  # numbers in dense matrices: 8 GB

MANY = 50  # bodies, beyond which a dense decomposition would take long

# A speed that keeps less than this part of its inertia moves nothing that has any.
LEAST_INERTIA = 1e-13


class Counts(NamedTuple):
    """How many there are of what."""

    coordinates: int
    speeds: int
    constraints: int  # scalar equations between the speeds
    rank: int  # how many of them are independent
    degrees_of_freedom: int


class System:
    """Equations of motion of a model, by one formulation.

    Made by ``Model.build``.

    Attributes
    ----------
    model : Model
        Of the structure that it has; `described` is what the user built, stages and all.
    formulation : str
    body_names, joint_names, constraint_names : list of str
        In the order of the tables; joint i carries body i, and joints that close loops come last.
    tables, whole : Tables
        As the formulation has them, and with every constraint as rows.
    coordinate_labels, speed_labels : list of str
        ``joint.coordinate``, with ``.x`` and so on for components.
    """

    def __init__(
        self, model: Model, formulation: str = "recursive", structure: Model | None = None
    ) -> None:
        if not isinstance(formulation, str) or formulation not in FORMULATIONS:
            raise ModelError([unknown("formulation", formulation, FORMULATIONS, "formulation")])
        if not model.bodies:
            hint = "add a body, and a joint that it hangs on"
            raise ModelError([Problem("there is nothing that could move", "bodies", hint)])
        # A model can grow; what was built must go on telling what it is.
        self.described = model if structure else model.copy()
        self.formulation = formulation
        self.model = structure or first_structure(self.described)
        self.assembly = assemble(self.model)
        given = with_functions(self.model, self.assembly)
        measure = loop_joints.measure if self.assembly.closing else loop_joints.nothing
        self.equations = FORMULATIONS[formulation]
        if self.assembly.flexible.mass.size:
            self.equations = flexible_equations(self.described, formulation)
        own = self.assembly.followed if self.equations.follows else self.assembly.tables
        if has_rows(own.constraints):
            self.equations = CLOSED.get(formulation, self.equations)
        require_memory(formulation, own)
        self.joint_size = int(state.length(own))  # of states in joint coordinates
        self.work, self.part_missed = self._workspace(), 0.0
        law = force_laws(self.model, self.assembly)
        user_forces = own.user_forces._replace(law=law)
        found = {"drives": given, "measure": measure.function, "user_forces": user_forces}
        self._fill(own, found)
        if self.equations is recursive.formulation and not self.flexible:
            self.part_missed = part_missed(self.tables)
            if self.part_missed > MISSED:
                self.equations = refinement.formulation
                self._fill(own, found)
        if self.pressing.row.size:
            self.equations = self.equations._replace(derivative=with_reaction_friction.derivative)
        self.size = int(self.equations.length(self.tables))  # of states
        self.body_names = [link.body for link in self.assembly.links]
        self.joint_names = [link.joint.name for link in self.assembly.links]
        self.joint_names += self.assembly.closing
        self.constraint_names = list(self.model.constraints)
        self.coordinate_labels, self.speed_labels = self.assembly.coordinates, self.assembly.speeds
        self.derivative = self.equations.derivative.function
        self.settle = self.equations.settle.function
        self.problem, self.kept = self.equations.problem_of(self.tables, self.work)
        if structure is None:
            self.require_inertia()

    def _fill(self, own: Tables, found: dict[str, Any]) -> None:
        """The tables with all that is compiled, for the equations at hand."""
        special_tables, every = self.assembly.special, self.assembly.tables
        self.pressing = pressing_of(self.equations, special_tables, own, self.joint_size)
        rare, self.kept_special = optional.packed(special_tables, self.pressing)
        found = found | {"special": rare}
        bending, self.kept_flexible = bent(self.assembly.flexible, self.work, own.bodies)
        self.tables = own._replace(tree=own.tree._replace(bent=bending), **found)
        self.whole = self.tables
        if own is not every:
            self.whole = every._replace(tree=every.tree._replace(bent=bending), **found)

    def _workspace(self) -> Work:
        own, apart = self.assembly, self.assembly.closing_labels
        return workspace(
            len(own.links),
            len(own.speeds),
            (len(own.closing), len(apart.coordinates), len(apart.speeds)),
            len(self.model.constraints),
            own.drives.most_steps,
            int(own.tables.tree.station_at[-1]),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies are built anew: compiled code and its addresses belong to one object."""
        return type(self), (self.described, self.formulation, self.model)

    @property
    def flexible(self) -> bool:
        """Whether there are flexible bodies."""
        return bool(self.tables.tree.bent.bodies[0])

    @property
    def constrained(self) -> bool:
        """Whether there are constraints beyond the joints of a tree."""
        return has_rows(self.whole.constraints)

    @cached_property
    def whole_problem(self) -> tuple[Any, Any]:
        """A handle for kernels that look at all constraints, and what is kept alive with it."""
        if self.whole is self.tables:
            return self.problem, self.kept
        return bundle.pack(self.whole, self.work)

    # --- what the time loop and the result ask for ------------------------------------------

    uncontrolled = WORKS

    @property
    def origin_index(self) -> int:
        """Where in a state the origin begins that projection may move."""
        return self.size - EXTRA

    @property
    def memory(self) -> tuple[Any, ...]:
        """Arrays in which kernels remember something between evaluations."""
        bundles: tuple[Any, ...] = (self.kept, self.kept_special)
        return tuple(bundle[1] for bundle in bundles if bundle)

    @property
    def geometry(self) -> tuple[Any, Any]:
        """The chart of its states, and the tables that tell its sizes."""
        return self.equations.chart, self.tables

    @property
    def breaks(self) -> np.ndarray:
        """Times at which a force, or a rate of a prescribed motion, may jump, s."""
        parts = (*self.model.forces.values(), *self.model.constraints.values())
        declared = [time for part in parts for time in getattr(part, "breaks", ())]
        return np.concatenate([self.tables.signals.time, self.assembly.drives.breaks, declared])

    @property
    def timed(self) -> bool:
        """Whether something acts by functions of time of which only values are known."""
        return bool(self.assembly.laws) or self.assembly.drives.timed

    @property
    def title(self) -> str:
        return self.described.name

    @cached_property
    def description(self) -> str:
        """The model as YAML."""
        return dumps(self.described, attached_names(self.described))

    @property
    def labels(self) -> dict[str, Any]:
        """The names along each dimension of a result."""
        constraints = {"constraint": self.constraint_names} if self.constraint_names else {}
        coordinates, speeds = self.all_labels
        return constraints | {
            "body": self.body_names,
            "joint": self.joint_names,
            "coordinate": coordinates,
            "coordinate_unit": ("coordinate", _units(self.model, coordinates)),
            "speed": speeds,
            "speed_unit": ("speed", _units(self.model, speeds)),
        }

    @property
    def all_labels(self) -> Labels:
        """Of coordinates and speeds: those of the tree, then those of joints that close loops."""
        own, apart = (self.coordinate_labels, self.speed_labels), self.assembly.closing_labels
        return Labels(own[0] + apart.coordinates, own[1] + apart.speeds)

    # --- states ---------------------------------------------------------------------------

    def state(
        self,
        time: float = 0.0,
        origin: Mapping[str, Any] | None = None,
        **joints: Mapping[str, Any],
    ) -> State:
        """A state by names; coordinates and speeds not given are zero, attitudes identity.

        Parameters
        ----------
        time : float, s
        origin : mapping, optional
            ``position`` (m) and ``velocity`` (m/s) of the origin from which free bodies on the
            ground are then placed: keeps all digits of bodies near each other in orbit.
        **joints
            Coordinates and speeds by name, such as ``boom={"slide": 2.0}``.

        Examples
        --------
        >>> import treetop as tt
        >>> m = tt.Model("pendulum")
        >>> rod = m.add_body("rod", mass=2, inertia=[0.1, 0.1, 0], centre=[0, 0, -0.5])
        >>> hinge = m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, rod)
        >>> m.build().state(hinge={"angle": "30 deg"})["hinge.angle"]
        0.5235987755982988
        """
        z = joint_vector(self.model, self.assembly, joints, origin)
        return self.with_turns(State(self, time, self.own_vector(z)))

    def start(self) -> State:
        """The state that the model itself says to start from: assembled if it says what to hold,
        then with what is to be in equilibrium there."""
        z = joint_vector(self.model, self.assembly, self.model.start, None)
        given, hold = self.with_turns(State(self, 0.0, self.own_vector(z))), self.model.hold
        begun = given if hold is None else self.assembled(given, hold)
        if self.model.equilibrium is None:
            return begun
        from treetop.system.equilibrium import start_in_equilibrium

        return start_in_equilibrium(self, begun)

    def with_turns(self, state: State) -> State:
        """The same state, its angles of joints that close loops brought in line with the bodies."""
        carried, y = self.tables.loops.carried[:, 0], state.vector.copy()
        if len(carried) > 0:
            seen = self._observed(np.array([state.time]), y[None, :]).closing_coordinates
            y[-EXTRA - len(carried) : -EXTRA] = seen[0, carried]
        return State(self, state.time, y)

    def assembled(self, state: State, hold: Iterable[str] = ()) -> State:
        """A state near the given one that meets all constraints.

        Parameters
        ----------
        state : State
            Approximate.
        hold : labels
            What stays as it is: coordinates and speeds such as ``"crank.angle"``, or joints, all
            of whose coordinates and speeds stay.

        Raises
        ------
        ModelError
            Names the constraint that cannot be met, and by how much.
        """
        return assembled(self, self.own(state), hold)

    def state_of(self, other: State) -> State:
        """The same coordinates and speeds, as a state of this system.

        Of a system built by any formulation from this model, or from a variant of it that has the
        same coordinates and speeds.
        """
        self._require_same_model(other)
        if other.system is self:
            return other
        z = other.system.joint_vectors(other.vector)[0]
        z = carried_vector(self.assembly, other.system.assembly, z)
        return State(self, other.time, self.own_vector(z))

    def own(self, state: State) -> State:
        """A state as one of this system; refuses another formulation, or other coordinates."""
        self.require_own(state)
        return self.state_of(state)

    def joint_vectors(self, vectors: np.ndarray) -> np.ndarray:
        """State vectors in joint coordinates: in rows, for one or several of this formulation."""
        if isinstance(vectors, np.ndarray) and vectors.ndim == 1:
            vectors = vectors[None, :]
        vectors = checked_numbers(vectors, (-1, self.size), "state vectors, in rows,")
        return self._observed(np.zeros(len(vectors)), vectors).joints

    def coordinates_of(self, vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Coordinates and speeds of the tree's joints, seen from the ground, of state vectors in
        rows."""
        return absolute(self.assembly, self.joint_vectors(vectors))

    def joint_values(self, state: State) -> dict[str, float]:
        """Coordinates and speeds of all joints, those that close loops among them, by label."""
        state = self.own(state)
        seen = self._observed(np.array([state.time]), state.vector[None, :])
        q, u = absolute(self.assembly, seen.joints)
        values = np.hstack([q, seen.closing_coordinates, u, seen.closing_speeds])[0]
        coordinates, speeds = self.all_labels
        return dict(zip(coordinates + speeds, values.tolist(), strict=True))

    def own_vector(self, z: np.ndarray) -> np.ndarray:
        """The state vector of this formulation for one in joint coordinates."""
        y = np.zeros(self.size)
        z = checked_numbers(z, (self.joint_size,), "a vector of joint coordinates")
        self.equations.from_joints(z, self.problem, y)
        return y

    # --- evaluation -----------------------------------------------------------------------

    def evaluate(self, state: State) -> Snapshot:
        """Everything about the motion at a state."""
        state = self.own(state)
        seen = self.observe(np.array([state.time]), state.vector[None, :])
        now = {name: values[0] for name, values in seen.items()}
        if not all(np.isfinite(values).all() for values in now.values()):
            raise RunError(f"at {state.time:g} s: {self.trouble()}")
        values = by_joint(self, now)
        motion, flags = BodyMotion.__dataclass_fields__, Flags(self, state)
        force, torque, effort = (now.get(f"holding_{part}", ()) for part in HELD)
        return Snapshot(
            time=state.time,
            body={
                body: BodyMotion(**{name: now[name][i] for name in motion})
                for i, body in enumerate(self.body_names)
            },
            joint={
                joint: JointLoad(
                    now["reaction_force"][i], now["reaction_torque"][i], *values[joint], flags, i
                )
                for i, joint in enumerate(self.joint_names)
            },
            constraint={
                name: ConstraintLoad(force[i], torque[i], effort[i], flags, i)
                for i, name in enumerate(self.constraint_names)
            },
            speed_rates=now["speed_rates"][: len(self.speed_labels)],
            kinetic_energy=float(now["kinetic_energy"]),
            potential_energy=float(now["potential_energy"]),
            linear_momentum=now["linear_momentum"],
            angular_momentum=now["angular_momentum"],
            angular_momentum_about_centre=now["angular_momentum_about_centre"],
            mass_centre=now["mass_centre"],
            constraint_error=float(now["constraint_error"]),
        )

    def observe(self, times: np.ndarray, vectors: np.ndarray) -> dict[str, np.ndarray]:
        """The same for many states in rows, by the names of `treetop.results.fields`."""
        out = self._observed(times, vectors)._asdict()
        z = out.pop("joints")
        if not self.constraint_names:
            for name in ("holding_force", "holding_torque", "holding_effort"):
                del out[name]
        share(self, times, vectors, out)
        q, u = absolute(self.assembly, z)
        apart = [out.pop(f"closing_{each}") for each in ("coordinates", "speeds", "rates")]
        return out | {
            "coordinates": np.hstack([q, apart[0]]),
            "speeds": np.hstack([u, apart[1]]),
            "speed_rates": np.hstack([out["speed_rates"], apart[2]]),
            "origin": z[:, -EXTRA:-5],
            "work": z[:, -2],
            "work_about_centre": z[:, -1],
        }

    @property
    def sizes(self) -> Sizes:
        """How many there are of what can be seen."""
        own, apart = self.speed_labels, self.assembly.closing_labels
        names = self.body_names, self.joint_names, self.constraint_names, own, *apart
        return Sizes(self.joint_size, *map(len, names))

    def _observed(self, times: np.ndarray, vectors: np.ndarray) -> Histories:
        times, vectors = checked_rows(times, vectors, self.size)
        out = histories(len(times), self.sizes)
        rate, z_rate = np.zeros(self.size), np.zeros(self.joint_size)
        functions = self.derivative, self.equations.at_joints.function
        self.work.rank[0] = -1  # a run may have left one that does not belong here
        try:
            observe(*functions, times, vectors, self.problem, rate, z_rate, out)
        except IndexError as error:
            raise RunError(f"at {times.max():g} s: {beyond_array(error)}") from error
        return out

    def rate(self, state: State) -> np.ndarray:
        """The rate of change of the state's vector; leaves the motion and forces in `work`."""
        state = self.own(state)
        rate = np.zeros_like(state.vector)
        self.work.rank[0] = -1
        try:
            self.derivative(state.time, state.vector, rate, self.problem)
        except IndexError as error:
            raise RunError(f"at {state.time:g} s: {beyond_array(error)}") from error
        return rate

    def mass_matrix(self, state: State) -> np.ndarray:
        """The symmetric matrix M of ``½ uᵀ M u``, the kinetic energy."""
        self.rate(state)
        return mass_matrix_of(self)

    def bias(self, state: State) -> np.ndarray:
        """The vector of ``M u' + bias = efforts``: all that acts while the speeds are constant."""
        return self.inverse_dynamics(state, np.zeros(len(self.speed_labels)))

    def inverse_dynamics(self, state: State, speed_rates: np.ndarray) -> np.ndarray:
        """Efforts, beyond the model's own forces, that make the speeds change at given rates.

        Constraints beside those of a tree's joints exert nothing here: what they exert in a motion
        is among the efforts.
        """
        state = self.own(state)
        z, rate = state.vector, self.rate(state)
        if self.flexible and self.equations.absolute:
            z, rate = self.joint_vectors(z)[0], np.zeros(self.joint_size)
        if self.flexible or (self.constrained and not self.equations.absolute):
            tree, _kept = recursive.problem_of(self.whole, self.work)  # forces of no others
            recursive.derivative(state.time, z, rate, tree)
        efforts = np.zeros(len(self.speed_labels))
        what = f"give {efforts.size} speed rates, one for each speed: an array that"
        speed_rates = checked_numbers(speed_rates, efforts.shape, what)
        own = slice(len(self.coordinate_labels), len(self.coordinate_labels) + efforts.size)
        falling = np.zeros((1, self.joint_size))
        falling[0, -5:-2] = rate[-5:-2]
        free_fall = absolute(self.assembly, falling)[1][0]
        if self.flexible:  # what gives other rates than those of the tree alone
            return mass_matrix_of(self) @ (speed_rates - free_fall - rate[own])
        efforts_needed(self.problem, speed_rates - free_fall, efforts)
        return efforts

    def partial_velocities(self, state: State) -> PartialVelocities:
        """Partial velocities and partial angular velocities of all bodies, and their rates.

        Of a system built with ``formulation="kane"``; inertial axes, of the origin of each body's
        frame and of its mass centre.

        Examples
        --------
        >>> import treetop as tt
        >>> m = tt.Model("pendulum")
        >>> rod = m.add_body("rod", mass=2, inertia=[0.1, 0.1, 0], centre=[0, 0, -0.5])
        >>> hinge = m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, rod)
        >>> system = m.build("kane")
        >>> partials = system.partial_velocities(system.state(hinge={"rate": 3}))
        >>> partials.speeds, partials.body["rod"].centre_velocity[:, 0]
        (['hinge.rate'], array([-0.5,  0. ,  0. ]))
        """
        return partial_velocities(self, self.own(state))

    def counts(self, state: State) -> Counts:
        """How many coordinates and constraints this formulation has, and what freedom is left."""
        state = self.own(state)
        coordinates, speeds = len(self.coordinate_labels), len(self.speed_labels)
        rows, tree = self.whole.constraints.kind.size, int(self.whole.constraints.joint_at[-1])
        rank = rows  # those of a tree never depend on each other
        if self.constrained:
            rank = rank_of(unit_rows(self, rows_at(self, state)).J)
        if self.equations.absolute:
            own = self.equations.chart.speeds(self.tables)
            coordinates, speeds = own.start, own.stop - own.start
        else:
            rows, rank = rows - tree, rank - tree
        return Counts(coordinates, speeds, rows, rank, speeds - rank)

    def constraint_matrix(self, state: State) -> tuple[np.ndarray, list[str]]:
        """The constraints, those of all joints among them, as rows for the motions of all bodies,
        and the joint or constraint that each row belongs to.

        Columns: angular and linear acceleration of each body's outboard joint frame, inertial axes;
        of flexible bodies, of their frames, and last the accelerations of all modes.
        """
        return free_rows(self, rows_at(self, self.own(state))), list(constraint_owners(self))

    def require_own(self, state: State) -> None:
        """Refuse a state whose vector means something else: kernels would run out of their room."""
        self._require_same_model(state)
        if state.system.equations.from_joints is not self.equations.from_joints:
            hint = "convert it by state_of"
            raise TreetopError(f"{state!r} is one of '{state.system.formulation}': {hint}")

    def require_start(self, state: State) -> None:
        """Refuse to start from a state that violates the constraints."""
        state = self.own(state)
        require_finite(state)
        if not self.constrained:
            return
        problem = undefined_start(self, state)
        near = state if problem else self.settled(state)
        problem = problem or start_contradicted(self, near) or inconsistent(self, state, near)
        if problem:
            raise ModelError([problem])
        self.rate(near)
        problems = turned_over(self)
        if problems:
            raise ModelError(problems)

    def settled(self, state: State) -> State:
        """The nearest state that meets the constraints, in the measure of kinetic energy."""
        state = self.own(state)
        y = state.vector.copy()
        for _ in range(SETTLING):
            self.settle(state.time, y, np.zeros_like(y), self.problem)
        return State(self, state.time, y)

    def _require_same_model(self, state: State) -> None:
        require_state(self, state)
        own, other = ((s.coordinate_labels, s.speed_labels) for s in (self, state.system))
        if own != other:
            raise TreetopError(f"{state!r} belongs to another system; make one of this system's")

    def trouble(self) -> str:
        """Names what made the last evaluation fail."""
        return self.not_finite_part() or self._undetermined()

    def not_finite_part(self) -> str:
        """Names what of the model was not finite in the last evaluation, if anything."""
        jammed = friction_undecided(self)
        if jammed:
            return jammed
        owner = not_finite(self) if self.constrained else ""
        if owner:
            return f"the equations of '{owner}' are not finite in this position"
        bent = bent_too_far(self) if self.flexible else ""
        if bent:
            return bent
        for i, name in enumerate(self.body_names, start=1):
            if not np.isfinite(self.work.F[i]).all():
                return f"the force on body '{name}' is not finite"
        return ""

    def _undetermined(self) -> str:
        if self.equations.absolute:
            return what_is_undetermined(self) or "the motion is not finite"
        driven = self.tables.driven.speed
        for j, label in reversed(list(enumerate(self.speed_labels))):  # it spreads inward
            if not (0.0 < self.work.d[j, 0] < np.inf or j in driven):
                return f"'{label}' moves nothing that has inertia"
        return "the motion is not finite"

    def unmet(self, ahead: Iterable[State]) -> str:
        """Names the constraints that states ahead do not meet."""
        return unmet(self, ahead)

    def locked(self, start: State, ahead: Iterable[State]) -> str:
        """Names what cannot go on from the first of the states ahead, if any."""
        ahead = list(ahead)
        jammed = friction_jams(self, ahead[0])
        return jammed or (locked(self, start, ahead) if self.constrained else "")

    # --- inside ---------------------------------------------------------------------------

    def require_inertia(self) -> None:
        """Every speed must move something that has inertia, in some general position; with
        constraints beyond a tree that depends on the position."""
        with self._without_user_forces():  # which need not be defined there
            self._require_inertia()

    @contextmanager
    def _without_user_forces(self) -> Iterator[None]:
        tables, problem, kept = self.tables, self.problem, self.kept
        forces = tables.user_forces
        none = forces._replace(frames=forces.frames[:0])
        self.tables = tables._replace(user_forces=none)
        self.problem, self.kept = self.equations.problem_of(self.tables, self.work)
        try:
            yield
        finally:
            self.tables, self.problem, self.kept = tables, problem, kept

    def _require_inertia(self) -> None:
        if self.constrained:
            if self.formulation in ("recursive", "newton-euler") and apart(self.tables) > IN_LOOPS:
                raise ModelError([too_far_apart(self.tables, 1.0, self.formulation)])
            return
        z = np.zeros(self.joint_size)
        z[: len(self.coordinate_labels)] = general_position(self.tables)[0]
        z[-EXTRA:-5] = 1e7  # anywhere but at the centre of gravity
        if self.equations.absolute and len(self.body_names) <= MANY and not self.flexible:
            self.rate(State(self, 0.0, self.own_vector(z)))
            what = what_is_undetermined(self)
            if what:
                hint = "give the bodies mass and inertia, or hold them by joints"
                raise ModelError([Problem(what, "bodies", hint)])
            self._require_digits()
            return
        tables = self.tables if self.flexible else with_like_masses(self.tables)
        problem, _kept = recursive.problem_of(tables, self.work)
        recursive.derivative(0.0, z, np.zeros_like(z), problem)
        part = np.zeros(len(self.speed_labels))
        inertia_left(problem, part)
        idle = [
            label for label, p in zip(self.speed_labels, part, strict=True) if not p > LEAST_INERTIA
        ]
        if idle:
            raise ModelError([_idle(label) for label in idle])
        self._require_digits()

    def _require_digits(self) -> None:
        """Refuse a tree of rigid bodies so different that accelerations would be noise."""
        if self.flexible or not apart(self.tables) > LOOKED_AT:
            return
        missed = self.part_missed
        if self.formulation != "recursive":
            trial = System(self.described, "recursive", self.model)
            z, motion = np.zeros(self.joint_size), np.concatenate(general_position(self.tables))
            z[: motion.size] = motion
            z[-EXTRA:-5] = 1e7
            with trial._without_user_forces():
                found, right = (
                    each._observed(np.zeros(1), each.own_vector(z)[None, :]).speed_rates
                    for each in (self, trial)
                )
            none = NO_RATE * np.abs(motion).max()
            missed = float(np.abs(found - right).max() / max(np.abs(right).max(), none))
        if not missed <= HOPELESS:
            raise ModelError([too_far_apart(self.tables, missed, self.formulation)])


def flexible_equations(model: Model, formulation: str) -> Formulation:
    """Of those that know flexible bodies; the model's own names are told where it does not."""
    if formulation in FLEXIBLE:
        return FLEXIBLE[formulation]
    what = f"the formulation '{formulation}' does not know flexible bodies"
    hint = f"build the model with {', '.join(map(repr, FLEXIBLE))}"
    bending = (name for name, body in model.bodies.items() if isinstance(body, FlexibleBody))
    raise ModelError([Problem(what, path("bodies", name), hint) for name in bending])


def require_memory(formulation: str, tables: Tables) -> None:
    """Refuse a model whose dense matrices would not fit: of the equations that close loops, or of
    all bodies and joints, as the formulation has them."""
    rows, bodies = tables.constraints.kind.size, tables.tree.parent.size
    loop_joints, speeds = rows - int(tables.constraints.joint_at[-1]), int(tables.tree.u_at[-1])
    numbers = {
        "recursive": 4.0 * loop_joints**2,
        "newton-euler": 4.0 * loop_joints**2 + 6.0 * loop_joints * bodies,
        "kane": 4.0 * (speeds + loop_joints) ** 2 + 12.0 * bodies * speeds,
    }.get(formulation, 4.0 * (6 * bodies + rows) ** 2)
    if numbers > MOST:
        what = f"matrices of '{formulation}' would take {8e-9 * numbers:.3g} GB"
        hint = f"{bodies - 1} bodies, {loop_joints} equations that close loops: use fewer"
        raise ModelError([Problem(what, "joints", hint)])


def has_rows(constraints: Constraints) -> bool:
    """Whether there are any beyond those of a tree's joints."""
    return bool(constraints.kind.size > constraints.joint_at[-1])


def _units(model: Model, labels: Iterable[str]) -> list[str]:
    """The unit of each coordinate or speed, told by the joint it belongs to."""
    known = {
        f"{name}.{quantity.name}": quantity.unit
        for name, joint in model.joints.items()
        for quantity in (*joint.kind.coordinates, *joint.kind.speeds)
    }
    return [known[".".join(label.split(".")[:2])] for label in labels]


def _idle(label: str) -> Problem:
    joint = label.partition(".")[0]
    what = f"'{label}' moves nothing that has inertia"
    hint = "give the bodies beyond this joint mass and inertia, or use another joint kind"
    return Problem(what, f"joints.{joint}", hint)

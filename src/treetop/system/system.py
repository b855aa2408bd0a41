"""A built model: equations of motion that can be evaluated at any state."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from treetop.core.devices import tank
from treetop.core.devices.slosh import hung_bodies
from treetop.core.interface import EXTRA
from treetop.errors import RunError, TreetopError
from treetop.system.built import BuiltModel
from treetop.system.constraint_analysis import Counts, constraint_owners, counts_at, free_rows
from treetop.system.constraint_conflicts import locked, unmet
from treetop.system.device_starts import started
from treetop.system.evaluation import Context, Evaluation
from treetop.system.friction_messages import friction_jams
from treetop.system.inertia_checks import require_inertia
from treetop.system.initial_assembly import assembled
from treetop.system.jacobian import jacobian
from treetop.system.observation import observation, observed
from treetop.system.partial_velocities import PartialVelocities, partial_velocities
from treetop.system.snapshot import Snapshot, snapshot_of
from treetop.system.start_checks import require_start
from treetop.system.state import (
    State,
    absolute,
    carried_vector,
    checked_numbers,
    joint_vector,
    places_of,
    require_state,
)
from treetop.system.user_functions import beyond_array

if TYPE_CHECKING:
    import xarray as xr

SETTLING = 10  # times that a start is projected, each some steps of Newton's method


class System(BuiltModel):
    """Equations of motion of a model, by one formulation.

    Made by ``Model.build``.

    Attributes
    ----------
    model : Model
        What the user described, stages and all.
    mechanism : Mechanism
        Its bodies and joints, in the structure that it has.
    formulation : str
    body_names, joint_names, constraint_names : list of str
        In the order of the tables; joint i carries body i, and joints that close loops come last.
    tables, whole : Tables
        As the formulation has them, and with every constraint as rows.
    coordinate_labels, speed_labels : list of str
        ``joint.coordinate``, with ``.x`` and so on for components.
    """

    _has_inertia = False  # whether `require_inertia` has passed

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
        >>> m = tt.Model("block on a rail")
        >>> rail = m.add_joint("rail", tt.Prismatic("x"), m.ground, m.add_body("block", mass=2))
        >>> m.build().state(rail={"slide": "25 cm"})["rail.slide"]
        0.25
        """
        joints, devices = self._apart(joints)
        z = joint_vector(self.mechanism, self.assembly, joints, origin)
        return started(self, self.with_turns(State(self, time, self.own_vector(z))), devices)

    def _apart(
        self, starts: Mapping[str, Mapping[str, Any]]
    ) -> tuple[dict[str, Mapping[str, Any]], dict[str, Mapping[str, Any]]]:
        """What is given of joints, and of parts with internal states."""
        parts = {label.partition(".")[0] for label in self.assembly.states}
        known, joints, devices = self.mechanism.joints, {}, {}
        for name, values in starts.items():
            if name not in parts:
                joints[name] = values
            elif name not in known:
                devices[name] = values
            else:  # a device that has a joint
                kind = known[name].kind
                of_joint = {item.name for item in (*kind.coordinates, *kind.speeds)}
                joints[name] = {key: value for key, value in values.items() if key in of_joint}
                devices[name] = {key: value for key, value in values.items() if key not in of_joint}
        return joints, devices

    def start(self) -> State:
        """The state that the model itself says to start from: assembled if it says what to hold,
        then with what is to be in equilibrium there."""
        joints, devices = self._apart(self.mechanism.start)
        z = joint_vector(self.mechanism, self.assembly, joints, None)
        initial, hold = self.with_turns(State(self, 0.0, self.own_vector(z))), self.mechanism.hold
        begun = initial if hold is None else self.assembled(initial, hold)
        begun = started(self, begun, devices)
        if self.mechanism.equilibrium is None:
            return begun
        from treetop.system.equilibrium import start_in_equilibrium

        return start_in_equilibrium(self, begun)

    def with_turns(self, state: State) -> State:
        """The state, its angles of joints that close loops brought in line with the bodies."""
        carried, y = self.tables.loops.carried[:, 0], state.vector.copy()
        if len(carried) > 0:
            seen = observed(self, np.array([state.time]), y[None, :]).closing_coordinates
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
        return assembled(self, self.convert_state(state), hold)

    def state_of(self, other: State) -> State:
        """The coordinates and speeds, as a state of this system.

        Of a system built by any formulation from this model, or from a variant of it that has the
        same coordinates and speeds.
        """
        self._require_same_model(other)
        if other.system is self:
            return other
        z = other.system.joint_vectors(other.vector)[0]
        z = carried_vector(self.assembly, other.system.assembly, z)
        return State(self, other.time, self.own_vector(z))

    def convert_state(self, state: State) -> State:
        """A state as one of this system; refuses another formulation, or other coordinates."""
        self.require_own(state)
        return self.state_of(state)

    def own(self, state: State) -> State:
        """The former name of `convert_state`."""
        warnings.warn("System.own is now called convert_state", FutureWarning, stacklevel=2)
        return self.convert_state(state)

    def joint_vectors(self, vectors: np.ndarray) -> np.ndarray:
        """State vectors in joint coordinates: in rows, for one or several of this formulation."""
        if isinstance(vectors, np.ndarray) and vectors.ndim == 1:
            vectors = vectors[None, :]
        vectors = checked_numbers(vectors, (-1, self.size), "state vectors, in rows,")
        if not self.equations.absolute:
            return vectors.copy()
        return observed(self, np.zeros(len(vectors)), vectors).joints

    def coordinates_of(self, vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Coordinates and speeds of the tree's joints, seen from the ground, of state vectors in
        rows."""
        return absolute(self.assembly, self.joint_vectors(vectors))

    def joint_values(self, state: State) -> dict[str, float]:
        """Coordinates and speeds of all joints, those that close loops among them, outputs of
        devices and internal states, by label."""
        state = self.convert_state(state)
        seen = observed(self, np.array([state.time]), state.vector[None, :])
        q, u = absolute(self.assembly, seen.joints)
        values = np.hstack([q, seen.closing_coordinates, u, seen.closing_speeds])[0]
        coordinates, speeds = self.all_labels
        outputs = dict(zip(self.labels.get("output", ()), seen.outputs[0].tolist(), strict=True))
        return outputs | dict(zip(coordinates + speeds, values.tolist(), strict=True))

    @cached_property
    def places(self) -> dict[str, int | slice]:
        """Where in a state vector the coordinates and speeds stand that are there as they are."""
        return places_of(self)

    def own_vector(self, z: np.ndarray) -> np.ndarray:
        """The state vector of this formulation for one in joint coordinates."""
        y = np.zeros(self.size)
        z = checked_numbers(z, (self.joint_size,), "a vector of joint coordinates")
        self.equations.from_joints(z, self.problem, y)
        return y

    def with_internal(self, vector: np.ndarray, internal: np.ndarray) -> np.ndarray:
        """A state vector with other internal states: joints that follow the level of fuel take
        their bodies along."""
        y = vector.copy()
        slosh = self.assembly.optional.of(tank.GROUP).slosh
        if self.equations.absolute and hung_bodies(slosh).size:
            (z,) = self.joint_vectors(vector[None, :])
            first = self.internal.start - self.size  # states end alike in all formulations
            z[first : first + internal.size] = internal
            y = self.own_vector(z)
        y[self.internal] = internal
        return y

    # --- evaluation -----------------------------------------------------------------------

    def evaluate(self, state: State) -> Snapshot:
        """Everything about the motion at a state."""
        return snapshot_of(self, self.convert_state(state))

    def observe(self, times: np.ndarray, vectors: np.ndarray) -> dict[str, np.ndarray]:
        """Everything about many states in rows, by the names of `treetop.system.fields`."""
        return observation(self, times, vectors)

    def at(self, state: State) -> Evaluation:
        """The system evaluated at a state: motions and forces of all bodies, in arrays that nothing
        else writes to."""
        return Evaluation(self, self.convert_state(state))

    def at_once(self, state: State) -> Evaluation:
        """The system evaluated at a state in arrays that the next evaluation of this thread writes
        to: for what is read at once, where `at` would make new ones at each of many events."""
        return Evaluation(self, self.convert_state(state), context=self._scratch)

    def at_joint_vector(self, time: float, z: np.ndarray) -> Evaluation:
        """The system evaluated at a state vector in joint coordinates."""
        return Evaluation(self, State(self, time, self.own_vector(z)), z)

    def rate(self, state: State) -> np.ndarray:
        """The rate of change of the state's vector."""
        return self.rate_in(self._scratch, self.convert_state(state))

    def rate_in(self, context: Context, state: State) -> np.ndarray:
        """The rate of change of the state's vector, motion and forces being left in a context."""
        rate = np.zeros_like(state.vector)
        try:
            self.derivative(state.time, state.vector, rate, context.fresh_problem())
        except IndexError as error:
            raise RunError(f"at {state.time:g} s: {beyond_array(error)}") from error
        return rate

    def jacobian(
        self,
        state: State,
        of: Iterable[str] | str = "rates",
        to: Iterable[str] | str | None = None,
    ) -> xr.DataArray:
        """Derivatives at a state, by name: exact, but for what ``attrs["method"]`` names.

        Parameters
        ----------
        state : State
        of : "rates", labels, or the name of a frame
            Rates of the coordinates, speeds and internal states, of all or of those named; or the
            angular velocity of a frame and the velocity of its origin, inertial axes.
        to : labels, optional
            The coordinates, speeds and internal states, commands among them, that change; of a
            frame, speeds.  Without them, all.

        Returns
        -------
        DataArray
            Dimensions "of" and "to".  Each number of the state changes by itself, so that states
            with loops leave the constraints: accelerations are then those of the equations there.

        Examples
        --------
        >>> import treetop as tt
        >>> m = tt.Model("pendulum")
        >>> bob = m.add_body("bob", mass=1, centre=[0, 0, -2])
        >>> hinge = m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, bob)
        >>> weight = m.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
        >>> system = m.build()
        >>> J = system.jacobian(system.state(), of="hinge.rate", to="hinge.angle")
        >>> J.item(), J.method
        (-4.905, 'exact')
        """
        if self.equations.absolute:
            what = f"'{self.formulation}' has no joint coordinates to differentiate by"
            raise TreetopError(f"{what}; build the system as 'recursive' or 'kane'")
        return jacobian(self, self.convert_state(state), of, to)

    def mass_matrix(self, state: State) -> np.ndarray:
        """The symmetric matrix M of ``½ uᵀ M u``, the kinetic energy."""
        return self.at(state).mass_matrix()

    def bias(self, state: State) -> np.ndarray:
        """The vector of ``M u' + bias = efforts``: all that acts while the speeds are constant."""
        return self.inverse_dynamics(state, np.zeros(len(self.speed_labels)))

    def inverse_dynamics(self, state: State, speed_rates: np.ndarray) -> np.ndarray:
        """Efforts, beyond the model's own forces, that make the speeds change at given rates.

        Constraints beside those of a tree's joints exert nothing here: what they exert in a motion
        is among the efforts.
        """
        return self.at(state).inverse_dynamics(speed_rates)

    def partial_velocities(self, state: State) -> PartialVelocities:
        """Partial velocities and partial angular velocities of all bodies, and their rates.

        Of a system built with ``formulation="kane"``; inertial axes, of the origin of each body's
        frame and of its mass centre.

        Examples
        --------
        >>> import treetop as tt
        >>> m = tt.Model("block on a rail")
        >>> rail = m.add_joint("rail", tt.Prismatic("x"), m.ground, m.add_body("block", mass=2))
        >>> system = m.build("kane")
        >>> partials = system.partial_velocities(system.state(rail={"slide_rate": 3}))
        >>> partials.speeds, partials.body["block"].centre_velocity[:, 0]
        (['rail.slide_rate'], array([1., 0., 0.]))
        """
        return partial_velocities(self.at(state))

    def counts(self, state: State) -> Counts:
        """How many coordinates and constraints this formulation has, and what freedom is left."""
        return counts_at(self.at(state))

    def constraint_matrix(self, state: State) -> tuple[np.ndarray, list[str]]:
        """The constraints, those of all joints among them, as rows for the motions of all bodies,
        and the joint or constraint that each row belongs to.

        Columns: angular and linear acceleration of each body's outboard joint frame, inertial axes;
        of flexible bodies, of their frames, and last the accelerations of all modes.
        """
        return free_rows(self.at(state)), list(constraint_owners(self))

    def require_own(self, state: State) -> None:
        """Refuse a state whose vector means something else: kernels would run out of their room."""
        self._require_same_model(state)
        if state.system.equations.from_joints is not self.equations.from_joints:
            hint = "convert it by state_of"
            raise TreetopError(f"{state!r} is one of '{state.system.formulation}': {hint}")

    def require_start(self, state: State) -> None:
        """Refuse to start from a state that violates the constraints."""
        require_start(self, self.convert_state(state))

    def settled(self, state: State) -> State:
        """The nearest state that meets the constraints, in the measure of kinetic energy."""
        state = self.convert_state(state)
        y = state.vector.copy()
        for _ in range(SETTLING):
            self.project(state.time, y, np.zeros_like(y), self.problem)
        return State(self, state.time, y)

    def _require_same_model(self, state: State) -> None:
        require_state(self, state)
        labels, other = ((s.coordinate_labels, s.speed_labels) for s in (self, state.system))
        if labels != other:
            raise TreetopError(f"{state!r} belongs to another system; make one of this system's")

    def unmet(self, ahead: Iterable[State]) -> str:
        """Names the constraints that states ahead do not meet."""
        return unmet(self, ahead)

    def locked(self, start: State, ahead: Iterable[State]) -> str:
        """Names what cannot go on from the first of the states ahead, if any."""
        ahead = list(ahead)
        jammed = friction_jams(self, ahead[0])
        return jammed or (locked(self, start, ahead) if self.constrained else "")

    def require_inertia(self) -> None:
        """Every speed must move something that has inertia, in some general position; with
        constraints beyond a tree that depends on the position."""
        if not self._has_inertia:
            with self.without_user_forces():
                require_inertia(self)
            self._has_inertia = True

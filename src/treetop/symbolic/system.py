"""Equations in symbols, compiled: a system that `treetop.simulate` runs."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from treetop.core.compiler import entry, written_module
from treetop.core.formulations import user_equations as kernels
from treetop.core.interface import LOST
from treetop.core.spatial import Mat3, Vec3, quaternion_of
from treetop.errors import ModelError, Problem, RunError, TreetopError
from treetop.results.audit import Audit, audit
from treetop.results.read import SYMBOLIC
from treetop.simulation.sample_times import times_of
from treetop.symbolic import consistency
from treetop.symbolic.code import source
from treetop.symbolic.derivation import derived
from treetop.symbolic.description import Description
from treetop.symbolic.evaluation import Context, Evaluation, copied
from treetop.symbolic.labels import Labels
from treetop.symbolic.snapshot import Matrices, SymbolicSnapshot
from treetop.system.snapshot import BodyMotion
from treetop.system.state import State, checked_rows, checked_time, require_finite, require_state

ENERGIES = 3  # the first of what is seen: T, V, and by how much T + V exceeds h


class SymbolicSystem:
    """Equations of motion given in symbols, compiled.

    Made by ``LagrangianSystem.build`` and by `treetop.symbolic.from_sympy`.

    Attributes
    ----------
    title : str
    coordinate_labels, speed_labels : list of str
        Names of coordinates, with auxiliary variables at the end, and of speeds.
    constraint_labels, body_names, output_labels : list of str
    """

    formulation = SYMBOLIC
    uncontrolled = 1  # the work
    geometry = None, None  # coordinates may be anything
    model = None  # these are not those of a model
    equations = None  # by which one would be solved
    origin_index = -1  # no origin moves

    def __init__(
        self,
        title: str,
        description: Description,
        labels: Labels,
        parameters: Sequence[float],
        breaks: Sequence[float] = (),
    ) -> None:
        self.title, self.names, self._description = title, labels, description
        self.coordinate_labels = labels.coordinates + labels.variables
        self.speed_labels, self.constraint_labels = labels.speeds, labels.constraints
        self.body_names, self.output_labels = labels.bodies, labels.outputs
        self.breaks, self.timed = np.sort(times_of(breaks, "breaks")), description.timed
        module = written_module(
            f"equations_{description.key()}", lambda: source(description, derived(description))
        )
        self.functions = kernels.Functions(
            entry(*kernels.MOTION)(module.motion).function,
            entry(*kernels.HOLD)(module.hold).function,
            entry(*kernels.OUTPUTS)(module.outputs).function,
        )
        self._on_positions = [
            name
            for name, expression in zip(labels.constraints, description.constraints, strict=True)
            if not expression.has(*description.u)
        ]
        counts = len(description.q), len(description.u), len(description.z), len(self._on_positions)
        p = np.array(parameters, dtype=float)
        m = len(labels.constraints)
        self._threads, self._first = threading.local(), kernels.store(*counts, m, module.DRIVEN, p)
        self.size = int(self._first.rate.size)  # of states
        self.derivative, self.project = kernels.derivative.function, kernels.project.function
        self._balanced = description.balanced

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies are built anew: compiled code and its addresses belong to one object."""
        arguments = (
            self.title,
            self._description,
            self.names,
            list(self.store.p),
            list(self.breaks),
        )
        return type(self), arguments

    @property
    def places(self) -> dict[str, int | slice]:
        """Where in a state vector the coordinates and speeds stand by name."""
        return {}

    def context(self) -> Context:
        """Arrays of one's own to evaluate the system in, as those of this thread are now."""
        return Context(self.functions, copied(self.store))

    @property
    def _scratch(self) -> Context:
        found = getattr(self._threads, "context", None)
        if found is None:
            found = self._threads.context = Context(self.functions, copied(self._first))
        return found

    @property
    def store(self) -> kernels.Store:
        """What evaluations in this thread write."""
        return self._scratch.store

    @property
    def problem(self) -> Any:
        """A handle for kernels; each thread has its own."""
        return self._scratch.problem

    # --- what the time loop and the result ask for ------------------------------------------

    @property
    def description(self) -> str:
        return self.names.description

    @property
    def labels(self) -> dict[str, Any]:
        """The names along each dimension of a result."""
        names = {
            "coordinate": self.coordinate_labels,
            "speed": self.speed_labels,
            "output": self.output_labels,
        }
        units = {f"{dim}_unit": (dim, self.names.unit(labels)) for dim, labels in names.items()}
        return names | units | {"constraint": self.constraint_labels, "body": self.body_names}

    def audit(self, data: Any) -> Audit:
        """How well a run has kept energy and constraints."""
        return audit(None, data)

    # --- states ---------------------------------------------------------------------------

    def state(
        self, values: Mapping[Any, float] | None = None, time: float = 0.0, **named: float
    ) -> State:
        """A state by names or symbols; what is not given is zero.

        Parameters
        ----------
        values : mapping, optional
            By coordinate, rate, speed or auxiliary variable, as SymPy has them or by name.
        time : float, s
        **named
            The same by name: ``x=0.5, x_rate=1.0``.

        Raises
        ------
        ModelError
            If it violates the constraints; the message reports the nearest state that does not,
            which `nearest_state` gives.
        """
        return consistency.consistent(self, checked_time(time), self._vector(values, named))

    def nearest_state(
        self, values: Mapping[Any, float] | None = None, time: float = 0.0, **named: float
    ) -> State:
        """The state nearest to the one given, likewise, at which all constraints hold."""
        return consistency.nearest(self, checked_time(time), self._vector(values, named))

    def joint_values(self, state: State) -> dict[str, float]:
        """Coordinates and speeds by label."""
        values = np.concatenate(self.coordinates_of(state.vector[None, :]), axis=1)[0]
        labels = [*self.coordinate_labels, *self.speed_labels]
        return dict(zip(labels, values.tolist(), strict=True))

    def coordinates_of(self, vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Coordinates, with auxiliary variables at the end, and speeds of vectors in rows."""
        nq, nu = self.store.size[:2]
        q, u, z = vectors[:, :nq], vectors[:, nq : nq + nu], vectors[:, nq + nu : -1]
        return np.hstack([q, z]), u.copy()

    def require_own(self, state: State) -> None:
        """Refuse a state whose vector means something else."""
        require_state(self, state)
        other = state.system
        layout = (self.coordinate_labels, self.speed_labels, self.size)
        theirs = (other.coordinate_labels, other.speed_labels, other.size)
        if layout != theirs:
            raise TreetopError(f"{state!r} belongs to another system; make one of this system's")

    def convert_state(self, state: State) -> State:
        """A state as one of this system; refuses one with other coordinates."""
        self.require_own(state)
        return State(self, state.time, state.vector)

    def own(self, state: State) -> State:
        """The former name of `convert_state`."""
        warnings.warn("System.own is now called convert_state", FutureWarning, stacklevel=2)
        return self.convert_state(state)

    def require_start(self, state: State) -> None:
        """Refuse to start where the constraints do not hold; ready the system to start there."""
        self.require_own(state)
        require_finite(state)
        consistency.consistent(self, state.time, state.vector)

    # --- evaluation -----------------------------------------------------------------------

    def evaluate(self, state: State) -> SymbolicSnapshot:
        """Everything about the motion at a state."""
        self.require_own(state)
        seen = self._observed(np.array([state.time]), state.vector[None, :])
        if not all(np.isfinite(values).all() for values in seen):
            raise RunError(f"at {state.time:g} s: {self.at(state).trouble()}")
        fields = {name: values[0] for name, values in self._fields(seen).items()}
        rank = int(seen.ranks[0, 1])
        motion = BodyMotion.__dataclass_fields__
        return SymbolicSnapshot(
            time=state.time,
            speed_rates=fields["speed_rates"],
            constraint_force=fields["constraint_force"],
            multipliers=_by_name(self.constraint_labels, fields["multipliers"]),
            kinetic_energy=float(fields["kinetic_energy"]),
            potential_energy=float(fields["potential_energy"]),
            constraint_error=float(fields["constraint_error"]),
            rank=rank,
            degrees_of_freedom=len(self.speed_labels) - rank,
            outputs=_by_name(self.output_labels, fields["outputs"]),
            body={
                body: BodyMotion(**{name: fields[name][i] for name in motion})
                for i, body in enumerate(self.body_names)
            },
        )

    def observe(self, times: np.ndarray, vectors: np.ndarray) -> dict[str, np.ndarray]:
        """Outputs for many states in rows, by the names of `treetop.system.fields`."""
        seen = self._observed(times, vectors)
        q, u = self.coordinates_of(vectors)
        work = vectors[:, -1] + seen.seen[:, 2]
        fields = self._fields(seen) | {"coordinates": q, "speeds": u}
        return fields | {"work": work} if self._balanced else fields

    def rate(self, state: State) -> np.ndarray:
        """The rate of change of the state's vector."""
        self.require_own(state)
        rate = np.zeros_like(state.vector)
        self.derivative(state.time, state.vector, rate, self.problem)
        return rate

    def matrices(self, state: State) -> Matrices:
        """Mass matrix, forces and constraints at a state, in numbers."""
        store = self.at(state).store
        return Matrices(store.M.copy(), store.Q.copy(), store.A.copy(), store.b.copy())

    def mass_matrix(self, state: State) -> np.ndarray:
        """The symmetric matrix M of ``½ uᵀ M u``, the kinetic energy; it may be singular."""
        return self.matrices(state).M

    def at(self, state: State) -> Evaluation:
        """The system evaluated at a state, in arrays that nothing else writes to."""
        return Evaluation(self, self.convert_state(state))

    def unmet(self, ahead: Iterable[State]) -> str:
        """Names the constraints that states ahead do not meet."""
        for state in ahead:
            y = state.vector.copy()
            if self.project(state.time, y, np.zeros_like(y), self.problem) == LOST:
                return consistency.unmet(self)
        return ""

    def locked(self, _start: State, _ahead: Iterable[State]) -> str:
        """Nothing: a singular position is not distinguished here."""
        return ""

    # --- inside ---------------------------------------------------------------------------

    def _observed(self, times: np.ndarray, vectors: np.ndarray) -> kernels.Histories:
        n, m = len(self.speed_labels), len(self.constraint_labels)
        seen = ENERGIES + len(self.output_labels) + len(self.body_names) * _body_size(n)
        times, vectors = checked_rows(times, vectors, self.size)
        out = kernels.histories(len(times), n, m, seen)
        kernels.observe(times, vectors, self.problem, out)
        return out

    def rotations(self, seen: kernels.Histories) -> np.ndarray:
        """Rotation matrices of bodies, time first."""
        R = self._bodies(seen)[:, :, 3:12]
        return R.reshape(*R.shape[:2], 3, 3)

    def _bodies(self, seen: kernels.Histories) -> np.ndarray:
        after, size = ENERGIES + len(self.output_labels), _body_size(len(self.speed_labels))
        return seen.seen[:, after:].reshape(len(seen.seen), len(self.body_names), size)

    def _fields(self, seen: kernels.Histories) -> dict[str, np.ndarray]:
        after = ENERGIES + len(self.output_labels)
        return _body_fields(self._bodies(seen), seen.speed_rates) | {
            "speed_rates": seen.speed_rates,
            "constraint_force": seen.constraint_force,
            "multipliers": seen.multipliers,
            "constraint_error": seen.constraint_error,
            "kinetic_energy": seen.seen[:, 0],
            "potential_energy": seen.seen[:, 1],
            "outputs": seen.seen[:, ENERGIES:after],
        }

    def _vector(self, values: Mapping[Any, float] | None, named: dict[str, float]) -> np.ndarray:
        labels = [*self.names.coordinates, *self.speed_labels, *self.names.variables]
        names = {str(key): value for key, value in (values or {}).items()}
        by_name = {self.names.symbols.get(name, name): value for name, value in names.items()}
        y, problems = np.zeros(len(labels) + 1), []
        for name, value in (by_name | named).items():
            if name not in labels:
                hint = f"there are: {', '.join(labels)}"
                problems.append(Problem("is no coordinate, rate or variable", name, hint))
                continue
            try:
                y[labels.index(name)] = value
            except (TypeError, ValueError):
                y[labels.index(name)] = np.nan
            if not np.isfinite(y[labels.index(name)]):
                problems.append(Problem(f"{value!r} is not a number", name, "give a number"))
        if problems:
            raise ModelError(problems)
        return y


def _by_name(names: list[str], values: np.ndarray) -> dict[str, float]:
    return dict(zip(names, map(float, values), strict=True))


def _body_size(speeds: int) -> int:
    """Numbers of a body: position, rotation, motion, its bias, and its part of each speed."""
    return 3 + 9 + 6 + 6 + 6 * speeds


def _body_fields(bodies: np.ndarray, speed_rates: np.ndarray) -> dict[str, np.ndarray]:
    """Motion of bodies, time first; angular quantities in body axes."""
    t, n = bodies.shape[:2]
    R, V, bias = bodies[:, :, 3:12], bodies[:, :, 12:18], bodies[:, :, 18:24]
    per_speed = bodies[:, :, 24:].reshape(t, n, 6, speed_rates.shape[1])
    A = bias + np.einsum("tnij,tj->tni", per_speed, speed_rates)
    attitude = np.array([[_quaternion(R[s, i]) for i in range(n)] for s in range(t)])
    return {
        "position": bodies[:, :, :3],
        "velocity": V[:, :, :3],
        "acceleration": A[:, :, :3],
        "attitude": attitude.reshape(t, n, 4),
        "angular_velocity": V[:, :, 3:],
        "angular_acceleration": A[:, :, 3:],
    }


def _quaternion(R: np.ndarray) -> tuple[float, ...]:
    return tuple(quaternion_of(Mat3(*(Vec3(*row) for row in R.reshape(3, 3)))))

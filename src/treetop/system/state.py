"""The state of a system at one instant, by names."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from itertools import groupby
from reprlib import repr as short
from typing import Any

import numpy as np

from treetop.assembly.assembly import Assembly
from treetop.assembly.internal_states import derived_states
from treetop.assembly.numbering import PARTS
from treetop.core.formulations.joint_space.state import length
from treetop.core.interface import EXTRA, WORKS
from treetop.core.kinematics.loop_joints import UNKNOWN
from treetop.errors import ModelError, Problem, TreetopError
from treetop.model import Free
from treetop.model.initial_state import start_values
from treetop.model.quantity import Invalid, number
from treetop.model.specification import unknown
from treetop.notebook import table
from treetop.system.orbit_starts import has_orbit, in_orbit, refuse_origin
from treetop.topology.mechanism import Mechanism
from treetop.topology.spanning_tree import closing_start_problems

# Where a state vector of any formulation has the origin, and its velocity; the works come last.
MOVED = ("position", "velocity")  # of free bodies, seen from the origin of positions
ORIGIN, VELOCITY = slice(-EXTRA, -WORKS - 3), slice(-WORKS - 3, -WORKS)


class State:
    """Coordinates and speeds of a system at a time.

    Attributes
    ----------
    time : float, s
    vector : ndarray
        All that the time loop carries along: coordinates and speeds (those of free bodies
        measured from the moving origin), the origin, and the works done since the start.

    Examples
    --------
    >>> state["boom.slide"], state["orbit.position"]     # doctest: +SKIP
    """

    def __init__(self, system: Any, time: float | str, vector: Any) -> None:
        require_system(system)
        self._system, self._time = system, checked_time(time)
        self.vector = vector

    @property
    def system(self) -> Any:
        return self._system

    @property
    def time(self) -> float:
        return self._time

    @property
    def vector(self) -> np.ndarray:
        return self._vector

    @vector.setter
    def vector(self, value: Any) -> None:
        # A copy: kernels write beyond an array that is not what they take it for.
        self._vector = checked_numbers(value, (self.system.size,), "the vector of a state").copy()

    @property
    def coordinates(self) -> np.ndarray:
        """All coordinates, in the order of ``system.coordinate_labels``."""
        return self.system.coordinates_of(self.vector[None, :])[0][0]

    @property
    def speeds(self) -> np.ndarray:
        """All speeds, in the order of ``system.speed_labels``."""
        return self.system.coordinates_of(self.vector[None, :])[1][0]

    @property
    def origin(self) -> np.ndarray:
        """The origin that positions of free bodies are kept relative to, m."""
        return self.vector[ORIGIN].copy()

    def __getitem__(self, label: str) -> Any:
        """A coordinate or speed by name; three or four numbers for a vector or a quaternion."""
        label = str(label)
        place = self._system.places.get(label)
        if place is not None:  # it stands in the vector
            found = self._vector[place]
            return float(found) if isinstance(place, int) else found.copy()
        values = self.system.joint_values(self)
        if label in values:
            return float(values[label])
        parts = [value for name, value in values.items() if name.rpartition(".")[0] == label]
        if not parts or "." not in label:
            raise KeyError(f"no coordinate or speed {label!r}; there are: {', '.join(values)}")
        return np.array(parts)

    def _repr_html_(self) -> str:
        values = self.system.joint_values(self).items()
        return table(repr(self), ((label, f"{value:.9g}") for label, value in values))

    def __repr__(self) -> str:
        return f"<State of {self.system.title!r} at {self.time:g} s>"


# --- at the door of kernels -------------------------------------------------------------------


def checked_numbers(numbers: Any, shape: tuple[int, ...], what: str) -> np.ndarray:
    """Numbers as kernels read them, in an array of that shape, -1 for any; others are refused."""
    try:
        array = np.asarray(numbers)
    except ValueError:  # rows of several lengths
        array = np.array(None)
    if array.dtype.kind not in "fiu":
        raise TreetopError(f"{what}: {short(numbers)} is not an array of real numbers")
    if array.ndim != len(shape) or any(
        wanted not in (-1, there) for wanted, there in zip(shape, array.shape, strict=True)
    ):
        found = f"its shape is {array.shape}, and must be {shape}".replace("-1", "any")
        raise TreetopError(f"{what} does not fit the system: {found}")
    return np.ascontiguousarray(array, dtype=float)


def checked_rows(times: Any, vectors: Any, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Times, and a state vector for each, in rows."""
    times = checked_numbers(times, (-1,), "times")
    return times, checked_numbers(vectors, (times.size, size), "state vectors, one for each time")


def checked_time(time: float | str) -> float:
    """A time in s, which may carry a unit."""
    if isinstance(time, float) and math.isfinite(time):
        return float(time)
    try:
        return float(number(time, "s"))
    except Invalid as error:
        raise ModelError([Problem(error.what, "time", error.hint)]) from None


def require_system(system: Any) -> None:
    """Refuse what is not a built model, or equations in symbols."""
    if isinstance(system, type) or not hasattr(system, "require_start"):
        file = isinstance(system, str | os.PathLike)
        hint = f"give tt.load({short(str(system))})" if file else "build one by Model.build"
        raise TreetopError(f"{short(system)} is not a system ({hint})")


def require_state(system: Any, state: Any) -> None:
    """Refuse what is no state, or not one of such a system; its vector is looked at each time."""
    if isinstance(state, float | int | str):
        what = f"{short(state)} stands where the start state does"
        raise TreetopError(f"{what} (write duration={state!r} for how long a run is)")
    if not isinstance(state, State):
        raise TreetopError(f"{short(state)} is not a state (make one by system.state(...))")
    if type(state.system) is not type(system):
        raise TreetopError(f"{state!r} belongs to another system; make one of this system's")
    y = state.vector  # checked when it was set; NumPy can change arrays in place
    if y.shape != (state.system.size,) or y.dtype != float:
        checked_numbers(y, (state.system.size,), "the vector of a state")
        raise TreetopError(f"{state!r}: its vector was changed to {y.dtype}")


def require_finite(state: State) -> None:
    """Refuse to start from what is not a number."""
    if not np.isfinite(state.vector).all():
        raise TreetopError(f"{state!r}: not all numbers of its vector are finite")


def absolute(assembly: Assembly, vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates and speeds, those of free bodies seen from the ground, of states in rows,
    given in joint coordinates."""
    nq, nu = len(assembly.coordinates), len(assembly.speeds)
    q, u = vectors[:, :nq].copy(), vectors[:, nq : nq + nu].copy()
    if assembly.tables.falling[0]:
        origin, velocity = vectors[:, ORIGIN], vectors[:, VELOCITY]
        for i, X_NF in assembly.roots.items():
            k, j = assembly.tables.tree.q_at[i] + 4, assembly.tables.tree.u_at[i] + 3
            q[:, k : k + 3] += _turned_back(X_NF.R, origin - X_NF.p)
            u[:, j : j + 3] += _turned_back(X_NF.R, velocity)
    return q, u


def _turned_back(R: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """``Rᵀ`` times each row, summed in one order: a product of matrices rounds by their sizes."""
    return rows[:, :1] * R[0] + rows[:, 1:2] * R[1] + rows[:, 2:] * R[2]


def joint_vector(
    model: Mechanism,
    assembly: Assembly,
    joints: Mapping[str, Mapping[str, Any]],
    origin: Mapping[str, Any] | None,
) -> np.ndarray:
    """The state vector in joint coordinates, by joint and name; what is not given is zero.

    With `origin` given, free bodies on the ground are placed relative to it.
    """
    refuse_origin(joints, origin)
    orbiting = assembly.tables.gravity.central[0] > 0.0
    values = _checked(model, assembly, joints, needs_position=orbiting and origin is None)
    nq, nu = len(assembly.coordinates), len(assembly.speeds)
    y = np.zeros(length(assembly.tables))
    starts = [port.start for port in assembly.states.values()]
    turning = nq + nu + len(starts)
    y[nq + nu : turning] = starts
    y[turning:-EXTRA] = UNKNOWN
    labels = [*assembly.coordinates, *assembly.speeds]
    y[[k for k, label in enumerate(labels) if label.endswith(".attitude.w")]] = 1.0
    place = {label: k for k, label in enumerate(labels)}
    place |= {label: k for k, label in enumerate(_turns(assembly), start=turning)}
    for joint, start in values.items():
        for name, value in start.items():
            numbers = np.atleast_1d(value)
            for part, component in zip(PARTS[numbers.size], numbers, strict=True):
                label = f"{joint}.{name}{part}"
                if label in place:  # else an angle whose full turns change nothing
                    y[place[label]] = component
    if assembly.tables.falling[0]:
        _place_origin(assembly, y, origin)
    elif origin is None:
        y[ORIGIN] = assembly.anchor
    else:
        what = "this model is tied to the ground, so its origin cannot be elsewhere"
        raise ModelError([Problem(what, "start.origin", "leave the origin out")])
    return y


def carried_vector(new: Assembly, old: Assembly, z: np.ndarray) -> np.ndarray:
    """A state vector in joint coordinates for another model with the same coordinates and speeds:
    by names, from the ground; what the other one does not know is as at a start."""
    n = len(new.coordinates) + len(new.speeds)
    y = np.zeros(length(new.tables))
    y[:n], y[-EXTRA:] = z[:n], z[-EXTRA:]
    known = dict(zip([*old.states, *_turns(old)], z[n:-EXTRA].tolist(), strict=True))
    starts = {name: port.start for name, port in new.states.items()}
    starts |= dict.fromkeys(_turns(new), UNKNOWN)
    y[n:-EXTRA] = [known.get(name, value) for name, value in starts.items()]
    if old.tables.falling[0] and not (new.tables.falling[0] and _same_roots(new, old)):
        q, u = absolute(old, z[None, :])
        y[: len(new.coordinates)], y[len(new.coordinates) : n] = q[0], u[0]
        y[ORIGIN], y[VELOCITY] = 0.0, 0.0
    if new.tables.falling[0] and not (old.tables.falling[0] and _same_roots(new, old)):
        _place_origin(new, y, None)
    return y


def _turns(assembly: Assembly) -> list[str]:
    """Angles of closing joints whose full turns a state remembers."""
    labels = assembly.closing_labels.coordinates
    return [labels[k] for k in assembly.tables.loops.carried[:, 0]]


def _same_roots(new: Assembly, old: Assembly) -> bool:
    """Whether free bodies are placed in the same frames of the ground."""
    pairs = zip(new.roots.values(), old.roots.values(), strict=False)
    return all(np.array_equal(a.R, b.R) and np.array_equal(a.p, b.p) for a, b in pairs)


def _checked(
    model: Mechanism,
    assembly: Assembly,
    joints: Mapping[str, Mapping[str, Any]],
    needs_position: bool,
) -> dict[str, dict[str, Any]]:
    """The given values in SI, or one error with all that is wrong."""
    problems, values = [], {}
    for name, start in joints.items():
        if name not in model.joints:
            problems.append(_no_joint(model, name))
            continue
        try:
            read = start_values(model.joints[name].kind, start, f"start.{name}")
            values[name] = in_orbit(model, assembly, name, read)
            if name in assembly.closing:
                problems += closing_start_problems(model.joints[name], read)
        except ModelError as error:
            problems += error.problems
    if needs_position:
        roots = [assembly.links[i - 1].joint for i in assembly.roots]
        free = [joint.name for joint in roots if isinstance(joint.kind, Free)]
        placed = {n for n, start in joints.items() if has_orbit(start) or "position" in start}
        problems += [_lost(name) for name in free if name not in placed]
    if problems:
        raise ModelError(problems)
    return values


def _no_joint(model: Mechanism, name: str) -> Problem:
    wrong = unknown("joint", name, model.joints, f"start.{name}")
    carrying = [
        joint.name
        for joint in model.joints.values()
        if joint.outboard.partition(".")[0] == name and name in model.model.bodies
    ]
    if not carrying:
        return wrong
    return wrong._replace(hint=f"'{name}' is a body, and starts as its joint '{carrying[0]}' says")


def _lost(joint: str) -> Problem:
    what = f"joint '{joint}' has no position, and central gravity needs one"
    hint = "give its position, as in position: [7000 km, 0, 0], and its velocity, or its orbit"
    return Problem(what, f"start.{joint}.position", hint)


def _place_origin(assembly: Assembly, y: np.ndarray, origin: Mapping[str, Any] | None) -> None:
    """Put the origin where the first body is, and measure free bodies from there."""
    tree, nq = assembly.tables.tree, len(assembly.coordinates)
    if origin is not None:
        start = start_values(Free(), origin, "start.origin")
        y[ORIGIN] = start.get("position", 0.0)
        y[VELOCITY] = start.get("velocity", 0.0)
        return
    first = assembly.roots[1]
    place = first.p + first.R @ y[4:7]
    velocity = first.R @ y[nq + 3 : nq + 6]
    y[ORIGIN], y[VELOCITY] = place, velocity
    for i, X_NF in assembly.roots.items():
        k, j = tree.q_at[i] + 4, nq + tree.u_at[i] + 3
        y[k : k + 3] -= X_NF.R.T @ (place - X_NF.p)
        y[j : j + 3] -= X_NF.R.T @ velocity


def places_of(system: Any) -> dict[str, int | slice]:
    """Where in a state vector the coordinates, speeds and internal states stand that are there as
    they are."""
    derived, first = derived_states(system.mechanism), system.internal.start
    numbered = enumerate(system.assembly.states, start=first)
    internal: dict[str, int | slice] = {label: k for k, label in numbered if label not in derived}
    if system.equations.absolute:
        return internal
    labels = system.coordinate_labels + system.speed_labels
    moved = {f"{system.joint_names[i - 1]}.{name}" for i in system.assembly.roots for name in MOVED}
    from_origin = moved if system.tables.falling[0] else set()  # those are measured from the origin
    found: dict[str, int | slice] = {label: k for k, label in enumerate(labels)}
    for whole, parts in groupby(enumerate(labels), lambda each: each[1].rpartition(".")[0]):
        numbers = [k for k, _ in parts]
        if "." in whole:
            found[whole] = slice(numbers[0], numbers[-1] + 1)
    return internal | {
        label: k
        for label, k in found.items()
        if label not in from_origin and label.rpartition(".")[0] not in from_origin
    }

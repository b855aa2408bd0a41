"""The equations of motion about a state, linear in what is small.

    δ' = W δ + v    v' = K δ + D v    δ displacements along the speeds, v changes of the speeds

Internal states of forces and devices, inputs and outputs are taken in by a `Plant`.

**Frames.**  Joints that are no free joints are given by their coordinates.  A free body is compared
with the same body in the reference motion: displacements, turns and changes of velocity are
differences from that motion along the axes of the reference body, which turn with it; W says what
their turning does.  So neither the place, the velocity nor the acceleration of a free body is part
of what is small: a spacecraft in orbit is linear in its own free-falling frame, one that drifts or
is pushed along in the frame that goes with it.  The matrices are constant if the reference motion
is steady in these axes; Earth-pointing in a circular orbit is.

Prescribed speeds, and what constraints forbid, are left out: columns of `directions` span what is
left, each with 1 for a speed of its own and 0 for those of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from treetop.errors import TreetopError
from treetop.system.constraint_analysis import RANK, constraint_rows
from treetop.system.differences import Derivative, derivatives
from treetop.system.evaluation import Evaluation
from treetop.system.exact_derivatives import Sides, Values, exact_derivatives
from treetop.system.exact_rates import exact_rates
from treetop.system.initial_assembly import displacement_scales, motions_per_speed
from treetop.system.perturbation import (
    displaced,
    force_rounding,
    free_joints,
    from_mass_centre,
    motions,
    speed_rates,
    speeds_in_axes,
    speeds_of,
    straight_changes,
    turning,
    undefined,
    velocity_turning,
    with_speeds,
)
from treetop.system.plant import Plant
from treetop.system.state import State, require_system
from treetop.system.system import System

STEP = 2e-3  # rad, or part of the mechanism's size, by which bodies are displaced at most
CLEAR = 1e-8  # part of what a quantity is, or changes by, that a jump must have to be one
EXACT = "exact"  # how derivatives were found
INTERNAL_STEP = 2e-3  # part of an internal state, or of its unit, by which it is changed at most


@dataclass(frozen=True)
class Linear:
    """A system about a state.

    Attributes
    ----------
    labels : list of str
        Of the speeds of the tree.
    directions : ndarray, shape (nu, n)
        Independent displacements, as columns; along the axes of free bodies.
    independent : list of int
        The speed that each direction has as its own.
    A : ndarray, shape (2n + m, 2n + m)
        ``x' = A x``, x being displacements along the directions, changes of the speeds, and changes
        of the m internal states of forces and devices.
    rates : ndarray, shape (n,)
        How speeds change at the state itself, zero where it is steady.  Velocities of free bodies
        are those along their axes, seen from an origin in free fall with the mass centre.
    errors : ndarray, shape (2n + m, 2n + m)
        How far A may be off.
    mass : ndarray, shape (n, n)
        The mass matrix along the directions.
    scales : ndarray, shape (n,)
        The displacement along each direction that turns a body by 1 rad, or moves one by the size
        of the mechanism.
    internal : list of str
        The internal states of forces and devices.
    internal_rates : ndarray, shape (m,)
        How they change at the state itself.
    B, C, D : ndarray
        ``x' = A x + B w`` and ``z = C x + D w`` for inputs w and outputs z, if there are any.
    broken : ndarray of bool, shape (2n + m + outputs, 2n + m + inputs)
        Where a coefficient is of something that jumps, or has a corner, at the state.
    method : str
        How A and B were found: "exact", or "differences" and why.
    """

    labels: list[str]
    directions: np.ndarray
    independent: list[int]
    A: np.ndarray
    rates: np.ndarray
    errors: np.ndarray
    mass: np.ndarray
    scales: np.ndarray
    internal: list[str]
    internal_rates: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray
    broken: np.ndarray
    method: str


def linearised(system: System, state: State) -> Linear:
    """The linear equations about a state, by differences of the equations of motion.

    Parameters
    ----------
    system : System
        In joint coordinates: built as "recursive" or "kane".
    state : State
        Any that meets the constraints; matrices are constant where it is steady.

    Examples
    --------
    >>> import treetop as tt
    >>> from treetop.analysis import linearised
    >>> m = tt.Model("pendulum")
    >>> bob = m.add_body("bob", mass=1, centre=[0, 0, -1])
    >>> hinge = m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, bob)
    >>> weight = m.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
    >>> system = m.build()
    >>> linearised(system, system.state()).A.round(6).tolist()
    [[0.0, 1.0], [-9.81, 0.0]]
    """
    state = from_mass_centre(system, require_joint_coordinates(system, state))
    return linear_along(system, state, independent_speeds(system, state))


def require_joint_coordinates(system: System, state: State) -> State:
    """The state as one of a system that has joint coordinates."""
    require_system(system)
    state = system.convert_state(state)
    if system.equations.absolute:
        what = f"'{system.formulation}' has no joint coordinates to be linear in"
        raise TreetopError(f"{what}; build the system as 'recursive' or 'kane'")
    return state


def linear_along(
    system: System, state: State, independent: list[int], plant: Plant | None = None
) -> Linear:
    """The linear equations in displacements and changes of the given independent speeds."""
    plant = Plant(system) if plant is None else plant
    T, n, m = directions(system, state, independent), len(independent), len(plant.states)
    now = system.at_once(state)
    G = motions(now)
    scales = displacement_scales(now, G @ T)
    M = T.T @ mass_in_axes(system, state, now.mass_matrix()) @ T
    rounding = force_rounding(now, T, G, scales) / np.diag(M)
    sides = _Sides(plant, state, T, independent)
    moved = sides.derivatives(sides.displaced, sides.moved, STEP * scales)
    steps = STEP * scales * _frequencies(system, state, moved.value[:, :n])
    internal = INTERNAL_STEP * np.maximum(np.abs(state.vector[plant.places]), 1.0)
    steps = np.concatenate([steps, internal, plant.steps])
    changed = sides.derivatives(sides.changed, sides.others, steps)
    values, errors, changes, jumps = (
        np.concatenate(pair)[:, : sides.size].T for pair in zip(moved, changed, strict=True)
    )
    C = moved.value[:, sides.size :].T if system.constrained else np.zeros(T.shape)
    clear = CLEAR * np.maximum(changes.max(axis=1, initial=0.0), np.abs(sides.base[: sides.size]))
    clear[:n] = np.maximum(clear[:n], rounding)
    clear[n:] = np.maximum(clear[n:], rounding.max(initial=0.0))
    broken = jumps > clear[:, None]
    V = velocity_turning(system, state)
    values[:n, : 2 * n] += np.hstack([V @ C, V @ T])[independent]
    moving = np.zeros((n, values.shape[1]))
    moving[:, : 2 * n] = np.hstack([turning(system, state)[independent] @ T, np.eye(n)])
    whole, states = np.vstack([moving, values]), 2 * n + m
    axes = free_joints(system, state)
    rates = speed_rates(system, state, axes) + V @ speeds_in_axes(system, state, axes)
    return Linear(
        system.speed_labels,
        T,
        independent,
        whole[:states, :states],
        rates[independent],
        np.vstack([0.0 * moving, errors])[:states, :states],
        M,
        scales,
        plant.states,
        sides.base[n : n + m],
        whole[:states, states:],
        whole[states:, :states],
        whole[states:, states:],
        np.vstack([0.0 * moving, broken]).astype(bool),
        sides.method,
    )


# A state vector, what is added to the inputs, and by how much all speeds have changed.
_Given: TypeAlias = tuple[np.ndarray, np.ndarray | None, np.ndarray]


class _Sides:
    """What is seen to either side of a state: rates of independent speeds and of internal states,
    then outputs; with constraints also how all speeds have changed."""

    def __init__(self, plant: Plant, state: State, T: np.ndarray, independent: list[int]) -> None:
        self.plant, self.system, self.state = plant, plant.system, state
        self.T, self.independent = T, independent
        self.axes = free_joints(self.system, state)
        self.u = speeds_in_axes(self.system, state, self.axes)
        self.speeds = self.system.equations.chart.speeds(self.system.tables)
        self.constrained = self.system.constrained
        self.still = np.zeros(len(T) if self.constrained else 0)
        *lines, straight = straight_changes(self.system, state, self.axes)
        self.straight, self.per_speed = straight[independent], lines[1]
        self.moved, self.faster = (T.T @ each for each in lines)
        self.base = self._rows(1, lambda _: (state.vector, None, self.still))[0]
        self.size = len(self.base) - len(self.still)
        internal = np.eye(self.system.size)[plant.places]
        self.others = np.vstack([self.faster, internal, plant.input_changes])
        missing = exact_rates(self.system).missing
        self.method = f"differences: {missing}" if missing else EXACT

    def derivatives(self, values: Values, directions: np.ndarray, steps: np.ndarray) -> Derivative:
        """What is seen, by variables that change the state along directions: rates exactly; outputs
        by differences, as is how speeds follow constraints in motion, along which rates are then
        taken."""
        if self.method != EXACT:
            return derivatives(values, steps, self.base)
        rates = len(self.independent) + len(self.plant.states)
        follow = values == self.displaced and self.constrained and bool(self.u.any())
        if follow or self.size > rates:
            whole = derivatives(values, steps, self.base)
        else:
            whole = Derivative(*np.zeros((4, len(steps), len(self.base))))
        if follow:
            directions = directions + whole.value[:, self.size :] @ self.per_speed
        sides = Sides(
            self.state,
            self._of_rates,
            self.base[:rates],
            lambda which, far: values(which, far)[:, :rates],
        )
        found = exact_derivatives(exact_rates(self.system), sides, directions, steps)
        for part, exact_part in zip(whole, found, strict=True):
            part[:, :rates] = exact_part
        return whole

    def displaced(self, which: Sequence[int], far: np.ndarray) -> np.ndarray:
        """After displacements that leave independent speeds as they are."""
        return self._rows(len(which), lambda row: self._displaced(which[row], far[row]))

    def changed(self, which: Sequence[int], far: np.ndarray) -> np.ndarray:
        """With another speed, internal state or input."""
        return self._rows(len(which), lambda row: self._changed(which[row], far[row]))

    def _rows(self, count: int, perturbed: Callable[[int], _Given]) -> np.ndarray:
        """What is seen of several states."""
        rates, outputs, changes = [], [], []
        for row in range(count):
            y, inputs, change = perturbed(row)
            rate, seen = self.plant.look(self.state.time, y, inputs)
            rates.append(rate)
            outputs.append(seen)
            changes.append(change)
        whole = np.array(rates)
        speeds = whole[:, self.speeds]
        if not np.isfinite(speeds).all():
            row = int(np.flatnonzero(~np.isfinite(speeds).all(axis=1))[0])
            raise undefined(self.system, State(self.system, self.state.time, perturbed(row)[0]))
        return np.hstack([self._of_rates(whole), np.array(outputs), np.array(changes)])

    def _of_rates(self, whole: np.ndarray) -> np.ndarray:
        """Rates of independent speeds and of internal states, of rates of state vectors in rows."""
        speeds = whole[:, self.speeds].copy()
        for joint in self.axes:
            speeds[:, joint.move] = speeds[:, joint.move] @ joint.R
        return np.hstack([speeds[:, self.independent], whole[:, self.plant.places]])

    def _displaced(self, k: int, far: float) -> _Given:
        system, independent, axes, T = self.system, self.independent, self.axes, self.T
        if self.straight[k] and not self.constrained:
            return self.state.vector + far * self.moved[k], None, self.still
        there = displaced(system, self.state, far * T[:, k])
        if not self.constrained:
            return there.vector, None, self.still
        change = speeds_in_axes(system, there, axes) - self.u
        if change[independent].any():
            there = with_speeds(system, there, -T @ change[independent])
            change = speeds_in_axes(system, there, axes) - self.u
        return there.vector, None, change

    def _changed(self, k: int, far: float) -> _Given:
        n, m = len(self.independent), len(self.plant.states)
        if k < n and not self.constrained:
            return self.state.vector + far * self.faster[k], None, self.still
        if k < n:
            there = with_speeds(self.system, self.state, far * self.T[:, k])
            return there.vector, None, self.still
        if k < n + m:
            y = self.state.vector.copy()
            y[self.plant.places[k - n]] += far
            return y, None, self.still
        inputs = np.zeros(len(self.plant.steps))
        inputs[k - n - m] = far
        return self.state.vector, inputs, self.still


def mass_in_axes(system: System, state: State, M: np.ndarray) -> np.ndarray:
    """The mass matrix for speeds of which those of free bodies are along their axes."""
    for joint in free_joints(system, state):
        M[:, joint.move] = M[:, joint.move] @ joint.R
        M[joint.move] = joint.R.T @ M[joint.move]
    return M


def _frequencies(system: System, state: State, K: np.ndarray) -> np.ndarray:
    """What makes small speeds of small displacements, 1/s: how fast each direction oscillates by
    itself, or how fast the reference turns; 1 where there is neither."""
    turning_rate = max((np.abs(u).max(initial=0.0) for u in _turns(system, state)), default=0.0)
    frequencies = np.maximum(np.sqrt(np.abs(np.diag(K[:, : len(K)]))), turning_rate)
    return np.where(frequencies > 0.0, frequencies, 1.0)


def _turns(system: System, state: State) -> list[np.ndarray]:
    u = speeds_of(system, state)
    return [u[joint.turn] for joint in free_joints(system, state)]


# --- what is left free --------------------------------------------------------------------


def constraint_jacobian(now: Evaluation) -> np.ndarray:
    """Rows of the constraints beyond a tree's joints for the speeds; of free bodies along their
    axes."""
    system = now.system
    first = int(system.whole.constraints.joint_at[-1])
    J = constraint_rows(system, now.rows, first) @ motions_per_speed(now)
    for joint in free_joints(system, now.state):
        J[:, joint.move] = J[:, joint.move] @ joint.R
    return J


def independent_speeds(system: System, state: State, among: list[int] | None = None) -> list[int]:
    """Speeds that neither drives nor constraints determine, of those that may change."""
    free = (
        np.flatnonzero(system.tables.tree.prescribed == 0)
        if among is None
        else np.array(among, int)
    )
    if not system.constrained or not len(free):
        return [int(j) for j in free]
    J = _scaled(system.at(state))[:, free]
    values = np.linalg.svd(J, compute_uv=False)
    rank = int(np.sum(values > RANK * values.max(initial=0.0)))
    from scipy.linalg import qr  # takes its time to import

    order = qr(J, mode="r", pivoting=True)[1]
    return sorted(int(j) for j in free[order[rank:]])


def directions(
    system: System, state: State, independent: list[int], among: list[int] | None = None
) -> np.ndarray:
    """Displacements, as columns, that constraints allow: each of one independent speed alone."""
    T = np.eye(len(system.speed_labels))[:, independent]
    if not system.constrained:
        return T
    free = (
        np.flatnonzero(system.tables.tree.prescribed == 0)
        if among is None
        else np.array(among, int)
    )
    follow = [int(j) for j in free if j not in independent]
    now = system.at(state)
    J = constraint_jacobian(now)
    scales = displacement_scales(now, motions(now))
    J = J * scales
    J = J / np.maximum(np.linalg.norm(J, axis=1, keepdims=True), np.finfo(float).tiny)
    answer = np.linalg.lstsq(J[:, follow], -J[:, independent], rcond=RANK)[0]
    T[follow] = scales[follow, None] * answer / scales[independent]
    return T


def _scaled(now: Evaluation) -> np.ndarray:
    """The constraint Jacobian without units: per displacement of 1 rad or of the mechanism's size,
    each row of unit size."""
    J = constraint_jacobian(now) * displacement_scales(now, motions_per_speed(now))
    return J / np.maximum(np.linalg.norm(J, axis=1, keepdims=True), np.finfo(float).tiny)

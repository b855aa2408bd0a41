"""How a system vibrates about a state: spinning, loaded, constrained or at rest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import eig, matrix_balance

from treetop.system.linearization import (
    Linear,
    independent_speeds,
    linear_along,
    require_joint_coordinates,
)
from treetop.system.perturbation import free_joints, from_mass_centre
from treetop.system.state import State
from treetop.system.steady_motion import require_steady
from treetop.system.system import System

EXACT = 1e-12  # part of a coefficient that rounds, or that a body's size adds to Kepler's orbit
TRIALS = 4  # with errors at random
SURE = 10.0  # growth is that if it is so many times what the eigenvalue may be off by


@dataclass(frozen=True)
class Vibration:
    """Eigenvalues of a system about a state, those with the lowest frequency first; of conjugate
    pairs the one with positive frequency.

    Attributes
    ----------
    eigenvalues : ndarray of complex, 1/s
    shapes : ndarray of complex, shape (speeds, n)
        Displacements in the directions of the speeds, the largest being 1.
    labels : list of str
        Of the speeds.
    errors : ndarray, 1/s
        How far each eigenvalue may be off.  Free bodies have double eigenvalues of zero, which the
        least error drives apart by its root.
    """

    eigenvalues: np.ndarray
    shapes: np.ndarray
    labels: list[str]
    errors: np.ndarray

    @property
    def angular_frequencies(self) -> np.ndarray:
        """[rad/s]."""
        return np.abs(self.eigenvalues.imag)

    @property
    def frequencies(self) -> np.ndarray:
        """[Hz]."""
        return self.angular_frequencies / (2 * np.pi)

    @property
    def damping_ratios(self) -> np.ndarray:
        """Parts of critical damping; negative where it is unstable."""
        size = np.abs(self.eigenvalues)
        return -self.eigenvalues.real / np.where(size > 0, size, 1.0)

    @property
    def stable(self) -> bool:
        """Whether nothing grows exponentially, as far as errors let one see."""
        return bool((self.eigenvalues.real <= SURE * self.errors).all())


def vibration(system: System, state: State) -> Vibration:
    """Eigenvalues and shapes of a system about a steady state.

    Parameters
    ----------
    system : System
        Built as "recursive" or "kane".
    state : State
        A steady one: at rest, in even rotation, drifting or accelerating evenly, or pointing at the
        Earth in a circular orbit; `equilibrium` finds one.

    Raises
    ------
    TreetopError
        Names what is not steady: a speed that changes, or forces and inertia that will.

    Examples
    --------
    >>> import treetop as tt
    >>> from treetop.analysis import vibration
    >>> m = tt.Model("pendulum")
    >>> bob = m.add_body("bob", mass=1, centre=[0, 0, -1])
    >>> hinge = m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, bob)
    >>> weight = m.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
    >>> system = m.build()
    >>> round(float(vibration(system, system.state()).angular_frequencies[0] ** 2), 6)
    9.81
    """
    state = require_joint_coordinates(system, state)
    state = from_mass_centre(system, state)
    linear = linear_along(system, state, independent_speeds(system, state))
    off = require_steady(system, state, linear)
    values, vectors, errors = _eigenvalues(linear.A, _errors(system, state, linear, off))
    size = np.abs(values).max(initial=1.0)
    upper = np.flatnonzero(values.imag >= -1e-12 * size)
    order = upper[np.lexsort((values.real[upper], np.round(np.abs(values.imag[upper]), 12)))]
    shapes = linear.directions @ vectors[: linear.directions.shape[1], order]
    largest = np.take_along_axis(shapes, np.abs(shapes).argmax(axis=0)[None], axis=0)
    shapes = shapes / np.where(largest == 0, 1, largest)
    return Vibration(values[order], shapes, linear.labels, errors[order])


def _errors(system: System, state: State, linear: Linear, off: np.ndarray) -> np.ndarray:
    """How far A may be off: by differences, by rounding, and since the state is off its balance;
    the components of a free body's displacement bring forces along one another."""
    n, A = len(off), np.abs(linear.A)
    E = linear.errors + EXACT * A
    E[n : 2 * n] += off[:, None] * A[n : 2 * n]
    for joint in free_joints(system, state):
        velocities = np.flatnonzero(
            [joint.move.start <= j < joint.move.stop for j in linear.independent]
        )
        if velocities.size:
            block = np.ix_(n + velocities, velocities)
            E[block] += off[velocities].max() * A[block].max()
    return E


def _eigenvalues(A: np.ndarray, E: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Eigenvalues, right vectors, and how far the values may be off.

    An error E of A moves an eigenvalue by y·E x / y·x, y and x being its left and right vectors.
    Where these are square to each other, as those of double eigenvalues are, the root is taken.
    """
    A, (scale, _) = matrix_balance(A, permute=False, separate=True)
    values, left, right = eig(A, left=True, right=True)
    size = np.linalg.norm(A)
    E = E * scale / scale[:, None] + np.finfo(float).eps * size
    reach = np.einsum("ik,ij,jk->k", np.abs(left), E, np.abs(right))
    apart = np.abs(np.einsum("ik,ik->k", left.conj(), right))
    root = np.sqrt(size * reach)
    errors = np.where(reach < apart * root, reach / np.where(apart > 0, apart, 1.0), root)
    return values, scale[:, None] * right, np.maximum(errors, _moved(A, E, values))


def _moved(A: np.ndarray, E: np.ndarray, values: np.ndarray) -> np.ndarray:
    """How far errors at random move eigenvalues: threefold ones go by the cube root of errors."""
    rng, far = np.random.default_rng(1), np.zeros(len(values))
    for _ in range(TRIALS):
        near = np.linalg.eigvals(A + E * rng.uniform(-1.0, 1.0, A.shape))
        far = np.maximum(far, np.abs(near[:, None] - values).min(axis=0, initial=np.inf))
    return far if len(values) else np.zeros(0)

"""Bodies of a run as one rigid body, worked out apart from Treetop."""

from typing import Any, NamedTuple

import numpy as np
from scipy.integrate import solve_ivp

import treetop as tt


class Whole(NamedTuple):
    """Several bodies, in inertial axes."""

    momentum: np.ndarray
    angular: np.ndarray  # momentum about the origin
    spin: np.ndarray  # angular momentum about the mass centre
    mass: float
    inertia: np.ndarray  # about the mass centre
    energy: float  # of all, as they move

    @property
    def rate(self) -> np.ndarray:
        """With which all turn if they are one rigid body."""
        return np.linalg.solve(self.inertia, self.spin)

    @property
    def lost(self) -> float:
        """Energy that is lost if they become one rigid body."""
        after = self.momentum @ self.momentum / self.mass + self.spin @ self.rate
        return float(self.energy - after / 2)


def turned(q: np.ndarray) -> np.ndarray:
    """The matrix of a quaternion, scalar first."""
    w, v = q[0], q[1:]
    cross = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return np.eye(3) + 2 * w * cross + 2 * cross @ cross


def whole(run: tt.Run, sample: int) -> Whole:
    """Momenta and energy from where the bodies of a run are, and how they move."""
    bodies = run.model.bodies
    places, momenta, spins = [], [], []
    inertia, energy, mass = np.zeros((3, 3)), 0.0, sum(body.mass for body in bodies.values())
    for name, body in bodies.items():
        seen = run.data.sel(body=name).isel(time=sample)
        R = turned(seen.attitude.values)
        w, arm = R @ seen.angular_velocity.values, R @ np.array(body.centre)
        v, J = seen.velocity.values + np.cross(w, arm), R @ np.array(body.inertia) @ R.T
        places.append(seen.position.values + arm)
        momenta.append(body.mass * v)
        spins.append(J @ w)
        inertia, energy = inertia + J, energy + float(body.mass * v @ v + w @ J @ w) / 2
    c, p, spin = np.array(places), np.array(momenta), np.sum(spins, axis=0)
    masses = np.array([body.mass for body in bodies.values()])
    r = c - masses @ c / mass
    for m, x in zip(masses, r, strict=True):
        inertia = inertia + m * (x @ x * np.eye(3) - np.outer(x, x))
    angular, spin = (spin + np.cross(x, p).sum(axis=0) for x in (c, r))
    return Whole(p.sum(axis=0), angular, spin, mass, inertia, energy)


def samples(run: tt.Run, stage: str) -> np.ndarray:
    """The samples within a stage."""
    return np.flatnonzero(run.data.stage.values == stage)


def as_one(run: tt.Run, stage: str, body: str) -> np.ndarray:
    """Rates in a stage by Euler's equations for all bodies as one, in the axes of a body."""
    k = samples(run, stage)
    one, A = whole(run, k[0] - 1), turned(run[f"{body}.attitude"].values[k[0]])
    J = A.T @ one.inertia @ A

    def rates(t: float, w: np.ndarray) -> np.ndarray:
        return np.linalg.solve(J, np.cross(J @ w, w))

    t = run.time[k]
    settings: dict[str, Any] = {"method": "DOP853", "rtol": 1e-13, "atol": 1e-16}
    return solve_ivp(rates, (t[0], t[-1]), A.T @ one.rate, t_eval=t, **settings).y.T

"""A free body that throws out pellets, by conservation of momentum and angular momentum alone.

Each pellet is brought from its place in the tank to the nozzle at once, by which the body recoils
so that the common mass centre stays, and turns so that there is no angular momentum in it; then it
is thrown out.  Between pellets the body flies freely.  The velocity of the body is that of its free
flight and of its recoils together.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from treetop.validation.numerics import cross_matrix, matrix, turn


class Thrown(NamedTuple):
    """A body with uniform fuel; its own mass centre is the origin of its axes."""

    mass: float
    inertia: np.ndarray
    fuel: float
    r_f: np.ndarray
    gyration2: float
    r_e: np.ndarray
    u_e: np.ndarray
    flow: float

    def matrix(self, fuel: float) -> np.ndarray:
        """The inertia about the origin, of motions: turning, then velocity."""
        X = cross_matrix(fuel * self.r_f)
        J = self.inertia + fuel * self.gyration2 * np.eye(3)
        J = J + fuel * cross_matrix(self.r_f) @ cross_matrix(self.r_f).T
        return np.block([[J, X], [X.T, (self.mass + fuel) * np.eye(3)]])


def thrown_out(body: Thrown, w: np.ndarray, duration: float) -> np.ndarray:
    """The angular velocity after a time, extrapolated to ever smaller pellets."""
    rows = [_thrown(body, w, duration, n) for n in (125, 250, 500, 1000)]
    for order in range(1, len(rows)):
        rows = [(2**order * b - a) / (2**order - 1) for a, b in pairwise(rows)]
    return rows[0]


class _Flight(NamedTuple):
    """Where a body is, and what it keeps while it flies freely."""

    x: np.ndarray
    R: np.ndarray
    P: np.ndarray
    H: np.ndarray


def _thrown(body: Thrown, w: np.ndarray, duration: float, pellets: int) -> np.ndarray:
    dt, dm, fuel = duration / pellets, body.flow * duration / pellets, body.fuel
    recoil = -np.append(np.cross(body.r_f, body.r_e), body.r_e - body.r_f)
    L = body.matrix(fuel) @ np.append(w, np.zeros(3)) - body.flow * recoil
    now = _Flight(np.zeros(3), np.eye(3), L[3:], L[:3])
    for _ in range(pellets):
        now = _flown(body.matrix(fuel), now, dt)
        shift = np.linalg.solve(body.matrix(fuel), dm * recoil)
        V = _velocity(body.matrix(fuel), now) + shift / dt
        x, R = now.x + now.R @ shift[3:], now.R @ _turn(shift[:3])
        jet = R @ (V[3:] + np.cross(V[:3], body.r_e) + body.u_e)
        now = _Flight(x, R, now.P - dm * jet, now.H - dm * np.cross(x + R @ body.r_e, jet))
        fuel -= dm
    V = _velocity(body.matrix(fuel), now)
    return (V + np.linalg.solve(body.matrix(fuel), body.flow * recoil))[:3]


def _velocity(M: np.ndarray, now: _Flight) -> np.ndarray:
    """In body axes, by what is kept."""
    momenta = now.R.T @ (now.H - np.cross(now.x, now.P)), now.R.T @ now.P
    return np.linalg.solve(M, np.concatenate(momenta))


def _flown(M: np.ndarray, now: _Flight, dt: float) -> _Flight:
    """Free flight, by the classical method of Runge and Kutta."""

    def rates(x: np.ndarray, R: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        V = _velocity(M, now._replace(x=x, R=R))
        return R @ V[3:], R @ cross_matrix(V[:3])

    k = [rates(now.x, now.R)]
    for part in (0.5, 0.5, 1.0):
        dx, dR = k[-1]
        k.append(rates(now.x + part * dt * dx, now.R + part * dt * dR))
    x, R = (
        start + dt / 6.0 * (a + 2.0 * b + 2.0 * c + d)
        for start, (a, b, c, d) in zip((now.x, now.R), zip(*k, strict=True), strict=True)
    )
    u, _, vh = np.linalg.svd(R)
    return now._replace(x=x, R=u @ vh)


def _turn(v: np.ndarray) -> np.ndarray:
    """The rotation by a small vector."""
    angle = float(np.linalg.norm(v))
    return matrix(turn(v, angle)) if angle else np.eye(3)

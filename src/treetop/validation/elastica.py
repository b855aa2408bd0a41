"""Rods bent far, by integration along their arc length: what chains of rods are held against.

Equations of Cosserat's rod with force n and moment m of the outer part on the inner one,

    r' = R (e1 + γ)    R' = R κ~    m' = n × r'    R^T m = K (κ - κ0)    R^T n = C γ

are integrated from one end to the other, and what is not known there is found by shooting.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

TIGHT = {"method": "DOP853", "rtol": 1e-12, "atol": 1e-13}


class Rod(NamedTuple):
    """A rod along x at its root: length, stiffness, and curvature at rest."""

    length: float
    about: tuple[float, float, float]  # GJ, EI_y, EI_z
    compliance: tuple[float, float, float]  # 1/EA, 1/GA_y, 1/GA_z
    bent: tuple[float, float, float]


def _end(rates: Any, start: Any, length: float) -> np.ndarray:
    from scipy.integrate import solve_ivp

    return np.asarray(solve_ivp(rates, (0.0, length), start, **TIGHT).y[:, -1])


def weighted_cantilever(load: float) -> np.ndarray:
    """Tip x and y, slope there, and moment at the root of a unit cantilever that weighs w, for
    w L³/EI = load, on the branch that hangs."""
    from scipy.optimize import brentq

    def rates(u: float, y: np.ndarray) -> list[float]:  # angle, curvature and place, from the tip
        return [-y[1], -load * u * np.cos(y[0]), -np.cos(y[0]), -np.sin(y[0])]

    def at_root(tip: float) -> np.ndarray:
        return _end(rates, [tip, 0.0, 0.0, 0.0], 1.0)

    tips = -np.pi / 2 + np.geomspace(1e-4, np.pi / 2, 20)
    first = next(k for k, tip in enumerate(tips) if at_root(tip)[0] > 0.0)
    tip = brentq(lambda tip: at_root(tip)[0], tips[first - 1], tips[first], xtol=1e-15)
    _, curvature, x, y = at_root(tip)
    return np.array([-x, -y, tip, -curvature])


def followed_cantilever(load: float) -> np.ndarray:
    """Tip x and y, and angle there, of a unit cantilever with a force P across its tip that turns
    with that, for P L²/EI = load: all is known at the tip."""

    def rates(_: float, y: np.ndarray) -> list[float]:
        return [-y[1], load * np.cos(y[0]), -np.cos(y[0]), -np.sin(y[0])]

    angle, _, x, y = _end(rates, [0.0, 0.0, 0.0, 0.0], 1.0)
    c, s = np.cos(-angle), np.sin(-angle)
    return np.array([-c * x + s * y, -s * x - c * y, -angle])


def loaded_cantilever(load: float, bending: Callable[[float], float]) -> np.ndarray:
    """Tip x and y, and slope there, of a unit cantilever under a dead force across its root, EI
    being a function of the arc length."""
    from scipy.optimize import brentq

    def rates(u: float, y: np.ndarray) -> list[float]:  # angle and place seen from the tip
        c, s = np.cos(y[0]), np.sin(y[0])
        return [load * y[1] / bending(1.0 - u), -c, -s]

    def at_root(tip: float) -> np.ndarray:
        return _end(rates, [tip, 0.0, 0.0], 1.0)

    tip = brentq(lambda tip: at_root(tip)[0], 0.0, np.pi / 2, xtol=1e-15)
    _, x, y = at_root(tip)
    return np.array([-x, -y, tip])


def loaded_tips(rod: Rod, forces: list[np.ndarray]) -> list[np.ndarray]:
    """Where the tip is under one dead force after another, each found from the one before."""
    from scipy.optimize import fsolve

    found, moment = [], np.zeros(3)
    for force in forces:

        def beyond(m: np.ndarray, force: np.ndarray = force) -> np.ndarray:
            return _along(rod, force, m)[7:]

        moment = fsolve(beyond, moment, xtol=1e-11)
        found.append(_along(rod, force, moment)[4:7])
    return found


def _along(rod: Rod, force: np.ndarray, moment: np.ndarray) -> np.ndarray:
    """Attitude, place and moment at the tip, by the moment at the root."""
    K, C, bent = (np.array(part) for part in (rod.about, rod.compliance, rod.bent))

    def rates(_: float, y: np.ndarray) -> np.ndarray:
        q, m = y[:4], y[7:]
        R = _matrix(q)
        kappa = bent + R.T @ m / K
        tangent = R @ (np.array([1.0, 0.0, 0.0]) + C * (R.T @ force))
        turning = [-q[1:] @ kappa, *(q[0] * kappa + np.cross(q[1:], kappa))]
        return np.concatenate([0.5 * np.array(turning), tangent, np.cross(force, tangent)])

    return _end(rates, [1.0, *np.zeros(6), *moment], rod.length)


def _matrix(q: np.ndarray) -> np.ndarray:
    w, v = q[0], q[1:]
    cross = np.array([[0.0, -v[2], v[1]], [v[2], 0.0, -v[0]], [-v[1], v[0], 0.0]])
    return np.asarray((w * w - v @ v) * np.eye(3) + 2.0 * np.outer(v, v) + 2.0 * w * cross)

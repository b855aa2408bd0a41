"""Orbital check cases by other means: inertial coordinates, harmonics as they were written down by
Cunningham, frames and celestial bodies straight from ERFA, and SciPy's integrator."""

import math

import erfa
import numpy as np
from scipy.integrate import solve_ivp

from treetop.environment.gravity_fields import field
from treetop.validation.nesc_orbits import DURATION, MU, PITCH

START = (2454424.5, 0.0)  # 2007-11-20, UTC
TAI_UTC, UT1_TAI = 32.0, -32.469
SUN, MOON = 1.3271244e20, 4.902801076e12
AU, DAY = 149597870700.0, 86400.0
AIR_RATE = 7.292115146706388e-5


def dates(t):
    """Julian dates of TT and UT1, in two parts."""
    return [(START[0], (t + TAI_UTC + more) / DAY) for more in (32.184, UT1_TAI)]


def true_axes(t):
    return erfa.pnm80(*dates(t)[0])


def harmonics(x, degree):
    """The acceleration of GEM-T1 beyond the point mass, axes fixed to the Earth (Cunningham 1970):
    derivatives of functions that are not normalised."""
    own = field("GEM-T1", 8)
    R, r2 = own.radius, x @ x
    n = degree + 2
    V, W = np.zeros((n, n)), np.zeros((n, n))
    V[0, 0] = R / math.sqrt(r2)
    px, py, pz, p = R * x[0] / r2, R * x[1] / r2, R * x[2] / r2, R * R / r2
    for m in range(n):
        if m:
            V[m, m] = (2 * m - 1) * (px * V[m - 1, m - 1] - py * W[m - 1, m - 1])
            W[m, m] = (2 * m - 1) * (px * W[m - 1, m - 1] + py * V[m - 1, m - 1])
        for k in range(m + 1, n):
            for F in (V, W):
                below = F[k - 2, m] if k > m + 1 else 0.0
                F[k, m] = ((2 * k - 1) * pz * F[k - 1, m] - (k + m - 1) * p * below) / (k - m)
    total = np.zeros(3)
    for k in range(2, degree + 1):
        for m in range(k + 1):
            norm = math.sqrt(
                (2 - (m == 0)) * (2 * k + 1) * math.factorial(k - m) / math.factorial(k + m)
            )
            C, S = norm * own.C[k, m], norm * own.S[k, m]
            up, down = (k + 1, m + 1), (k + 1, m - 1)
            z = (k - m + 1) * (-C * V[k + 1, m] - S * W[k + 1, m])
            if m == 0:
                total += (-C * V[up], -C * W[up], z)
                continue
            f = (k - m + 2) * (k - m + 1)
            total += (
                0.5 * (-C * V[up] - S * W[up] + f * (C * V[down] + S * W[down])),
                0.5 * (-C * W[up] + S * V[up] + f * (-C * W[down] + S * V[down])),
                z,
            )
    return total * own.mu / R**2


def others(t, x):
    tdb = dates(t)[0]
    sun = -erfa.epv00(*tdb)[0]["p"] * AU
    moon = erfa.moon98(*tdb)["p"] * AU
    total = np.zeros(3)
    for mu, s in ((SUN, sun), (MOON, moon)):
        d = s - x
        total += mu * (d / np.linalg.norm(d) ** 3 - s / np.linalg.norm(s) ** 3)
    return total


def acceleration(t, x, v, degree=0, third=False, drag=False):
    a = -MU * x / np.linalg.norm(x) ** 3
    if degree:
        M = erfa.rz(erfa.gst94(*dates(t)[1]), true_axes(t))
        a = a + M.T @ harmonics(M @ x, degree)
    if third:
        a = a + others(t, x)
    if drag:
        wind = v - np.cross(AIR_RATE * true_axes(t)[2], x)
        a = a - 0.5 * 1.4e-12 * 0.02 * np.linalg.norm(wind) * wind
    return a


def orbit_end(orbit, duration=DURATION, **forces):
    """Where a ball of 1 kg is at the end."""

    def rate(t, y):
        return np.append(y[3:], acceleration(t, y[:3], y[3:], **forces))

    y = np.concatenate(orbit)
    return solve_ivp(rate, (0, duration), y, method="DOP853", rtol=1e-13, atol=1e-9).y[:3, -1]


def matrix(q):
    w, v = q[0], q[1:]
    return (w * w - v @ v) * np.eye(3) + 2 * np.outer(v, v) + 2 * w * np.cross(np.eye(3), v)


def turning_end(orbit, mass, J, turning=False, torque=0.0, force=0.0, gradient=False):
    """Place and attitude at the end of a body about a point mass, with a pulse from 1000 to 2000 s
    along its x axis."""
    J = np.diag(J) if np.ndim(J) == 1 else np.array(J)
    back = np.linalg.inv(J)
    r, v = map(np.array, orbit)
    z, h = -r / np.linalg.norm(r), np.cross(r, v)
    y = -h / np.linalg.norm(h)
    c, s = math.cos(PITCH), math.sin(PITCH)
    R = np.column_stack([np.cross(y, z), y, z]) @ [[c, 0, s], [0, 1, 0], [-s, 0, c]]
    q = _quaternion(R)
    w = R.T @ (h / (r @ r)) if turning else np.zeros(3)
    state, begin = np.concatenate([r, v, q, w]), 0.0
    for end, on in ((1000.0, 0.0), (2000.0, 1.0), (DURATION, 0.0)):

        def rate(_t, u, on=on):
            x, R, w = u[:3], matrix(u[6:10] / np.linalg.norm(u[6:10])), u[10:]
            d = np.linalg.norm(x)
            a, M = -MU * x / d**3, np.array([torque * on, 0.0, 0.0])
            if gradient:
                n = R.T @ (x / d)
                M = M + 3 * MU / d**3 * np.cross(n, J @ n)
                long = 5 * n @ J @ n - np.trace(J)
                a = a + R @ (n * long - 2 * J @ n) * (1.5 * MU / d**4 / mass)
            a = a + R @ [force * on / mass, 0.0, 0.0]
            turn = 0.5 * np.array([-u[7:10] @ w, *(u[6] * w + np.cross(u[7:10], w))])
            return np.concatenate([u[3:6], a, turn, back @ (M - np.cross(w, J @ w))])

        found = solve_ivp(rate, (begin, end), state, method="DOP853", rtol=1e-13, atol=1e-13)
        state, begin = found.y[:, -1], end
    return state[:3], state[6:10] / np.linalg.norm(state[6:10])


def _quaternion(R):
    w = math.sqrt(1 + np.trace(R)) / 2
    return np.array(
        [w, *(np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / (4 * w))]
    )

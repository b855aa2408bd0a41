"""A cable that is paid out of a fixed mouth in the plane: a fixed number of rods, through all of
which material flows.

Rod i of n has the length l = L/n and the direction e_i, to which n_i is square.  Material passes
its inner node with W_i = L' (1 - i/n), and is turned there, which takes ρ W_i² (e_i - e_{i-1}).
With D'Alembert's principle for displacements at constant L,

    a = Σ_{j<i} (l'' e_j + 2 l' θ_j' n_j + l θ_j'' n_j - l θ_j'² e_j)
        + W_i' e_i + 2 W_i θ_i' n_i + ξ (θ_i'' n_i - θ_i'² e_i)

at the distance ξ from the inner node of rod i.  NumPy and SciPy alone.
"""

import numpy as np
from scipy.integrate import solve_ivp


def quintic(a, b, duration):
    """A length with its two rates: from a to b, smooth at both ends."""

    def length(t):
        s, d = min(max(t / duration, 0.0), 1.0), b - a
        rate = 30 * s**2 * (1 - s) ** 2 / duration
        second = 60 * s * (1 - s) * (1 - 2 * s) / duration**2
        return a + d * s**3 * (10 - 15 * s + 6 * s**2), d * rate, d * second

    return length


def angular_accelerations(angles, rates, length, gravity, density, tip):
    """How the angles of the rods accelerate; length has its two rates."""
    n = angles.size
    L, dL, ddL = length
    l, dl, ddl = L / n, dL / n, ddL / n
    e = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    across = np.stack([-e[:, 1], e[:, 0]], axis=1)
    left = (1 - np.arange(n) / n)[:, None]
    flow = dL * left
    per_rod = ddl * e + (2 * dl * rates)[:, None] * across - (l * rates**2)[:, None] * e
    node = np.vstack([np.zeros(2), np.cumsum(per_rod, axis=0)])
    felt = gravity - node[:-1] - ddL * left * e - 2 * flow * rates[:, None] * across
    rod = density * l * felt + density * l**2 / 2 * (rates**2)[:, None] * e
    rod[1:] -= density * flow[1:] ** 2 * (e[1:] - e[:-1])
    beyond = np.vstack([np.cumsum(rod[::-1], axis=0)[::-1][1:], np.zeros(2)])
    pull = l * (beyond + tip * (gravity - node[-1])) + density * l**2 / 2 * felt
    outer = n - 1 - np.maximum.outer(np.arange(n), np.arange(n))
    inertia = l**2 * (density * l * outer + tip) + density * l**3 / 2
    inertia[np.diag_indices(n)] -= density * l**3 / 6
    M = inertia * np.cos(np.subtract.outer(angles, angles))
    return np.linalg.solve(M, np.sum(pull * across, axis=1))


def tip_of_line(n, length, gravity, density, tip, duration):
    """Where the tip is in the end, the line having been straight along x and at rest."""

    def rates(t, y):
        bent = angular_accelerations(y[:n], y[n:], length(t), gravity, density, tip)
        return np.concatenate([y[n:], bent])

    end = solve_ivp(rates, (0, duration), np.zeros(2 * n), method="DOP853", rtol=1e-7, atol=1e-8)
    angles = end.y[:n, -1]
    return length(duration)[0] / n * np.array([np.cos(angles).sum(), np.sin(angles).sum()])

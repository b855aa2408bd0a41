"""A torque shared among devices by linear programming."""

from __future__ import annotations

import numpy as np

TORQUE_FIRST = 1e3  # how much more the torque counts than what it costs


def share_torque(t: float, z: np.ndarray, x: np.ndarray, p: np.ndarray, u: np.ndarray) -> None:
    """Write the commands of the least sum that give the torque z, or as much of it as they can.

    The variables are the positive and the negative part of each command, and the part of the torque
    that is given; p are the shares of a torque as for the law `allocation`.
    """
    from scipy.optimize import linprog

    n = u.size
    torques = np.linalg.pinv(p[: 3 * n].reshape(n, 3))
    lowest, highest = p[4 * n : 5 * n], p[5 * n :]
    if not np.any(z):
        u[:] = 0.0
        return
    size = np.linalg.norm(z)
    unit = np.abs(torques).max() / size
    cost = np.append(np.ones(2 * n), -TORQUE_FIRST * n * max(1.0, 1.0 / unit))
    rows = np.hstack([torques, -torques, -z[:, None]]) / size
    bounds = [(0.0, high) for high in highest] + [(0.0, -low) for low in lowest] + [(0.0, 1.0)]
    found = linprog(cost, A_eq=rows, b_eq=np.zeros(3), bounds=bounds)
    u[:] = found.x[:n] - found.x[n : 2 * n] if found.success else 0.0

"""What pages share that compare linear models with runs of small motions."""

from typing import Any

import numpy as np

import treetop as tt


def turned(q: np.ndarray) -> np.ndarray:
    """The rotation matrix of an attitude."""
    w, x, y, z = q
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.eye(3) + 2 * w * cross + 2 * cross @ cross


def small_turns(q: np.ndarray, reference: np.ndarray) -> np.ndarray:
    """Rotation vectors (times, 3) from a reference to attitudes, in the axes of the reference."""
    w, x, y, z = reference
    back = np.array([[w, x, y, z], [-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w]])
    seen = q @ back.T
    seen *= np.where(seen[:, :1] < 0.0, -1.0, 1.0)
    length = np.linalg.norm(seen[:, 1:], axis=1, keepdims=True)
    angle = 2 * np.arctan2(length, seen[:, :1])
    return seen[:, 1:] * np.where(length > 0.0, angle / np.where(length > 0.0, length, 1.0), 2.0)


def changes(run: tt.Run, linear: tt.LinearModel, free: str) -> np.ndarray:
    """The states of a linear model (times, states), as the run has them; `free` is the name of the
    only free joint."""
    state = linear.source[1]
    reference = np.array(state[f"{free}.attitude"])
    R = turned(reference)
    known = {"rotation": small_turns(run[f"{free}.attitude"].values, reference)}
    for name in ("position", "velocity"):
        known[name] = (run[f"{free}.{name}"].values - state[f"{free}.{name}"]) @ R
    columns = []
    for label in linear.states:
        joint, what, *axis = label.split(".")
        if joint == free and what in known:
            columns.append(known[what][:, "xyz".index(axis[0])])
        elif axis:
            k = "xyz".index(axis[0])
            columns.append(run[f"{joint}.{what}"].values[:, k] - state[f"{joint}.{what}"][k])
        else:
            columns.append(run[label].values - state[label])
    return np.array(columns).T


def sampled_motion(loop: Any, start: np.ndarray, samples: int) -> np.ndarray:
    """States (samples + 1, states) from one sample to the next in the closed loop of a controller
    that is sampled at time 0, as all that it reads is."""
    A = loop.closed.A
    X = np.zeros((samples + 1, len(A)))
    X[0, : len(start)] = start
    for k in range(samples):
        X[k + 1] = A @ X[k]
    return X[:, : len(start)]


def fitted_rates(samples: np.ndarray, period: float, count: int) -> np.ndarray:
    """The rates, 1/s, of as many decaying parts of a signal, by a matrix pencil (Hua and Sarkar
    1990)."""
    width = len(samples) // 2
    rows = np.array([samples[k : k + width] for k in range(len(samples) - width + 1)])
    _, _, V = np.linalg.svd(rows, full_matrices=False)
    V = V[:count].T
    z = np.linalg.eigvals(np.linalg.lstsq(V[:-1], V[1:], rcond=None)[0])
    rates = np.log(z.astype(complex)) / period
    return rates[np.lexsort((-rates.imag, np.round(np.abs(rates), 9)))]

"""Linear models with fewer states."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.linalg import matrix_balance, schur, solve_continuous_lyapunov, solve_sylvester, svd

from treetop.errors import TreetopError

RIGID = 1e-8  # part of the largest pole, below which one is rigid motion
NOTHING = 1e-9  # part of the largest, below which a motion is none
UNDAMPED = 1e-7  # part of critical damping, below which a motion does not die away
LEAST_DAMPING = 1e-3  # part of critical damping that every mode is taken to have

Matrices = tuple[np.ndarray, np.ndarray, np.ndarray]


def minimal(A: np.ndarray, B: np.ndarray, C: np.ndarray) -> Matrices:
    """What is reached by inputs and seen by outputs.

    What is seen comes first: places of free bodies that nothing depends on are columns of zeros,
    which are exact, whereas momenta that stay are sums that round.
    """
    A, (scale, _) = matrix_balance(A, permute=False, separate=True)
    B, C = B / scale[:, None], C * scale
    V = _reached(A.T, C.T)
    A, B, C = V.T @ A @ V, V.T @ B, C @ V
    V = _reached(A, B)
    return V.T @ A @ V, V.T @ B, C @ V


def _reached(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """An orthogonal basis of the least subspace that has B in it and that A does not leave."""
    unit = np.linalg.norm(B, axis=0)
    basis, new, size = np.zeros((len(A), 0)), B / np.where(unit > 0.0, unit, 1.0), 1.0
    while new.shape[1]:
        for _ in range(2):  # twice is enough
            new = new - basis @ (basis.T @ new)
        U, s, _ = np.linalg.svd(new, full_matrices=False)
        new = U[:, s > NOTHING * size]
        basis, size = np.hstack([basis, new]), float(np.linalg.norm(A, 2))
        new = A @ new
    return basis


def balanced(A: np.ndarray, B: np.ndarray, C: np.ndarray, count: int) -> Matrices:
    """What is both reached by inputs and seen by outputs (Moore 1981); motions that do not die away
    stay."""
    largest = _largest(A)

    def stays(pole: complex) -> bool:
        return abs(pole) < RIGID * largest or pole.real > -UNDAMPED * abs(pole)

    retained, rest = _split(A, B, C, stays)
    _require(count, len(retained[0]), len(A), "motions that do not die away")
    A2, B2, C2 = rest
    left = count - len(retained[0])
    reach = _root(solve_continuous_lyapunov(A2, -B2 @ B2.T))
    observability = _root(solve_continuous_lyapunov(A2.T, -C2.T @ C2))
    U, s, V = svd(observability.T @ reach)
    root = np.sqrt(np.maximum(s[:left], np.finfo(float).tiny))
    T, inverse = reach @ V[:left].T / root, (observability @ U[:, :left] / root).T
    return _together(retained, (inverse @ A2 @ T, inverse @ B2, C2 @ T))


def modal(A: np.ndarray, B: np.ndarray, C: np.ndarray, count: int) -> Matrices:
    """Whole modes, those with the largest response at resonance (Skelton and Hughes 1980); rigid
    motion stays."""
    largest = _largest(A)
    retained, (A2, B2, C2) = _split(A, B, C, lambda pole: abs(pole) < RIGID * largest)
    _require(count, len(retained[0]), len(A), "rigid motions")
    poles, shapes = np.linalg.eig(A2)
    reached = np.linalg.norm(np.linalg.solve(shapes, B2.astype(complex)), axis=1)
    seen = np.linalg.norm(C2 @ shapes, axis=0)
    damping = np.maximum(-poles.real, LEAST_DAMPING * np.abs(poles))
    cost = reached * seen / damping
    left, chosen = count - len(retained[0]), []
    for k in np.argsort(-cost):
        size = 1 if poles[k].imag == 0.0 else 2
        if poles[k].imag >= 0.0 and size <= left:
            chosen.append(int(k))
            left -= size
    chosen.sort(key=lambda k: abs(poles[k]))
    inverse = np.linalg.inv(shapes)
    right, rows = [], []
    for k in chosen:
        if poles[k].imag == 0.0:
            right.append(shapes[:, k].real)
            rows.append(inverse[k].real)
        else:
            right += [shapes[:, k].real, shapes[:, k].imag]
            rows += [2.0 * inverse[k].real, -2.0 * inverse[k].imag]
    T = np.array(right).reshape(-1, len(A2)).T
    back = np.array(rows).reshape(-1, len(A2))
    return _together(retained, (back @ A2 @ T, back @ B2, C2 @ T))


def _largest(A: np.ndarray) -> float:
    return float(np.abs(np.linalg.eigvals(A)).max(initial=0.0))


def _require(count: int, least: int, most: int, what: str) -> None:
    if not least <= count <= most:
        raise TreetopError(
            f"{count} states: there are {most}, and {least} are of {what}, which stay"
        )


def _split(
    A: np.ndarray, B: np.ndarray, C: np.ndarray, stays: Callable[[complex], bool]
) -> tuple[Matrices, Matrices]:
    """The model as two that do not act on each other, the poles of one being those that stay."""
    R, Q, n = schur(A, output="real", sort=lambda re, im: stays(complex(re, im)))
    X = solve_sylvester(R[:n, :n], -R[n:, n:], -R[:n, n:]) if 0 < n < len(A) else R[:n, n:]
    T = Q @ np.block([[np.eye(n), X], [np.zeros((len(A) - n, n)), np.eye(len(A) - n)]])
    B, C = np.linalg.solve(T, B), C @ T
    return (R[:n, :n], B[:n], C[:, :n]), (R[n:, n:], B[n:], C[:, n:])


def _root(gramian: np.ndarray) -> np.ndarray:
    """G with ``G Gᵀ`` the gramian, whose rounded eigenvalues may be below zero."""
    values, vectors = np.linalg.eigh(0.5 * (gramian + gramian.T))
    return np.asarray(vectors * np.sqrt(np.maximum(values, 0.0)))


def _together(one: Matrices, two: Matrices) -> Matrices:
    n, m = len(one[0]), len(two[0])
    A = np.block([[one[0], np.zeros((n, m))], [np.zeros((m, n)), two[0]]])
    return A, np.vstack([one[1], two[1]]), np.hstack([one[2], two[2]])

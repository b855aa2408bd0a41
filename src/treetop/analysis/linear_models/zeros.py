"""Transmission zeros, by reduction to a pencil that has no others (Emami-Naeini and Van Dooren
1982)."""

from __future__ import annotations

import numpy as np
from scipy.linalg import eig, matrix_balance

RANK = 1e-9  # of rows of unit size, below which there is nothing
FINITE = 1e-9  # a zero is finite if it is less than the largest pole by this factor


def transmission_zeros(A: np.ndarray, B: np.ndarray, C: np.ndarray, D: np.ndarray) -> np.ndarray:
    """Where ``[[A - s, B], [C, D]]`` has less than its usual rank."""
    A, (scale, _) = matrix_balance(A, permute=False, separate=True)
    B, C = B / scale[:, None], C * scale
    unit = float(np.abs(A).max(initial=0.0)) or 1.0  # of time
    each = np.linalg.norm(np.vstack([B, D]), axis=0)
    each = np.where(each > 0.0, each, 1.0)
    parts = _reduced(A / unit, B / each, C, D / each * unit)
    A, C, B, D = (part.T for part in _reduced(*(part.T for part in _swapped(*parts))))
    n = len(A)
    if n == 0:
        return np.zeros(0, dtype=complex)
    _, _, W = np.linalg.svd(np.hstack([C, D]))
    W = W[len(C) :].T  # what outputs do not see
    values = eig(np.hstack([A, B]) @ W, W[:n], right=False, homogeneous_eigvals=True)
    finite = np.abs(values[1]) > FINITE * np.abs(values[0])
    return np.asarray(unit * values[0, finite] / values[1, finite])


def _swapped(
    A: np.ndarray, B: np.ndarray, C: np.ndarray, D: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    return A, C, B, D


def _reduced(
    A: np.ndarray, B: np.ndarray, C: np.ndarray, D: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """An equivalent system whose D has full row rank: states that outputs tell at once become
    inputs of the rest."""
    while len(A):
        row = np.linalg.norm(np.hstack([C, D]), axis=1, keepdims=True)
        C, D = (M / np.where(row > 0.0, row, 1.0) for M in (C, D))
        U, s, _ = np.linalg.svd(D) if D.size else (np.eye(len(D)), np.zeros(0), None)
        rank = int((s > RANK).sum())
        C, D = U.T @ C, (U.T @ D)[:rank]
        reported, C = C[rank:], C[:rank]
        if not len(reported):
            break
        _, s, V = np.linalg.svd(reported)
        seen = int((s > RANK).sum())
        if seen == 0:
            break
        V = np.vstack([V[seen:], V[:seen]]).T  # what is reported comes last
        n = len(A) - seen
        A, B, C = V.T @ A @ V, V.T @ B, C @ V
        C, D = np.vstack([C[:, :n], A[n:, :n]]), np.vstack([D, B[n:]])
        A, B = A[:n, :n], B[:n]
    return A, B, C, D

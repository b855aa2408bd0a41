"""Pushes that act at once where several parts meet: each pushes, or parts leave it, never both.

After J. J. Moreau ("Unilateral contact and dry friction in finite freedom dynamics", 1988), with
Newton's restitution e: with v the speeds apart before, and W those per unit of each push p,

    v₁ = v + W p    p ≥ 0    v₁ + e v ≥ 0    p (v₁ + e v) = 0

A row that seizes has v₁ = 0 and pushes either way.  Friction at a point opposes the slip that is
left, with μ p at most.  See docs/theory/impulses.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from treetop.errors import TreetopError

LEAST_MOBILITY = 1e-9  # part of a speed that a push must be able to change
SPEED_TOLERANCE = 1e-9  # part of all speeds, to which those of rows that push must be met
ENERGY_TOLERANCE = 1e-12  # part of the energy of what is struck that rounding may add
SHARE_WEIGHT = 1e-6  # weight of equal shares where pushes are not unique
SWEEPS, CONVERGED = 50_000, 1e-15  # looks for friction, and how little the last one may change
HALVINGS = 60


class Rows(NamedTuple):
    """What meets: a row each, or three for a point with friction: two tangents, then the normal."""

    C: np.ndarray  # with C Cᵀ = W
    v: np.ndarray  # speeds apart before
    restitution: np.ndarray  # of each row
    seizes: np.ndarray  # whether a row seizes
    points: list[tuple[int, float]]  # first rows of points with friction, and their coefficients


def pushes_at_once(rows: Rows) -> tuple[np.ndarray, float]:
    """The pushes, and the part of all restitutions that they have: less than 1 where energy would
    be gained."""
    scale = float(np.abs(rows.v).max(initial=0.0))
    p = _solved(rows, 1.0)
    if not _gained(rows, p) > ENERGY_TOLERANCE * scale * float(np.abs(p).max(initial=0.0)):
        return p, 1.0
    low, high = 0.0, 1.0  # without any restitution energy is never gained
    for _ in range(HALVINGS):
        part = 0.5 * (low + high)
        gains = _gained(rows, _solved(rows, part)) > 0.0
        low, high = (low, part) if gains else (part, high)
    return _solved(rows, low), low


def _gained(rows: Rows, p: np.ndarray) -> float:
    """Energy: what pushes do on the mean of the speeds before and after."""
    return float(p @ (rows.v + 0.5 * rows.C @ (rows.C.T @ p)))


def _solved(rows: Rows, part: float) -> np.ndarray:
    back = (rows.v < 0.0) & ~rows.seizes
    wanted = (1.0 + part * np.where(back, rows.restitution, 0.0)) * rows.v
    smooth = np.ones(len(rows.v), dtype=bool)
    for first, _ in rows.points:
        smooth[first : first + 2] = False
    p = np.zeros(len(rows.v))
    p[smooth] = pushes(rows.C[smooth], wanted[smooth], rows.seizes[smooth])
    return _rough(rows, wanted, p) if rows.points else p


# --- without friction -------------------------------------------------------------------------


def pushes(C: np.ndarray, wanted: np.ndarray, seizes: np.ndarray) -> np.ndarray:
    """The pushes p with ``C Cᵀ p + wanted`` not negative, and zero where they push or seize.

    The change w = Cᵀ p of all motion is the least with ``C w + wanted ≥ 0`` (C. L. Lawson and R. J.
    Hanson, *Solving Least Squares Problems*, 1974, chapter 23), and unique; of pushes that lead to
    it those are taken that share it most evenly.
    """
    p, size = np.zeros(len(wanted)), np.linalg.norm(C, axis=1)
    immobile = size <= LEAST_MOBILITY * np.linalg.norm(C)
    missed = np.where(seizes[immobile], np.abs(wanted[immobile]), -wanted[immobile])
    if (missed > LEAST_MOBILITY * np.abs(wanted).max(initial=0.0)).any():
        raise TreetopError("a speed that drives or constraints hold has run into its stop")
    scale = np.abs(wanted).max(initial=0.0)
    if immobile.all() or scale == 0.0:
        return p
    directions, least = C[~immobile] / size[~immobile, None], wanted[~immobile] / size[~immobile]
    w = _least_change(directions, least, seizes[~immobile])
    p[~immobile] = (
        _evenly(directions, w, directions @ w + least, seizes[~immobile]) / size[~immobile]
    )
    return p


def _least_change(C: np.ndarray, wanted: np.ndarray, seizes: np.ndarray) -> np.ndarray:
    """The least w with ``C w + wanted`` not negative, and zero where a row seizes."""
    from scipy.optimize import nnls  # takes its time to import, and is rarely needed

    size = np.abs(wanted).max()
    G, h = np.vstack([C, -C[seizes]]), -np.concatenate([wanted, -wanted[seizes]]) / size
    E = np.vstack([G.T, h])
    x, _ = nnls(E, np.append(np.zeros(C.shape[1]), 1.0))
    left = 1.0 - h @ x
    if not left > SPEED_TOLERANCE:
        raise TreetopError("parts are struck between others that leave them no way out")
    active = x > 0.0
    w = np.linalg.lstsq(G[active], h[active], rcond=None)[0] * size  # to the last digits
    fits = C @ w + wanted >= -SPEED_TOLERANCE * size
    return w if fits.all() else G.T @ x / left * size


def _evenly(C: np.ndarray, w: np.ndarray, apart: np.ndarray, seizes: np.ndarray) -> np.ndarray:
    """The least pushes along rows that are met with ``Cᵀ p = w``."""
    from scipy.optimize import nnls  # likewise

    p, met = np.zeros(len(C)), seizes | (apart <= SPEED_TOLERANCE * max(np.abs(w).max(), 1e-300))
    tight, signs = C[met], np.where(seizes[met], -1.0, 1.0)
    found = np.linalg.lstsq(tight.T, w, rcond=None)[0]
    if (
        np.minimum(found, 0.0) * (signs > 0.0) < -SPEED_TOLERANCE * np.abs(found).max(initial=0.0)
    ).any():
        both = np.vstack([tight, -tight[signs < 0.0]])
        A = np.vstack([both.T, SHARE_WEIGHT * np.eye(len(both))])
        x, _ = nnls(A, np.append(w, np.zeros(len(both))))
        found = x[: len(tight)]
        found[signs < 0.0] -= x[len(tight) :]
    p[met] = np.where(signs > 0.0, np.maximum(found, 0.0), found)
    return p


# --- with friction ------------------------------------------------------------------------------


def _rough(rows: Rows, wanted: np.ndarray, p: np.ndarray) -> np.ndarray:
    """Pushes with friction at points, found by steps against all speeds at once, so that no row
    comes before another."""
    W = rows.C @ rows.C.T
    size = np.sqrt(np.maximum(np.diag(W), LEAST_MOBILITY**2 * np.trace(W)))
    for first, _ in rows.points:
        size[first : first + 3] = np.sqrt((size[first : first + 3] ** 2).mean())
    A, b = W / np.outer(size, size), wanted / size
    x, step = p * size, 1.0 / np.linalg.eigvalsh(A)[-1]
    allowed = _allowed(rows)
    for _ in range(SWEEPS):
        new = allowed(x - step * (A @ x + b))
        moved, x = np.abs(new - x).max(), new
        if moved <= CONVERGED * np.abs(x).max(initial=0.0):
            break
    else:
        what = "no impulses with friction were found for parts that meet at one instant"
        raise TreetopError(f"{what} (make their contacts tt.Contact, which give)")
    return x / size


def _allowed(rows: Rows) -> Callable[[np.ndarray], np.ndarray]:
    """Pushes that do not pull, with no more friction than there can be."""

    one_way = ~rows.seizes
    for first, _ in rows.points:
        one_way[first : first + 2] = False

    def allowed(x: np.ndarray) -> np.ndarray:
        x = np.where(one_way, np.maximum(x, 0.0), x)
        for first, mu in rows.points:
            slip, most = np.hypot(x[first], x[first + 1]), mu * x[first + 2]
            if slip > most:
                x[first : first + 2] *= most / slip
        return x

    return allowed

"""Linear models at sample times, exact for inputs that are held.

Over a time h of held inputs, x goes to ``e^{Ah} x + ∫₀ʰ e^{As} ds B w``, both blocks of the
exponential of ``[[A, B], [0, 0]] h`` (Van Loan 1978).
"""

from __future__ import annotations

import math

import numpy as np
from scipy.linalg import expm

ROUNDING = 1e-9  # of a delay in samples


def zero_order_hold(A: np.ndarray, B: np.ndarray, h: float) -> tuple[np.ndarray, np.ndarray]:
    """What becomes of states, and of held inputs, in a time h."""
    n, r = B.shape
    whole = expm(h * np.block([[A, B], [np.zeros((r, n + r))]]))
    return whole[:n, :n], whole[:n, n:]


def sampled(
    A: np.ndarray, B: np.ndarray, C: np.ndarray, D: np.ndarray, period: float, delay: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, int]:
    """The matrices at sample times, and how many samples of the inputs wait to take effect.

    What waits are further states, the oldest first: it takes effect within the period.
    """
    n, r = B.shape
    waiting = math.ceil(delay / period - ROUNDING)
    rest = waiting * period - delay  # of a period, after its input has taken effect
    if rest < ROUNDING * period:
        rest = 0.0
    after, B_new = zero_order_hold(A, B, rest if waiting else period)
    before, B_old = zero_order_hold(A, B, period - rest if waiting else 0.0)
    if not waiting:
        return after, B_new, C, D, 0
    # Held before `period - rest` is the oldest sample; then the next one, or the one of now.
    size = n + waiting * r
    whole, entering, look = np.zeros((size, size)), np.zeros((size, r)), np.zeros((len(C), size))
    whole[:n, :n], whole[:n, n : n + r] = after @ before, after @ B_old
    if waiting > 1:
        whole[:n, n + r : n + 2 * r] = B_new
        whole[n:-r, n + r :] = np.eye(size - n - r)
    else:
        entering[:n] = B_new
    entering[size - r :] = np.eye(r)
    look[:, :n], look[:, n : n + r] = C, D
    return whole, entering, look, np.zeros((len(C), r)), waiting

"""Margins of a loop of one input and one output, by its response at all frequencies."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

POINTS = 4000  # frequencies between the least and the largest
NEAR = np.logspace(-9, -0.5, 120)  # parts of the frequency of a pole or a zero, to either side
LEAST = 1e-3  # of the lowest frequency of a pole or a zero
REAL = 1e-6  # part of a number that may be imaginary


@dataclass(frozen=True)
class Margins:
    """How far a loop is from the edge of stability.

    Attributes
    ----------
    gain : float
        The factor above 1 by which the gain can grow; infinite if by any.
    gain_reduction : float
        The factor below 1 by which the gain can fall; 0 if by any.
    gain_frequency : float, rad/s
        At which the loop would oscillate with the larger gain.
    phase : float, rad
        The angle that the phase can change by at the gain of now.
    phase_frequency : float, rad/s
    delay : float, s
        That can be added.
    modulus : float
        The least distance of the response from -1; its inverse is the peak of the sensitivity.
    stable : bool
        Whether the closed loop is stable; else margins mean nothing.
    """

    gain: float
    gain_reduction: float
    gain_frequency: float
    phase: float
    phase_frequency: float
    delay: float
    modulus: float
    stable: bool

    @property
    def gain_db(self) -> float:
        """The margin of gain in decibels."""
        return 20.0 * math.log10(self.gain) if self.gain < math.inf else math.inf

    @property
    def phase_degrees(self) -> float:
        return math.degrees(self.phase)


def margins_of(
    response: Callable[[np.ndarray], np.ndarray],
    corners: Iterable[float],
    highest: float,
    stable: bool,
) -> Margins:
    """Margins of a loop L, stable where 1 + L is.

    Parameters
    ----------
    response : function
        L at angular frequencies.
    corners : rad/s
        Of poles and zeros.
    highest : rad/s
        Half the sample rate; infinite for a continuous loop.
    """
    w = frequencies(corners, highest)
    L = response(w)
    turns = [x for x in _crossings(w, L.imag, response, np.imag) if _is_negative(response, x)]
    if highest < math.inf and _is_negative(response, highest):
        turns.append(highest)
    factors = [(1.0 / float(abs(response(np.array([x]))[0])), x) for x in turns]
    above = min((each for each in factors if each[0] > 1.0), default=(math.inf, math.nan))
    below = max((factor for factor, _ in factors if factor <= 1.0), default=0.0)
    unit = _crossings(w, np.log(np.abs(L)), response, lambda value: np.log(np.abs(value)))
    angles = [(np.angle(-response(np.array([x]))[0]), x) for x in unit]
    phase, at = min(((abs(float(a)), x) for a, x in angles), default=(math.inf, math.nan))
    delay = min((float(angle % (2 * math.pi)) / x for angle, x in angles), default=math.inf)
    nearest = float(np.abs(1.0 + L).min(initial=math.inf))
    return Margins(above[0], below, above[1], phase, at, delay, nearest, stable)


def frequencies(corners: Iterable[float], highest: float) -> np.ndarray:
    """Frequencies that show all of a response, close together where poles and zeros are."""
    finite = np.array([x for x in corners if 0.0 < x < np.inf])
    last = highest if highest < math.inf else 1e3 * finite.max(initial=1.0)
    finite = finite[finite <= last]
    first = LEAST * min(finite.min(initial=last), last)
    near = np.concatenate(
        [finite, *(np.outer(finite, 1.0 + sign * NEAR).ravel() for sign in (-1, 1))]
    )
    every = np.concatenate([np.geomspace(first, last, POINTS), near])
    return np.unique(every[(every >= first) & (every < last)])


def _crossings(
    w: np.ndarray,
    values: np.ndarray,
    response: Callable[[np.ndarray], np.ndarray],
    part: Callable[[np.ndarray], np.ndarray],
) -> list[float]:
    """Where a part of the response passes zero."""

    def value(x: float) -> float:
        return float(part(response(np.array([x])))[0])

    above = values >= 0.0
    at = np.flatnonzero(above[:-1] != above[1:])
    return [float(brentq(value, w[k], w[k + 1], xtol=1e-14 * w[k], rtol=1e-14)) for k in at]


def _is_negative(response: Callable[[np.ndarray], np.ndarray], x: float) -> bool:
    """Whether the response is a negative real number, and no pole."""
    value = response(np.array([x]))[0]
    return bool(value.real < 0.0 and abs(value.imag) < REAL * abs(value))

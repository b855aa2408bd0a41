"""Rotation of the Moon and Mars by the elements of the IAU working group.

Right ascension α and declination δ of the north pole and the angle W of the prime meridian, in
degrees: a polynomial and periodic terms, of T (centuries) and d (days) of TDB since J2000.

Source: Archinal et al., Report of the IAU Working Group on Cartographic Coordinates and Rotational
Elements: 2015, Celest. Mech. Dyn. Astr. 130:22 (2018), tables 1 and 2; the Moon as in the report
of 2009 (mean Earth / polar axis, good to 150 m), which that of 2015 leaves in force for work that
needs no more.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from treetop.environment.epoch import J2000

CENTURY = 36525.0  # days
COARSE = 2.0**16  # a rate rounded to its inverse has all digits when taken times a number of days


class RotationElements(NamedTuple):
    """Rotation elements of one body, degrees; columns of arguments are phase, rate per century."""

    pole: tuple[tuple[float, float], tuple[float, float]]  # α and δ, and their rates per century
    meridian: tuple[float, float, float]  # W, per day, per day²
    arguments: np.ndarray  # (n, 2)
    ascension: np.ndarray  # (n,)  of sines of the arguments
    declination: np.ndarray  # (n,)  of cosines
    angle: np.ndarray  # (n,)  of sines


_MOON = np.array([  # phase, rate, in α, in δ, in W
    [125.045, -1935.5364525, -3.8787, 1.5419, 3.5610],
    [250.089, -3871.0729050, -0.1204, 0.0239, 0.1208],
    [260.008, 475263.3328725, 0.0700, -0.0278, -0.0642],
    [176.625, 487269.6299850, -0.0172, 0.0068, 0.0158],
    [357.529, 35999.0509575, 0.0, 0.0, 0.0252],
    [311.589, 964468.4993100, 0.0072, -0.0029, -0.0066],
    [134.963, 477198.8693250, 0.0, 0.0009, -0.0047],
    [276.617, 12006.3007650, 0.0, 0.0, -0.0046],
    [34.226, 63863.5132425, 0.0, 0.0, 0.0028],
    [15.134, -5806.6093575, -0.0052, 0.0008, 0.0052],
    [119.743, 131.8406400, 0.0, 0.0, 0.0040],
    [239.961, 6003.1503825, 0.0, 0.0, 0.0019],
    [25.053, 473327.7964200, 0.0043, -0.0009, -0.0044],
])  # fmt: skip

_MARS = np.array([
    [198.991226, 19139.4819985, 0.000068, 0.0, 0.0],
    [226.292679, 38280.8511281, 0.000238, 0.0, 0.0],
    [249.663391, 57420.7251593, 0.000052, 0.0, 0.0],
    [266.183510, 76560.6367950, 0.000009, 0.0, 0.0],
    [79.398797, 0.5042615, 0.419057, 0.0, 0.0],
    [122.433576, 19139.9407476, 0.0, 0.000051, 0.0],
    [43.058401, 38280.8753272, 0.0, 0.000141, 0.0],
    [57.663379, 57420.7517205, 0.0, 0.000031, 0.0],
    [79.476401, 76560.6495004, 0.0, 0.000005, 0.0],
    [166.325722, 0.5042615, 0.0, 1.591274, 0.0],
    [129.071773, 19140.0328244, 0.0, 0.0, 0.000145],
    [36.352167, 38281.0473591, 0.0, 0.0, 0.000157],
    [56.668646, 57420.9295360, 0.0, 0.0, 0.000040],
    [67.364003, 76560.2552215, 0.0, 0.0, 0.000001],
    [104.792680, 95700.4387578, 0.0, 0.0, 0.000001],
    [95.391654, 0.5042615, 0.0, 0.0, 0.584542],
])  # fmt: skip


def _elements(pole, meridian, terms: np.ndarray) -> RotationElements:
    return RotationElements(pole, meridian, terms[:, :2], *terms[:, 2:].T)


MOON = _elements(((269.9949, 0.0031), (66.5392, 0.0130)), (38.3213, 13.17635815, -1.4e-12), _MOON)
MARS = _elements(
    ((317.269202, -0.10927547), (54.432516, -0.05827105)),
    (176.049863, 350.891982443297, 0.0),
    _MARS,
)


def turned_through(rate: float, whole: np.ndarray, part: np.ndarray, turn: float) -> np.ndarray:
    """``rate (whole + part)`` less full turns: many turns cost no digits."""
    coarse = round(rate * COARSE) / COARSE
    return (coarse * whole) % turn + (rate - coarse) * whole + rate * part


def pole_and_meridian(
    elements: RotationElements, tdb: tuple[np.ndarray, np.ndarray]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """α, δ and W, rad, at Julian dates of TDB in two parts."""
    whole = np.floor(np.asarray(tdb[0], dtype=float) - J2000)
    part = (tdb[0] - J2000 - whole) + tdb[1]
    d = whole + part
    T = d / CENTURY
    phase = np.radians((elements.arguments[:, 0] + elements.arguments[:, 1] * T[:, None]) % 360.0)
    sines, cosines = np.sin(phase), np.cos(phase)
    (a, a_rate), (e, e_rate) = elements.pole
    ascension = a + a_rate * T + sines @ elements.ascension
    declination = e + e_rate * T + cosines @ elements.declination
    first, rate, square = elements.meridian
    turned = turned_through(rate, whole, part, 360.0)
    meridian = first + turned + square * d * d + sines @ elements.angle
    return np.radians(ascension), np.radians(declination), np.radians(meridian % 360.0)

"""Beams whose section changes along the length: cones, steps, and sections that fall exponentially.

A cone under a force at its tip bends by P L³/(3 EI) d0/d1, EI that of its root; under large loads
the rod is integrated along its length. With EI and mass that fall as exp(-a s) vibration obeys
w'''' - 2a w''' + a² w'' = λ⁴ w, whose coefficients are constant (Cranch and Adler, Journal of
Applied Mechanics 23, 1956, 103-108); for cones, with rotary inertia, frequencies are found after
Ritz. A step in the section bends as two beams in a row.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

import treetop as tt
from treetop.analysis import equilibrium, linearised
from treetop.validation.case import Check
from treetop.validation.elastica import loaded_cantilever
from treetop.validation.lines import cantilever, limit, limit_checks
from treetop.validation.ritz import uneven_beam

TAPER = 0.6  # by which the diameter of the cone falls
FALL = 2.0  # a, of the exponential
DIAMETER = 0.04  # of the cone at its root, m
SOFT = 1e-4  # N, a force under which deflections are small


def checks() -> list[Check]:
    found = []
    for what, line, closed in (("cone", cone, cone_tip(SOFT)), ("steps", steps, step_tip(SOFT))):
        linear = 2 * closed**3  # to which the linear theory of a unit length is exact
        small = limit(partial(deflection, line, SOFT), 8)
        within = 1e-3 * closed
        found += limit_checks(
            f"{what}, small load, tip", small, [closed], within, "m", linear, names="y"
        )
    for load in (2.0, 10.0):
        tip = loaded_cantilever(load, lambda s: float(bending(np.array([s]))[0]))[:2]
        bent = limit(partial(tip_of, cone, load), 16)
        found += limit_checks(f"cone, load {load:g} N, tip", bent, tip, 1e-4, "m", 1e-10)
    for what, line, squares in (
        ("exponential beam", exponential, exponential_squares()),
        ("cone", cone, cone_squares()),
    ):
        modes = limit(partial(frequencies, line), 16)
        wanted, digits = np.sqrt(squares), 1e-8 * float(np.sqrt(squares[-1]))
        named: dict[str, Any] = {"unit": "rad/s", "digits": digits, "names": "123"}
        found += limit_checks(f"{what}, frequency", modes, wanted, 1e4 * digits, **named)
    return found


def bending(s: np.ndarray) -> np.ndarray:
    """EI of the cone, N m²."""
    return 1e8 * np.pi / 64 * (DIAMETER * (1 - TAPER * s)) ** 4


def cone(n: int) -> tt.Beam:
    """A cone of a soft material, of unit length."""
    ends = tt.Along([0, 1], [DIAMETER, DIAMETER * (1 - TAPER)])
    round_ = tt.sections.Circle(diameter=ends, E=1e8, nu=0.3, density=1000)
    return tt.Beam(length=1, section=round_, strains=["bending about z"], elements=n)


def cone_tip(load: float) -> float:
    """P L³/(3 EI) d0/d1, m."""
    return float(load / (3 * bending(np.zeros(1))[0]) / (1 - TAPER))


def steps(n: int) -> tt.Beam:
    """A beam of two lengths of different stiffness, which meet in the middle."""
    EI = tt.Along([0, 0.5], [4.0, 1.0], "hold")
    return tt.Beam(length=1, mass_per_length=1, EI=[None, EI], elements=n)


def step_tip(load: float) -> float:
    """P ∫ (1 - s)²/EI ds, m."""
    return load * ((1 - 0.5**3) / (3 * 4.0) + 0.5**3 / (3 * 1.0))


def exponential(n: int) -> tt.Beam:
    fall = f"exp(-{FALL}*s)"
    return tt.Beam(length=1, mass_per_length=fall, EI=[None, fall], elements=n)


def exponential_squares() -> np.ndarray:
    """λ⁴ of the three lowest modes of a cantilever, by its characteristic equation."""
    from scipy.optimize import brentq

    def determinant(lam: float) -> float:
        roots = np.concatenate([np.roots([1.0, -FALL, sign * lam**2]) for sign in (1.0, -1.0)])
        end = np.exp(roots)
        rows = np.array([np.ones(4), roots, roots**2 * end, roots**3 * end])
        return float(np.linalg.det(rows).imag)  # of one pair of roots that are conjugate

    lam = np.arange(FALL / 2 + 0.02, 12.0, 0.01)
    signs = [determinant(each) for each in lam]
    found = [
        brentq(determinant, a, b, xtol=1e-14)
        for a, b, p, q in zip(lam, lam[1:], signs, signs[1:], strict=False)
        if p * q < 0.0
    ]
    return np.array(found[:3]) ** 4


def cone_squares() -> np.ndarray:
    """ω² of the cone, (rad/s)²."""

    def mass(s: np.ndarray) -> np.ndarray:
        return 1000 * np.pi / 4 * (DIAMETER * (1 - TAPER * s)) ** 2

    return uneven_beam(bending, mass, lambda s: bending(s) * 1000 / 1e8, "clamped free")[:3]


def tip_of(line: Any, load: float, n: int) -> np.ndarray:
    """x and y of the tip of a cantilever under a force across it, m."""
    m = cantilever(line(n))
    m.add_force("load", tt.FrameForce("boom.tip", force=[0, load, 0], axes="inertial"))
    system = m.build()
    rest = equilibrium(system, system.state())
    return np.asarray(system.evaluate(rest).body[f"boom rod {n}"].position)[:2]


def deflection(line: Any, load: float, n: int) -> float:
    """How far the tip goes along the force, m."""
    return float(tip_of(line, load, n)[1])


def frequencies(line: Any, n: int) -> np.ndarray:
    """The three lowest frequencies of a cantilever, rad/s."""
    system = cantilever(line(n)).build()
    values = np.linalg.eigvals(linearised(system, system.state()).A)
    return np.sqrt(np.sort(-np.square(values).real)[::2][:3])

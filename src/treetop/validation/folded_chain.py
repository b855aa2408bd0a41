"""A folded chain falls, one end held and the other let go beside it (Calkin and March, American
Journal of Physics 57, 1989, 154-157).

With ends level and x the fall in units of L, energy gives v² = 2gL x (1 - x/2)/(1 - x), and
momentum the pull on the held end, Mg (2 + 2x - 3x²)/(4 (1 - x)).  Both arms of the chain of rods
hang down, joined by one rod that lies level: the fold is as wide as a rod.  It needs a time of the
order √(h/g) to start, h being the length of a rod, so that all tends to its limit with √h: of the
times with n/2 and n elements, t + (t - t')/(√2 - 1) is the extrapolation.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

import treetop as tt
from treetop.validation.case import Check

COUNTS = 80, 160, 320
UNIT = float(np.sqrt(2.0))  # √(2L/g), with L = M = g = 1 as everywhere here
PUBLISHED = 0.804680906524, 0.847213084794  # √(2L/g), times to 0.8 and 1
HEIGHTS = 0.5, 0.8


class Fall(NamedTuple):
    """Times at which the end has fallen by `HEIGHTS`, and impulses of the support until then."""

    times: np.ndarray
    impulses: np.ndarray


def checks() -> list[Check]:
    found = [
        Check(f"closed form, time to {x:g}", time_to(x) / UNIT, wanted, 1e-11, "√(2L/g)")
        for x, wanted in zip((0.8, 1.0), PUBLISHED, strict=True)
    ]
    falls = [fallen(n) for n in COUNTS]
    for k, x in enumerate(HEIGHTS):
        times, wanted = [float(fall.times[k]) / UNIT for fall in falls], time_to(x) / UNIT
        early, late = (b + (b - a) / (UNIT - 1.0) for a, b in pairwise(times))
        what = f"chain of rods, time to {x:g}"
        order = float(np.log2(abs(times[0] - wanted) / abs(times[2] - wanted))) / 2.0
        before, impulse = (float(fall.impulses[k]) for fall in falls[1:])
        found += [
            Check(f"{what}, extrapolated", late, wanted, abs(late - early), "√(2L/g)"),
            Check(f"{what}: order of convergence", order, 0.5, 0.15),
            Check(
                f"chain of rods, impulse of the pull until {x:g}, 320 elements",
                impulse, impulse_until(x), abs(impulse - before), "M√(gL)",
            ),
        ]  # fmt: skip
    return found


def _over_time(of: object, x: float) -> float:
    """The integral of a function of the fall over the time that it takes, √(L/g)."""
    from scipy.integrate import quad

    def rate(u: float) -> float:  # x = u², for the speed begins with its root
        speed = np.sqrt(2.0 * (1.0 - u * u / 2.0) / (1.0 - u * u))
        return float(2.0 / speed * of(u * u))  # type: ignore[operator]

    return float(quad(rate, 0.0, np.sqrt(x), epsabs=1e-13, epsrel=1e-13)[0])


def time_to(x: float) -> float:
    """When the end has fallen by x."""
    return _over_time(lambda x: 1.0, x)


def impulse_until(x: float) -> float:
    """The integral of the pull on the held end, until the other one has fallen by x."""
    return _over_time(lambda x: (2.0 + 2.0 * x - 3.0 * x * x) / (4.0 * (1.0 - x)), x)


def fallen(n: int) -> Fall:
    """The fall of a chain of rods."""
    from scipy.interpolate import CubicSpline

    m = tt.Model("folded chain")
    chain = m.add_beam("chain", tt.Cable(length=1, mass_per_length=1, EI=[None, 0], elements=n))
    m.add_joint("pin", tt.Revolute([0, 0, 1]), m.ground, chain)
    m.add_force("weight", tt.UniformGravity([0, -1, 0]))
    system = m.build()
    corner = {"angle": np.pi / 2}
    fold: dict[str, Any] = {f"chain hinge {k}": corner for k in (n // 2 - 1, n // 2)}
    start = system.state(pin={"angle": -np.pi / 2}, **fold)
    run = tt.simulate(system, start, 1.2, every=1e-3, rtol=1e-8, atol=1e-10)
    height = run.data.sel(body=f"chain rod {n}").position.values[:, 1]
    fall = CubicSpline(run.time, height[0] - height)
    pull = CubicSpline(run.time, run["pin.reaction_force"].sel(axis="y").values)
    times = np.array([fall.solve(x, extrapolate=False)[0] for x in HEIGHTS])
    return Fall(times, np.array([float(pull.integrate(0.0, t)) for t in times]))

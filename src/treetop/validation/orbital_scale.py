"""Two free bodies joined only by a soft spring: metres of motion on an orbit of 7000 km.

The reference has 34 decimal digits to spend and needs no care: inertial positions, Störmer's rule
for x'' = a(x) extrapolated to order 16 (Hairer, Nørsett & Wanner, II.14), 50 s at a time.

The orbit must not cost steps. Tides change the motion, so the counts differ by some hundredths
either way. Rounding would make their ratio grow as tolerances tighten: this is looked at with equal
tolerances, for which the ratio is greatest.
"""

from decimal import Decimal, localcontext

import numpy as np

import treetop as tt
from treetop.validation.case import Check, componentwise
from treetop.validation.numerics import TIGHT

MU = 3.986004418e14
POSITION, VELOCITY = np.array([6778137.0, 0.0, 0.0]), np.array([0.0, 6000.0, 4775.0])
APART, PARTING = np.array([7.0, 9.0, 2.0]), np.array([1.0, -2.0, 0.5]) / 64
M1, M2, STIFFNESS, LENGTH = 100.0, 50.0, 0.02, 11.0
INTERVAL = 16700.0  # three orbits
STEPS = 334
LOOSE = (1e-9, 1e-13)


def checks() -> list[Check]:
    run, still = simulated(MU, **TIGHT), simulated(0.0, **TIGHT)
    apart = run.data.position_from_origin.diff("body").values[-1, 0]
    more = run.statistics["steps"] - still.statistics["steps"]
    return [
        *componentwise("separation after 3 orbits,", "xyz", apart, separation(), 1e-9, "m"),
        Check("steps beyond those without the orbit", max(more, 0), 0, 0),
        *(Check(f"steps with / without it, rtol = atol = {t:g}", ratio(t), 1, 0.05) for t in LOOSE),
    ]


def ratio(tolerance: float) -> float:
    """Steps with the orbit to steps without it."""
    with_it, without = (simulated(mu, rtol=tolerance, atol=tolerance) for mu in (MU, 0.0))
    return with_it.statistics["steps"] / without.statistics["steps"]


def simulated(mu: float, rtol: float, atol: float) -> tt.Run:
    model = tt.Model("two bodies on a spring")
    for name, mass in (("first", M1), ("second", M2)):
        body = model.add_body(name, mass, [10.0, 10.0, 10.0])
        model.add_joint(f"{name}_flight", tt.Free(), model.ground, body)
    if mu:
        model.add_force("earth", tt.CentralGravity(mu, gradient=False))
    model.add_force("spring", tt.SpringDamper("first", "second", LENGTH, STIFFNESS))
    system = model.build()
    position, velocity = (POSITION, VELOCITY) if mu else (np.zeros(3), np.zeros(3))
    start = system.state(
        first_flight={"position": position, "velocity": velocity},
        second_flight={"position": position + APART, "velocity": velocity + PARTING},
    )
    return tt.simulate(system, start, duration=INTERVAL, at=[INTERVAL], rtol=rtol, atol=atol)


def separation() -> np.ndarray:
    """From the first body to the second after the interval."""
    with localcontext() as context:
        context.prec = 34
        x = exactly([*POSITION, *(POSITION + APART)])
        v = exactly([*VELOCITY, *(VELOCITY + PARTING)])
        step = Decimal(INTERVAL) / STEPS
        for _ in range(STEPS):
            x, v = extrapolated(x, v, step)
        return (x[3:] - x[:3]).astype(float)


def exactly(numbers) -> np.ndarray:
    return np.array([Decimal(float(number)) for number in numbers])


_MU, _M1, _M2, _STIFFNESS, _LENGTH = exactly([MU, M1, M2, STIFFNESS, LENGTH])


def acceleration(x: np.ndarray) -> np.ndarray:
    first, second = x[:3], x[3:]
    d = second - first
    pull = _STIFFNESS * (1 - _LENGTH / (d @ d).sqrt()) * d
    return np.concatenate([gravity(first) + pull / _M1, gravity(second) - pull / _M2])


def gravity(r: np.ndarray) -> np.ndarray:
    square = r @ r
    return -_MU / (square * square.sqrt()) * r


def extrapolated(x: np.ndarray, v: np.ndarray, step: Decimal) -> tuple[np.ndarray, np.ndarray]:
    """One long step: Störmer's rule with 2, 4, ... 16 short ones, extrapolated in their square."""
    counts = range(2, 18, 2)
    first = acceleration(x)
    above: list[np.ndarray] = []
    for i, n in enumerate(counts):
        h = step / n
        y, dy = x, h * (v + h / 2 * first)
        for _ in range(n - 1):
            y = y + dy
            dy = dy + h * h * acceleration(y)
        y = y + dy
        row = [np.concatenate([y, dy / h + h / 2 * acceleration(y)])]
        for k in range(1, i + 1):
            ratio = Decimal(n) / counts[i - k]
            row.append(row[-1] + (row[-1] - above[k - 1]) / (ratio * ratio - 1))
        above = row
    return above[-1][:6], above[-1][6:]

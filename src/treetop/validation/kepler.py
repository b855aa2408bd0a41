"""Kepler orbits: closed after whole periods, and on time in between (Kepler's equation)."""

import numpy as np
from scipy.optimize import brentq

import treetop as tt
from treetop.validation.case import Check, componentwise
from treetop.validation.numerics import TIGHT

MU = 3.986004418e14
PERIGEE = 7.0e6


def checks() -> list[Check]:
    model = tt.Model("satellite")
    body = model.add_body("satellite", 100.0, [10.0, 10.0, 10.0])
    model.add_joint("orbit", tt.Free(), model.ground, body)
    model.add_force("earth", tt.CentralGravity(MU, gradient=False))
    system = model.build()
    return [check for e, turns in ((0.0, 10), (0.7, 5)) for check in orbit(system, e, turns)]


def orbit(system: tt.System, e: float, turns: int) -> list[Check]:
    a = PERIGEE / (1 - e)
    period = 2 * np.pi * np.sqrt(a**3 / MU)
    start = system.state(
        orbit={"position": [PERIGEE, 0, 0], "velocity": [0, np.sqrt(MU / PERIGEE * (1 + e)), 0]}
    )
    times = period * np.array([0.37, turns, turns + 0.37])
    run = tt.simulate(system, start, duration=times[-1], at=times, **TIGHT)
    x, closed, again = run.data.position.sel(body="satellite").values / a
    gap = np.linalg.norm(closed - [1 - e, 0, 0])
    expected = position(e, 0.37)
    name = f"e = {e:g}:"
    return [
        *componentwise(f"{name} after 0.37 periods,", "xyz", x, expected, 1e-11, "a"),
        Check(f"{name} gap after {turns} periods", float(gap), 0.0, 1e-10, "a"),
        *componentwise(f"{name} after {turns}.37 periods,", "xyz", again, expected, 1e-10, "a"),
    ]


def position(e: float, turns: float) -> np.ndarray:
    """Position in semi-major axes, a number of turns after perigee."""
    mean = 2 * np.pi * turns
    E = brentq(lambda E: E - e * np.sin(E) - mean, mean - 1, mean + 1, xtol=1e-15, rtol=1e-15)
    return np.array([np.cos(E) - e, np.sqrt(1 - e**2) * np.sin(E), 0.0])

"""Equations in symbols: the time of an evaluation, of deriving and compiling, and against SciPy.

SciPy's `solve_ivp` runs on the equations of the same `KanesMethod`, as its users do: mass matrix
and forcing lambdified together with common subexpressions, and solved by NumPy.  Once by the method
that it takes by itself, and once by the one that we take; ours with the loosest tolerance that is
as exact in the end.
"""

import os
import subprocess
import sys
import tempfile

import numpy as np
import sympy as sp
from scipy.integrate import solve_ivp

import treetop as tt
from kane_chain import g, kane_chain, l, m
from treetop.core.compiler import kernel
from treetop.symbolic import from_sympy
from two_bodies import two_body_spacecraft, two_body_start

from . import HERE
from .timing import Figure, least_times, seconds

LINKS, DURATION = 10, 10.0
TOLERANCES = {"rtol": 1e-8, "atol": 1e-8}
LOOSER = 10.0 ** np.arange(-5.0, -12.1, -0.25)  # of ours
BUILD = "from two_bodies import two_body_spacecraft as s; s().build()"


def figures():
    name = "14 coordinates, 8 constraints"
    yield Figure(f"{name}: evaluation", _evaluation() * 1e6, "µs", at_most=60)
    with tempfile.TemporaryDirectory() as folder:
        first, second = (seconds(lambda: _python(TREETOP_CACHE=folder)) for _ in range(2))
    note = f"first process less a second one, which takes {second:.1f} s"
    yield Figure(f"{name}: derived, compiled", first - second, "s", at_most=60, note=note)
    yield from _race()


def _evaluation(times=2000):
    """Seconds for one right-hand side, in a compiled loop."""
    system = two_body_spacecraft().build()
    y = two_body_start(system).vector
    rate = np.zeros_like(y)
    arguments = (system.derivative, y, rate, system.problem)
    spent = least_times({"ours": lambda: _repeat(times, *arguments)}, repeats=51)
    return spent["ours"] / times


@kernel
def _repeat(times, derivative, y, rate, problem):
    for _ in range(times):
        derivative(0.0, y, rate, problem)


def _race():
    kane = kane_chain(LINKS)
    values = {m: 1.0, g: 9.81, l: 0.1}
    angles = np.linspace(0.3, 1.2, LINKS)
    system = from_sympy(kane, values)
    start = system.state(dict(zip(kane.q, angles, strict=True)))
    right_side = lambdified(kane, values)
    y = np.concatenate([angles, np.zeros(LINKS)])

    def theirs(method):
        return solve_ivp(right_side, (0, DURATION), y, method=method, **TOLERANCES).y[:LINKS, -1]

    def ours(rtol):
        run = tt.simulate(system, start, DURATION, at=[DURATION], rtol=rtol, atol=rtol)
        return run.data.coordinates.values[-1]

    exact = ours(1e-13)
    name = f"{LINKS} links of KanesMethod: solve_ivp"
    for method, least in (("RK45", 100), ("DOP853", None)):
        error = np.abs(theirs(method) - exact).max()
        rtol = next(r for r in LOOSER if np.abs(ours(r) - exact).max() <= error)
        racers = {"ours": lambda r=rtol: ours(r), "theirs": lambda m=method: theirs(m)}
        spent = least_times(racers, repeats=3)
        note = (
            f"{spent['ours'] * 1e3:.2f} and {spent['theirs'] * 1e3:.0f} ms, angles to {error:.1e}"
        )
        note += f", ours with rtol {rtol:.1e}"
        ratio = spent["theirs"] / spent["ours"]
        yield Figure(f"{name} by {method} / ours", ratio, at_least=least, note=note)


def lambdified(kane, values):
    """The right-hand side as users of SymPy and SciPy write it."""
    q, u = list(kane.q), list(kane.u)
    symbols = [*q, *u]
    known = kane.mass_matrix.subs(values), kane.forcing.subs(values)
    terms = sp.lambdify(symbols, known, cse=True)

    def right_side(t, y):
        M, f = terms(*y)
        return np.concatenate([y[len(q) :], np.linalg.solve(M, f[:, 0])])

    return right_side


def _python(**environment):
    path = os.pathsep.join(
        [
            str(HERE.parent / "tests"),
            str(HERE.parent / "tests" / "support"),
            os.environ.get("PYTHONPATH", ""),
        ]
    )
    subprocess.run(
        [sys.executable, "-c", BUILD],
        env=os.environ | environment | {"PYTHONPATH": path},
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

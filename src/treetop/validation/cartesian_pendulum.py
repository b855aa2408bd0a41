"""Pendulum in Cartesian coordinates: a point mass, and a constraint that keeps it on its circle.

IFToMM library of computational benchmark problems, A01.  Once in symbols, by Lagrange's equations
in x and y; once as a model, two slides at right angles and a distance to keep, by all formulations.
"""

from typing import Any

import numpy as np
import sympy as sp
from sympy.physics.mechanics import dynamicsymbols

import treetop as tt
from treetop.symbolic import LagrangianSystem
from treetop.symbolic.system import SymbolicSystem
from treetop.validation.case import Check, componentwise
from treetop.validation.closed_loops import TOLERANCES, runs
from treetop.validation.pendulum import BENCHMARK, G

TIMES = [0.0, *BENCHMARK]


def checks() -> list[Check]:
    system: Any = in_symbols()
    run = tt.simulate(system, system.state(x=-1.0), duration=TIMES[-1], at=TIMES, **TOLERANCES)
    found = of_run("in symbols", run, ("x", "y"), ("x_rate", "y_rate"))
    slides, rates = ("across.slide", "up.slide"), ("across.slide_rate", "up.slide_rate")
    for name, run in runs(as_a_model(), start, TIMES):
        found += of_run(name, run, slides, rates)
    return found


def of_run(
    label: str, run: tt.Run, coordinates: tuple[str, str], speeds: tuple[str, str]
) -> list[Check]:
    r, v = (np.stack([run[name] for name in names], axis=1) for names in (coordinates, speeds))
    off, moving_off = np.linalg.norm(r, axis=1) - 1, np.sum(r * v, axis=1)
    fastest = np.linalg.norm(v, axis=1).max()
    places = [
        componentwise(f"{label}: mass at {t:g} s,", "xy", place, expected, 1e-10, "m")
        for place, (t, expected) in zip(r[1:], BENCHMARK.items(), strict=True)
    ]
    return [
        *(check for group in places for check in group),
        Check(f"{label}: energy", run.audit()["energy"].relative, 0.0, 1e-10),
        Check(f"{label}: off the circle", float(np.abs(off).max()), 0.0, 1e-11, "m"),
        Check(f"{label}: velocity off it", float(np.abs(moving_off).max() / fastest), 0.0, 1e-10),
    ]


def in_symbols() -> SymbolicSystem:
    x, y = dynamicsymbols("x y")
    m, g, l = sp.symbols("m g l")
    return LagrangianSystem(
        [x, y],
        kinetic_energy=m * (x.diff() ** 2 + y.diff() ** 2) / 2,
        potential=m * g * y,
        constraints={"rod": x**2 + y**2 - l**2},
        parameters={m: 1, g: G, l: 1},
    ).build()


def as_a_model() -> tt.Model:
    model = tt.Model("pendulum in Cartesian coordinates")
    model.add_body("carriage", 0.0)
    model.add_body("bob", 1.0)
    model.add_joint("across", tt.Prismatic([1, 0, 0]), model.ground, "carriage")
    model.add_joint("up", tt.Prismatic([0, 1, 0]), "carriage", "bob")
    model.add_constraint("rod", tt.Distance(model.ground, "bob", 1.0))
    model.add_force("weight", tt.UniformGravity([0, -G, 0]))
    return model


def start(system: tt.System) -> tt.State:
    return system.state(across={"slide": -1.0})

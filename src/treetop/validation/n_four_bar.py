"""Rows of four-bar linkages that pass through their flat, singular position.

IFToMM library of computational benchmark problems, A02: N + 1 cranks on the ground, N couplers
between their tips, slender rods of 1 m and 1 kg all; pushed from upright at 1 m/s.  On the branch
of parallelograms all cranks turn as one pendulum: its angle from below is twice the amplitude am
of Jacobi.
"""

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.special import ellipj, ellipk

import treetop as tt
from treetop.model.body import Body
from treetop.validation.case import Check, componentwise
from treetop.validation.closed_loops import conserved, runs

Z = [0, 0, 1]
G, PUSH = 9.81, 1.0  # m/s^2, m/s
PUBLISHED = {  # links and time: x and y of the first tip
    (2, 1.0): (-0.195020301949435, -0.980799205662174),
    (2, 10.0): (0.328458111540815, 0.944518538178601),
    (40, 5.0): (-0.540190050675526, -0.841543052464443),
    (40, 10.0): (0.180512226686728, 0.983572740582312),
}


# Rounding limits how close to the flat position a step may come, and so the tolerance.
TOLERANCES: dict[str, Any] = {"rtol": 1e-10, "atol": 1e-12}
LINKS = (1, 2, 10, 40)
# m, of the tip: a basis of the motions that constraints leave is rounded more than a projection.
# Of eight runs with tolerances that differ by some per cent the worst is 1e-7 off.
ALLOWED = {"recursive": 1e-8, "nullspace": 1e-6}


def checks() -> list[Check]:
    found, times = [], np.linspace(0.0, 10.0, 101)
    for links in LINKS:
        start = functools.partial(pushed, links=links)
        for name, run in runs(row(links), start, times, ("recursive",), **TOLERANCES):
            label = f"{name}, N = {links}"
            found += [*places(label, run, links, ALLOWED[name]), tilt(label, run, links)]
            found += conserved(label, run, 1e-8)
    return found


def places(label: str, run: tt.Run, links: int, allowed: float) -> Iterator[Check]:
    """The first tip, after one to some ten passages through the flat position."""
    for t in (1.0, 5.0, 10.0):
        angle = float(run["pivot0.angle"].sel(time=t))
        expected = PUBLISHED.get((links, t)) or tip(links, t)
        place = (-np.sin(angle), np.cos(angle))
        yield from componentwise(f"{label}: tip at {t:g} s,", "xy", place, expected, allowed, "m")


def tilt(label: str, run: tt.Run, links: int) -> Check:
    """On the other branch couplers would turn over."""
    turned = [run[f"coupler{k}.attitude"].sel(component="z").values for k in range(links)]
    return Check(f"{label}: couplers off level", float(np.abs(turned).max()), 0.0, 1e-10)


def row(links: int) -> tt.Model:
    """N loops; each crank stands on the ground, each coupler leans from a crank to the next."""
    model = tt.Model(f"{links} four-bar")
    for k in range(links + 1):
        crank = rod(model, f"crank{k}", [0, 1, 0])
        model.add_joint(
            f"pivot{k}", tt.Revolute(Z), model.ground.frame(f"pivot{k}", [k, 0, 0]), crank
        )
    for k in range(links):
        coupler = rod(model, f"coupler{k}", [1, 0, 0])
        model.add_joint(f"left{k}", tt.Revolute(Z), f"crank{k}.tip", coupler)
    for k in range(links):
        model.add_joint(f"right{k}", tt.Revolute(Z), f"crank{k + 1}.tip", f"coupler{k}.tip")
    model.add_force("weight", tt.UniformGravity([0, -G, 0]))
    return model


def rod(model: tt.Model, name: str, along: list[float]) -> Body:
    """A slender rod of 1 m and 1 kg from the origin of its frame."""
    inertia = (np.ones(3) - along) / 12
    body = model.add_body(name, 1.0, inertia, centre=0.5 * np.array(along))
    body.frame("tip", at=along)
    return body


def pushed(system: tt.System, links: int) -> tt.State:
    """Upright, the tips moving to the right; couplers do not turn."""
    rates: dict[str, Any] = {f"pivot{k}": {"rate": -PUSH} for k in range(links + 1)}
    rates |= {f"left{k}": {"rate": PUSH} for k in range(links)}
    return system.state(**rates)


def tip(links: int, t: float) -> tuple[float, float]:
    """Where the first tip is, on the branch of parallelograms."""
    inertia, weight = (links + 1) / 3 + links, ((links + 1) / 2 + links) * G
    fastest = np.sqrt(PUSH**2 + 4 * weight / inertia)  # of the angle, below
    m = 4 * weight / inertia / fastest**2
    half = ellipj(fastest * t / 2 - ellipk(m), m)[3]
    return float(-np.sin(2 * half)), float(-np.cos(2 * half))

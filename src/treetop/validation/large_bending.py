"""Beams and cables bent far, at rest.

Roll-up of a cantilever by an end moment; the bend of 45 degrees of Bathe and Bolourchi (1979), with
and without stretch and shear; cantilevers under their weight and under a force that follows the
tip; the catenary, inextensible and elastic.  The limit of many elements is extrapolated from n and
2n; a roll-up is exact whatever their number.
"""

import math
from functools import partial

import numpy as np

import treetop as tt
from treetop.analysis import equilibrium
from treetop.validation.case import Check, componentwise
from treetop.validation.lines import at_rest, cantilever, limit, limit_checks, place

BEND = (58.7791224897, 22.2447809454, 40.1918916702)
BEND_STIFF = (58.7796853912, 22.2450347421, 40.1882838380)  # without stretch and shear
WEIGHT = (0.656353761239, -0.700199715514, 3.742191110872)  # for w L³/EI = 10; moment in EI/L
FOLLOWER = (0.342745786223, 0.786168425650)  # tip for P L²/EI = 4
SPAN = 0.8  # between level supports, L
YOUNG, AXIAL = 1e7, 100.0


def checks() -> list[Check]:
    found = []
    for n in (3, 10):
        found += componentwise(f"roll-up, {n} elements, tip", "xy", rolled_up(n), (0.0, 0.0), 1e-13)
    for given, bent in ((True, BEND), (False, BEND_STIFF)):
        what = "45-degree bend" if given else "45-degree bend, no stretch or shear"
        found += limit_checks(what, limit(partial(bend, gives=given), 3), bent, 1e-3)
    what = "cantilever, weight, tip and root moment"
    found += limit_checks(what, limit(weighted, 8), WEIGHT, 2e-5)
    found += limit_checks("cantilever, follower force, tip", limit(followed, 8), FOLLOWER, 1e-5)
    for axial in (None, AXIAL):
        H, sag = closed_catenary(axial)
        what = "elastic catenary" if axial else "catenary"
        hung = limit(partial(catenary, H=H, axial=axial), 4)
        found += limit_checks(f"{what}, end and sag", hung, (SPAN, 0.0, -sag), 1e-4, "L")
    return found


def rolled_up(n: int) -> np.ndarray:
    m = cantilever(tt.Beam(length=1, mass_per_length=1, EI=[None, 1], elements=n))
    m.add_force("moment", tt.FrameForce("boom.tip", torque=[0, 0, 2 * math.pi]))
    return place(*at_rest(m), "boom.tip")[:2]


def bend(n: int, gives: bool) -> np.ndarray:
    more: dict[str, float] = {"EA": YOUNG, "GA": YOUNG / 2} if gives else {}
    line = tt.Beam(
        length=100 * math.pi / 4,
        mass_per_length=1,
        EI=YOUNG / 12,
        GJ=YOUNG / 12,
        rotary_inertia=1,
        curvature=[0, 0.01],
        elements=n,
        **more,
    )
    m = cantilever(line)
    m.add_force("load", tt.FrameForce("boom.tip", force=[0, 0, 300], axes="inertial"))
    return place(*at_rest(m), "boom.tip")


def weighted(n: int) -> np.ndarray:
    m = cantilever(tt.Beam(length=1, mass_per_length=1, EI=[None, 1], elements=n))
    m.add_force("weight", tt.UniformGravity([0, -10, 0]))
    system, state = at_rest(m)
    moment = system.evaluate(state).joint["clamp"].reaction_torque[2]
    return np.append(place(system, state, "boom.tip")[:2], moment)


def followed(n: int) -> np.ndarray:
    m = cantilever(tt.Beam(length=1, mass_per_length=1, EI=[None, 1], elements=n))
    m.add_force("load", tt.FrameForce("boom.tip", force=[0, 4, 0]))
    return place(*at_rest(m), "boom.tip")[:2]


def closed_catenary(axial: float | None) -> tuple[float, float]:
    """Horizontal tension, in units of the weight, and sag, in units of the length."""
    from scipy.optimize import brentq

    V, per = 0.5, 0.0 if axial is None else 1.0 / axial

    def excess(H: float) -> float:
        return H * math.asinh(V / H) + H * V * per - SPAN / 2

    H = float(brentq(excess, 1e-3, 10.0, xtol=1e-15))
    return H, math.hypot(H, V) - H + 0.5 * V * V * per


def catenary(n: int, H: float, axial: float | None) -> tuple[float, ...]:
    """End and sag of a line that hangs from its root and is pulled at its tip by half its weight
    upward and H along: level supports 0.8 of its length apart do so.  It starts straight along the
    pull, and its weight grows."""
    state = None
    for weight in (0.25, 0.5, 0.75, 1.0):
        system = _hung(n, H, axial, weight).build()
        start = system.state(pin={"angle": math.atan2(0.5, H)})
        if state is not None:
            start.vector[:] = state.vector
        state = equilibrium(system, start, ["pin.rate", "line"])
    end, middle = (place(system, state, f"line.{each}") for each in ("tip", "s0_5"))
    return end[0], end[1], middle[1]


def _hung(n: int, H: float, axial: float | None, weight: float) -> tt.Model:
    m = tt.Model("catenary")
    line = tt.Cable(length=1, mass_per_length=1, EA=axial, EI=[None, 0], elements=n)
    m.add_beam("line", line).at(0.5)
    m.add_joint("pin", tt.Revolute([0, 0, 1]), m.ground, "line")
    m.add_force("weight", tt.UniformGravity([0, -weight, 0]))
    m.add_force("pull", tt.FrameForce("line.tip", force=[H, 0.5, 0], axes="inertial"))
    return m

"""Beams and cables bent far, at rest.

Roll-up of a cantilever by an end moment; the bend of 45 degrees of Bathe and Bolourchi (1979), with
and without stretch and shear; cantilevers under their weight and under a force that follows the
tip; the catenary, inextensible and elastic.  The limit of many elements is extrapolated; a roll-up
is exact whatever their number.  Where no figure is published, Cosserat's rod is integrated along
its length.
"""

import math
from functools import partial

import numpy as np

import treetop as tt
from treetop.analysis import equilibrium
from treetop.validation.case import Check, componentwise
from treetop.validation.elastica import Rod, followed_cantilever, loaded_tips, weighted_cantilever
from treetop.validation.lines import cantilever, limit, limit_checks, resting_place, settled

BEND = (58.7791224897, 22.2447809454, 40.1918916702)  # for a force of 300
BEND_STIFF = (58.7796853912, 22.2450347421, 40.1882838380)  # without stretch and shear
WEIGHT = (0.656353761239, -0.700199715514, -1.052643117197, 3.742191110872)  # for w L³/EI = 10
FOLLOWER = (0.342745786223, 0.786168425650, 1.776435813568)  # for P L²/EI = 4
LOADS = 300.0, 450.0, 600.0  # of the bend
WEIGHTS, FOLLOWERS = (1.0, 5.0, 10.0, 50.0, 100.0), (1.0, 4.0, 10.0, 20.0, 25.0)
SPAN = 0.8  # between level supports, L
YOUNG, AXIAL = 1e7, 100.0
SHOT = 1e-10  # to which rods are integrated


def checks() -> list[Check]:
    found = []
    for n in (3, 10):
        found += componentwise(f"roll-up, {n} elements, tip", "xy", rolled_up(n), (0.0, 0.0), 1e-13)
    found += _bends()
    found += _cantilevers()
    for axial in (None, AXIAL):
        H, sag = closed_catenary(axial)
        what = "elastic catenary" if axial else "catenary"
        hung = limit(partial(catenary, H=H, axial=axial), 16)
        found += limit_checks(f"{what}, end and sag", hung, (SPAN, 0.0, -sag), 1e-6, "L", 1e-12)
    return found


def _bends() -> list[Check]:
    found, length, soft = [], 25 * math.pi, YOUNG / 12
    for gives, published in ((True, BEND), (False, BEND_STIFF)):
        compliance = (1 / YOUNG, 2 / YOUNG, 2 / YOUNG) if gives else (0.0, 0.0, 0.0)
        rod = Rod(length, (soft, soft, soft), compliance, (0.0, 0.0, 0.01))
        tips = loaded_tips(rod, [np.array([0.0, 0.0, load]) for load in (150.0, *LOADS)])[1:]
        what = "45-degree bend" if gives else "45-degree bend, no stretch or shear"
        found += componentwise(f"{what}, 300, rod integrated", "xyz", tips[0], published, 1e-9)
        for load, tip in zip(LOADS, tips, strict=True):
            bent = limit(partial(bend, gives=gives, load=load), 24)
            found += limit_checks(f"{what}, {load:g}", bent, tip, 1e-5, digits=SHOT)
    return found


def _cantilevers() -> list[Check]:
    found = []
    names = "tip x", "tip y", "slope", "root moment"
    found += componentwise(
        "weight 10, rod integrated,", names, weighted_cantilever(10.0), WEIGHT, SHOT
    )
    found += componentwise(
        "follower 4, rod integrated,", names[:3], followed_cantilever(4.0), FOLLOWER, SHOT
    )
    for load in WEIGHTS:
        x, y, _, moment = weighted_cantilever(load)
        what = f"cantilever, weight {load:g} EI/L³, tip and root moment"
        fallen = limit(partial(weighted, load=load), 32)
        found += limit_checks(what, fallen, (x, y, moment), 1e-4, digits=SHOT)
    for load in FOLLOWERS:
        what = f"cantilever, follower {load:g} EI/L², tip"
        turned = limit(partial(followed, load=load), 32)
        found += limit_checks(what, turned, followed_cantilever(load)[:2], 1e-5, digits=SHOT)
    return found


def _flat(n: int) -> tt.Model:
    return cantilever(tt.Beam(length=1, mass_per_length=1, EI=[None, 1], elements=n))


def rolled_up(n: int) -> np.ndarray:
    m = _flat(n)
    m.add_force("moment", tt.FrameForce("boom.tip", torque=[0, 0, 2 * math.pi]))
    system = m.build()
    rest = equilibrium(system, system.state())
    return np.asarray(system.evaluate(rest).body[f"boom rod {n}"].position)[:2]


def bend(n: int, gives: bool, load: float) -> np.ndarray:
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
    m.add_force("load", tt.FrameForce("boom.tip", force=[0, 0, load], axes="inertial"))
    return resting_place(settled(m, [10.0]), "boom.tip")


def weighted(n: int, load: float) -> np.ndarray:
    m = _flat(n)
    m.add_force("weight", tt.UniformGravity([0, -load, 0]))
    run = settled(m, [0.02, 0.1, 1.0])
    moment = run.data.sel(joint="clamp").reaction_torque.values[-1, 2]
    return np.append(resting_place(run, "boom.tip")[:2], moment)


def followed(n: int, load: float) -> np.ndarray:
    m = _flat(n)
    grows = tt.Table([0.0, 50.0, 100.0], [[0, 0, 0], [0, load, 0], [0, load, 0]])
    m.add_force("load", tt.FrameForce("boom.tip", force=grows))
    return resting_place(settled(m, [1.0]), "boom.tip")[:2]


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
    upward and H along: level supports 0.8 of its length apart do so.  It starts straight, pulled
    much more."""
    m = tt.Model("catenary")
    line = tt.Cable(
        length=1, mass_per_length=1, EA=axial, EI=[None, 0], elements=n, tension_only=False
    )
    m.add_beam("line", line).at(0.5)
    m.add_joint("pin", tt.Revolute([0, 0, 1]), m.ground, "line")
    m.add_force("weight", tt.UniformGravity([0, -1, 0]))
    pulls = tt.Table([0.0, 5.0, 1e3], [[10 * H, 5.0, 0], [H, 0.5, 0], [H, 0.5, 0]])
    m.add_force("pull", tt.FrameForce("line.tip", force=pulls, axes="inertial"))
    run = settled(m, [0.05, 1.0, 10.0], pin={"angle": math.atan2(0.5, H)})
    end, middle = (resting_place(run, f"line.{each}") for each in ("tip", "s0_5"))
    return end[0], end[1], middle[1]

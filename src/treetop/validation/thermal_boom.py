"""A cantilevered boom in sunlight, by its first mode and by the shape of its thermal bending.

Light across it bends it by κ = α ΔT / d, to κ L²/2 at the tip.  Where that comes suddenly and with
a lag τ, an oscillation stays that has the part 1/√(1 + (ω τ)²) of the static bending (B. A.
Boley, 1956).  In light along it, a bent boom turns a side to the Sun: the mode q obeys

    (τ d/dt + 1)(q'' + 2 ζ ω q' + ω² q) = ω² K q

K being the thermal bending that a unit of q makes.  It is negative where the boom points away from
the Sun, and flutter begins at K = -(2 ζ (ω τ + 1/(ω τ)) + 4 ζ²).
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
from scipy.linalg import expm

import treetop as tt
from treetop.flexible import (
    BeamFrame,
    Modes,
    Section,
    modal_truncation_vectors,
    normal_modes,
    thermal_load,
    united,
)
from treetop.structures.elements.thermal_loads import stretches
from treetop.validation.case import Check
from treetop.validation.numerics import TIGHT

OMEGA, LAG, DAMPING = 0.6, 12.0, 0.005
OSCILLATION = 0.137568371274688
FLUTTER = -0.0734888888888889
LENGTH, DIAMETER, EXPANSION = 10.0, 0.05, 1e-9  # so little that nothing is of second order


def checks() -> list[Check]:
    within, at, beyond = (growth(part * FLUTTER) for part in (0.99, 1.0, 1.01))
    return [
        Check("tip deflection / (κ L²/2)", tip_deflection(), -1.0, 1e-9),
        Check("oscillation / static bending", oscillation(), OSCILLATION, 1e-9),
        Check("growth at the boundary of flutter", at, 0.0, 1e-11, "1/s"),
        Check("growth just within it is negative", float(within < 0.0), 1.0, 0.0),
        Check("growth just beyond it is positive", float(beyond > 0.0), 1.0, 0.0),
        Check("flutter of a run, from what its poles say", flutter_of_a_run(), 0.0, 1e-7),
    ]


@cache
def first_mode() -> Modes:
    """The first mode along y of a boom whose stiffness makes it ω."""
    lowest = normal_modes(_structure(1.0), "root", count=1)
    stiffer = (OMEGA / lowest.angular_frequencies[0]) ** 2
    return normal_modes(_structure(stiffer), "root", count=1)


def _structure(stiffer: float) -> Any:
    area, I = 1e-4, 3e-8
    section = Section.of(
        area=area, I_y=4 * I, I_z=I, J=I, E=stiffer * 1e7, G=stiffer * 1e7, density=2700.0
    )
    frame = BeamFrame()
    frame.add_node("root", [0, 0, 0])
    frame.add_node("tip", [LENGTH, 0, 0])
    frame.add_beam("boom", "root", "tip", section, elements=8)
    return frame.structure()


def boom(
    modes: Modes, sun: list[float], difference: float, lag: float = LAG, damping: float = 0.0
) -> tt.System:
    """The boom on the ground."""
    model = tt.Model("boom")
    body = model.add_flexible_body("boom", modes, damping=damping, stiffening="none")
    body.frame("tip", node="tip")
    model.add_joint("root", tt.Fixed(), model.ground, body)
    heating = tt.LaggedHeating(DIAMETER, difference, lag)
    warmed = tt.ThermalDeformation(body, heating, EXPANSION, sun=sun)
    model.add_device("sunlight", warmed)
    return model.build()


def tip_deflection() -> float:
    """Deflection of a boom that is warmed from the side and has come to rest, over κ L²/2."""
    mode = first_mode()
    load = thermal_load(mode.structure, 0.0, [0.0, 1.0, 0.0])
    modes = united(mode, modal_truncation_vectors(mode, load[:, None])).normal()
    system = boom(modes, [0, 1, 0], 100.0, lag=1.0, damping=0.7)
    duration = 90.0
    run = tt.simulate(system, system.state(), duration, every=duration, **TIGHT)
    tip = run["boom tip.position"].values[-1, 1]
    return float(tip / (EXPANSION * 100.0 / DIAMETER * LENGTH**2 / 2))


def oscillation() -> float:
    """Oscillation over static bending of an undamped boom on which light falls suddenly."""
    system = boom(first_mode(), [0, 1, 0], 100.0)
    duration = 40.0 * LAG
    run = tt.simulate(system, system.state(), duration, every=duration, **TIGHT)
    q, u = run["boom.mode1"].values[-1], run["boom.mode1_rate"].values[-1]
    static = 100.0 * bending_per_kelvin()
    return math.hypot(q - static, u / OMEGA) / abs(static)


def bending_per_kelvin() -> float:
    """The static modal coordinate per kelvin of difference along y."""
    mode = first_mode()
    load = stretches(mode.structure.thermal)[0].gradient[1] @ mode.shapes[:, 0]
    return float(EXPANSION / DIAMETER * load / OMEGA**2)


def fluttering(gain: float) -> tt.System:
    """The boom with the given K, pointing away from the Sun where that is negative."""
    mode = first_mode()
    turn = stretches(mode.structure.thermal)[0].rotation[2] @ mode.shapes[:, 0]  # about z
    difference = abs(gain / (bending_per_kelvin() * turn))
    return boom(mode, [math.copysign(1.0, gain), 0, 0], difference, damping=DAMPING)


def growth(gain: float) -> float:
    """The greatest real part of the poles."""
    return float(np.max(tt.linearise(fluttering(gain)).poles.real))


def flutter_of_a_run() -> float:
    """How far a run at twice the gain of flutter is from what its linear model says."""
    system, duration = fluttering(2.0 * FLUTTER), 200.0
    start = {"mode1": 1e-4}
    run = tt.simulate(system, system.state(boom=start), duration, every=duration, **TIGHT)
    q, u = run["boom.mode1"].values[-1], run["boom.mode1_rate"].values[-1]
    K, w, tau, z = 2.0 * FLUTTER, OMEGA, LAG, DAMPING
    A = np.array([[0, 1, 0], [-w * w, -2 * z * w, w * w], [K / tau, 0, -1 / tau]])
    expected = expm(A * duration) @ [1e-4, 0.0, 0.0]
    return float(math.hypot(q - expected[0], (u - expected[1]) / w) / abs(expected[:2]).max())

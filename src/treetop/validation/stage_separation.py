"""Four springs push two stages apart: a quarter of a period, and tip-off by the impulse formula.

With equal springs, stiffness k each, and the reduced mass μ the stages part after π/2 √(μ/4k).
Springs at ±r that differ by ±ε leave the rate 2 ε r P / I about the axis across, P = √(kμ)/2 times
the stroke being the impulse of one spring; a stage that tips relieves the stronger spring, which
leaves the part (1 - κ sin(κ π/2)) / (1 - κ²) of that, κ² = μ r² (1/I + 1/I') / 2, for a short
stroke.
"""

import numpy as np

import treetop as tt
from treetop.validation.case import Check
from treetop.validation.stages import SETTINGS, agreements, momenta

MASS, INERTIA = {"lower": 2000.0, "upper": 800.0}, {"lower": 4000.0, "upper": 500.0}
ARM, STROKE, STIFFNESS = 0.6, 0.1, 20e3
REDUCED = MASS["lower"] * MASS["upper"] / sum(MASS.values())
CUT = 0.1


def checks() -> list[Check]:
    even, run = separation(0.0), separation(0.01)
    quarter, speed = np.pi / 2 * np.sqrt(REDUCED / STIFFNESS / 4), np.sqrt(4 * STIFFNESS / REDUCED)
    found = [
        Check(f"{event.event}, equal springs", event.time - CUT, quarter, 1e-9, "s", "relative")
        for event in even.events[1:]
    ]
    parting = even["upper.velocity"].values[-1, 0] - even["lower.velocity"].values[-1, 0]
    found.append(Check("parting speed", float(parting), STROKE * speed, 1e-10, "m/s", "relative"))
    found += [
        Check(f"tip-off of the {body} stage over the formula", _tip_off(body), _relieved(), 1e-5)
        for body in MASS
    ]
    return [
        *found,
        *momenta(run),
        *agreements(run, lambda name: separation(0.01, formulation=name)),
    ]


def separation(spread: float, stroke: float = STROKE, formulation: str = "recursive") -> tt.Run:
    """Two stages separated by springs of a given energy, whatever the stroke."""
    model = tt.Model("two stages on springs")
    bodies = {
        name: model.add_body(name, mass, [1000.0, INERTIA[name], INERTIA[name]])
        for name, mass in MASS.items()
    }
    lower, upper = bodies.values()
    model.add_joint("flight", tt.Free(), model.ground, lower)
    ends = lower.frame("end", at=[2, 0, 0]), upper.frame("end", at=[-1, 0, 0])
    model.add_joint("clamp", tt.Fixed(), *ends)
    places = {"one": (ARM, 0.0), "two": (0.0, ARM), "three": (-ARM, 0.0), "four": (0.0, -ARM)}
    parts = {"one": 1.0 + spread, "three": 1.0 - spread}
    k, length = STIFFNESS * (STROKE / stroke) ** 2, 0.4 + stroke
    for name, (y, z) in places.items():
        a, b = lower.frame(name, at=[1.6, y, z]), upper.frame(name, at=[-1, y, z])
        model.add_force(name, tt.SpringDamper(a, b, length, k * parts.get(name, 1.0)))
        model.add_event(f"{name} out", tt.distance(a, b).rises(length), off=[name])
    model.add_event("cut", tt.time.rises(CUT))
    model.add_stage("joined", until="cut")
    model.add_stage("apart", release=["clamp"])
    system = model.build(formulation)
    return tt.simulate(system, system.start(), duration=0.4, every=0.05, **SETTINGS)


def _tip_off(body: str) -> float:
    """In parts of the impulse formula, extrapolated to a short stroke."""
    formula = 1e-3 * STROKE * np.sqrt(STIFFNESS * REDUCED) * ARM / INERTIA[body]
    near, far = (
        abs(float(separation(1e-3, stroke)[f"{body}.angular_velocity"].values[-1, 2])) / formula
        for stroke in (1e-3, 2e-3)
    )
    return 2.0 * near - far


def _relieved() -> float:
    ratio = np.sqrt(REDUCED * ARM**2 * sum(1.0 / inertia for inertia in INERTIA.values()) / 2.0)
    return float((1.0 - ratio * np.sin(np.pi / 2 * ratio)) / (1.0 - ratio**2))

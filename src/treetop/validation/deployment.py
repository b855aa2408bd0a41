"""Lines that are paid out and drawn in: closed forms for straight ones, the limit of many elements
for those that bend.

Errors of lines that bend while they are paid out fall with the square of the number of elements, so
that two numbers give the limit.  Those of lines that are drawn in do so by and large, and depend on
where in a swing rods are merged: one number is held against the limit.
"""

from typing import Any

import numpy as np

import treetop as tt
from treetop.validation.case import Check, componentwise
from treetop.validation.numerics import TIGHT

G = 9.81  # m/s²
BENT: dict[str, Any] = {"rtol": 1e-8, "atol": 1e-9}


def checks() -> list[Check]:
    return [
        *straight_line(),
        *two_booms(),
        *heap(),
        *crane(),
    ]


def straight_line() -> list[Check]:
    """A point craft without forces pays out a line, kept straight: ω = H / I(l)."""
    m = tt.Model("point craft")
    hub = m.add_body("hub", mass=20, inertia=[1, 1, 1])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    law = {"mass_per_length": 0.1, "total_length": 100, "elements": 1, "tip_mass": 3}
    m.add_device("line", tt.Deployer(hub, length="5 + 75*smoothstep(t/40)", **law))
    system = m.build()
    sideways = -(0.1 * 5**2 / 2 + 3 * 5) * 0.5 / 33
    start = system.state(flight={"angular_velocity": [0, 0, 0.5], "velocity": [0, sideways, 0]})
    run = tt.simulate(system, start, duration=40, at=[0, 10, 40], **TIGHT)
    rate = run.data.angular_velocity.sel(body="line rod 1").values[:, 2]
    audit = run.audit()
    return [
        Check("straight line, rate after 10 s", rate[1], 0.0722189690621, 1e-12, "rad/s"),
        Check("straight line, rate after 40 s", rate[2], 0.0013295049253, 1e-12, "rad/s"),
        *(
            Check(f"straight line, {name} lost", audit[name].relative, 0.0, 1e-11)
            for name in ("energy", "linear momentum", "angular momentum")
        ),
    ]


def two_booms() -> list[Check]:
    """Two rigid booms slow down the spin of a hub."""
    m = tt.Model("two booms")
    hub = m.add_body("hub", mass=100, inertia=[10, 10, 10])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    law = {"mass_per_length": 0.05, "total_length": 30, "elements": 1, "tip_mass": 2}
    for name, side in (("right", 1.0), ("left", -1.0)):
        own = {"direction": [side, 0, 0], "stiffness": 1, "length": "1e-3 + 9.999*smoothstep(t/20)"}
        mouth = hub.frame(name, at=[0.5 * side, 0, 0])
        m.add_device(name, tt.Deployer(mouth, **law, **own))
    system = m.build()
    start = system.state(flight={"angular_velocity": [0, 0, _spread(0.0) / _spread(1e-3)]})
    run = tt.simulate(system, start, duration=20, every=20, **TIGHT)
    spin = float(run["hub.angular_velocity"].values[-1, 2])
    return [Check("two booms, spin at 10 m", spin, 0.0239755143683, 1e-12, "rad/s")]


def _spread(l: float) -> float:
    """Inertia of hub and booms of length l, kg m²."""
    out = 2 * (0.5 + l) ** 2 + 0.05 * ((0.5 + l) ** 3 - 0.5**3) / 3
    return 10 + 2 * (out + 0.05 * (30 - l) * 0.25)


def heap() -> list[Check]:
    """A line falls out of a heap by its own weight: l'² = (2g/3)(l³ - 1)/l²."""
    m = tt.Model("heap")
    m.add_force("gravity", tt.UniformGravity([G, 0, 0]))
    law = {"mass_per_length": 0.4, "total_length": 10, "elements": 5, "start_length": 1}
    m.add_device("line", tt.Deployer(m.ground, **law))
    system = m.build()
    run = tt.simulate(system, system.start(), duration=1, every=1, **TIGHT)
    length = float(run["line.length"].values[-1])
    return [Check("heap, length after 1 s", length, 4.1145355385782, 1e-11, "m")]


def crane() -> list[Check]:
    """A load on a line, whose length changes while it swings: its place at the end."""
    out = [_load(n, 0.3, "2 + 4*smoothstep(t/4)", 6.0) for n in (6, 12)]
    limit, drawn_in = out[1] + (out[1] - out[0]) / 3.0, _load(12, 0.1, "6 - 4*smoothstep(t/4)", 4.0)
    found = componentwise("crane, paid out, tip", "xy", limit, (5.486880, 2.426538), 2e-4, "m")
    return found + componentwise(
        "crane, drawn in, tip", "xy", drawn_in, (1.981835, -0.261708), 6e-4, "m"
    )


def _load(elements: int, angle: float, length: str, duration: float) -> np.ndarray:
    m = tt.Model("crane")
    pull = [G * np.cos(angle), G * np.sin(angle), 0]
    m.add_force("gravity", tt.UniformGravity(pull))
    law = {"mass_per_length": 0.3, "total_length": 6, "elements": elements, "tip_mass": 2}
    m.add_device("line", tt.Deployer(m.ground, length=length, **law))
    system = m.build()
    run = tt.simulate(system, system.start(), duration, every=duration, **BENT)
    return run.line("line").values[-1, -1, :2]

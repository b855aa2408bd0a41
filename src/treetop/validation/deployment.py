"""Lines that are paid out and drawn in: closed forms for straight ones, the limit of many elements
for those that bend.

Errors of lines that bend fall with the square of the number of elements, by and large: they depend
on where in a swing rods are cut off and merged.  A third of what changes when the number is doubled
estimates the error of the finer run, which is allowed twice that.
"""

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

import treetop as tt
from treetop.validation.case import Check, componentwise
from treetop.validation.numerics import TIGHT

G = 9.81  # m/s²
BENT: dict[str, Any] = {"rtol": 1e-8, "atol": 1e-9}
RATES = (0.0722189690621, 0.0013295049253)  # rad/s, of a straight line after 10 s and 40 s
TURN = 0.2  # rad/s, of the base of a boom
MU, RADIUS = 3.986004418e14, 6778137.0  # m³/s², m
ORBIT = math.sqrt(MU / RADIUS**3)  # rad/s


def checks() -> list[Check]:
    return [
        *straight_line(),
        *two_booms(),
        *stored_inside(),
        *own_weight(),
        *sleeve(),
        *crane(),
        *boom(),
        *pushed_out(),
        *tether(),
    ]


def point_craft(elements: int = 1) -> tuple[Any, Any]:
    """The system of a point craft that pays out a line, and its state of no linear momentum."""
    m = tt.Model("point craft")
    hub = m.add_body("hub", mass=20, inertia=[1, 1, 1])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    law = {"mass_per_length": 0.1, "total_length": 100, "elements": elements, "tip_mass": 3}
    m.add_device("line", tt.Deployer(hub, length="5 + 75*smoothstep(t/40)", **law))
    system = m.build()
    sideways = -(0.1 * 5**2 / 2 + 3 * 5) * 0.5 / 33
    flight = {"angular_velocity": [0, 0, 0.5], "velocity": [0, sideways, 0]}
    return system, system.state(flight=flight)


def straight_line() -> list[Check]:
    """A point craft without forces pays out a line, kept straight: ω = H / I(l); and lines of more
    elements, which bend, with the same momenta and the energy that the deployer gives."""
    found = []
    for n in (1, 4, 16):
        system, start = point_craft(n)
        with warnings.catch_warnings(action="ignore"):  # cables fold here, where one rod does not
            run = tt.simulate(system, start, duration=40, at=[0, 10, 40], **TIGHT)
        what = "straight line" if n == 1 else f"line of {n} elements"
        if n == 1:
            rate = run.data.angular_velocity.sel(body="line rod 1").values[:, 2]
            found += componentwise(
                f"{what}, rate after", ("10 s", "40 s"), rate[1:], RATES, 1e-12, "rad/s"
            )
        audit = run.audit()
        found += [
            Check(f"{what}, {name} lost", audit[name].relative, 0.0, 1e-11)
            for name in ("energy", "linear momentum", "angular momentum")
        ]
    return found


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


def stored_inside() -> list[Check]:
    """Two rigid booms from stores beside their guides: what runs from there to the mouths takes
    part in the angular momentum I(l) ω + 2 ρ l' (r_s × r_e)."""
    m = tt.Model("two booms from stores")
    hub = m.add_body("hub", mass=100, inertia=[10, 10, 10])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    law = {"mass_per_length": 0.5, "total_length": 20, "elements": 1, "stiffness": 1}
    length = "1 + 9*smoothstep(t/20)"
    for name, side in (("right", 1.0), ("left", -1.0)):
        store = hub.frame(f"{name} store", at=[0, 0.8 * side, 0])
        mouth = hub.frame(name, at=[0.5 * side, 0, 0])
        own = {"direction": [side, 0, 0], "length": length, "storage": store}
        m.add_device(name, tt.Deployer(mouth, **law, **own))
    system = m.build()
    start = system.state(flight={"angular_velocity": [0, 0, 1]})
    run = tt.simulate(system, start, duration=20, every=10, **TIGHT)
    spin = run["hub.angular_velocity"].values[:, 2]

    def inertia(l: float) -> float:
        return 10 + 2 * 0.5 * (((0.5 + l) ** 3 - 0.5**3) / 3 + (20 - l) * 0.8**2)

    inside = 2 * 0.5 * (9 / 20 * 1.875) * -(0.8 * 0.5)  # half-way, where l' is greatest
    expected = (inertia(1) - inside) / inertia(5.5), inertia(1) / inertia(10)
    return componentwise(
        "two booms from stores, spin at", ("5.5 m", "10 m"), spin[1:], expected, 1e-12, "rad/s"
    )


def own_weight() -> list[Check]:
    """A line runs out by its own weight: from a heap l'² = (2g/3)(l³ - 1)/l², from reels that turn
    with it."""
    stores: dict[str, tuple[Any, dict[str, float], float]] = {
        "heap": (tt.Deployer, {}, 4.1145355385782),
        "reel without inertia": (tt.Reel, {"radius": 0.2}, 1.5319328138128),
        "reel": (tt.Reel, {"radius": 0.2, "inertia": 5 * 0.4 * 0.2**2}, 1.3452145790611),
    }
    found = []
    for name, (kind, own, length) in stores.items():
        m = tt.Model(name)
        m.add_force("gravity", tt.UniformGravity([G, 0, 0]))
        law = {"mass_per_length": 0.4, "total_length": 10, "elements": 5, "start_length": 1}
        m.add_device("line", kind(m.ground, **law, **own))
        system = m.build()
        run = tt.simulate(system, system.start(), duration=1, every=1, **TIGHT)
        out = float(run["line.length"].values[-1])
        found.append(Check(f"{name}, length after 1 s", out, length, 1e-11, "m"))
    return found


def sleeve() -> list[Check]:
    """A boom that bends under a load at rest is pushed out of its guide by M²/(2 EI)."""
    pushed, moment = _push(16)
    coarse, _ = _push(8)
    off = 2 * abs(pushed - coarse) / 3
    return [Check("sleeve, push", pushed, moment**2 / (2 * 2.0), off, "N")]


def _push(elements: int) -> tuple[float, float]:
    """The push on a boom at rest, N, and the moment at its mouth, N m."""
    m = tt.Model("sleeve")
    m.add_force("gravity", tt.UniformGravity([0, -G, 0]))
    law = {"mass_per_length": 0.01, "total_length": 1, "elements": elements, "tip_mass": 0.1}
    m.add_device("boom", tt.Deployer(m.ground, length=1, stiffness=2, damping=0.2, **law))
    system = m.build()
    run = tt.simulate(system, system.start(), 10, every=10, method="radau", rtol=1e-6, atol=1e-8)
    nodes = run.line("boom").values[-1, :, 0]
    rods = 0.01 / elements * G * ((nodes[1:] + nodes[:-1]) / 2).sum()
    return float(run["boom.tension"].values[-1]), float(0.1 * G * nodes[-1] + rods)


def refined(
    name: str, axes: str, places: Callable[[int], np.ndarray], counts: tuple[int, int], limit: Any
) -> list[Check]:
    """The finer of two runs, held to the limit of many elements within twice the error that their
    difference tells."""
    coarse, fine = (places(count) for count in counts)
    off = 2.0 * float(np.linalg.norm(fine - coarse)) / 3.0
    return componentwise(name, axes, fine, limit, off, "m")


def crane() -> list[Check]:
    """A load on a line, whose length changes while it swings: its place at the end."""
    found = []
    for way, limit, case in (
        ("paid out", (5.486880, 2.426538), (0.3, "2 + 4*smoothstep(t/4)", 6.0)),
        ("drawn in", (1.981835, -0.261708), (0.1, "6 - 4*smoothstep(t/4)", 4.0)),
    ):
        places = {n: _load(n, *case) for n in (6, 12, 24, 48)}
        found += refined(f"crane, {way}, tip", "xy", places.__getitem__, (12, 24), limit)
        coarse, fine = (float(np.linalg.norm(places[n] - limit)) for n in (6, 48))
        order = math.log2(coarse / fine) / 3.0
        found.append(Check(f"crane, {way}: order of convergence, 6 to 48", order, 2.0, 0.3))
    return found


def _load(elements: int, angle: float, length: str, duration: float) -> np.ndarray:
    m = tt.Model("crane")
    pull = [G * np.cos(angle), G * np.sin(angle), 0]
    m.add_force("gravity", tt.UniformGravity(pull))
    law = {"mass_per_length": 0.3, "total_length": 6, "elements": elements, "tip_mass": 2}
    m.add_device("line", tt.Deployer(m.ground, length=length, **law))
    system = m.build()
    run = tt.simulate(system, system.start(), duration, every=duration, **BENT)
    return run.line("line").values[-1, -1, :2]


def boom() -> list[Check]:
    """A boom out of a base that turns, and back: its tip in the axes of the base."""
    out, back = (9.558286631, -2.422164430), (3.88397939, -1.20317924)
    return [
        *refined(
            "boom, paid out, tip", "xy",
            lambda n: _extruded(n, "2 + 10*smoothstep(t/60)"), (12, 24), out,
        ),
        *refined(
            "boom, drawn in, tip", "xy",
            lambda n: _extruded(n, "12 - 10*smoothstep(t/60)"), (12, 24), back,
        ),
    ]  # fmt: skip


def _extruded(elements: int, length: str) -> np.ndarray:
    m = tt.Model("turning base")
    base = m.add_body("base", mass=1, inertia=[1, 1, 1])
    m.add_joint("hinge", tt.Revolute([0, 0, 1]), m.ground, base)
    m.add_constraint("turn", tt.Prescribed("hinge.angle", f"{TURN}*t"))
    law = {"mass_per_length": 0.3, "total_length": 12, "elements": elements, "tip_mass": 0.2}
    mouth = base.frame("mouth", at=[0.5, 0, 0])
    m.add_device("line", tt.Deployer(mouth, length=length, stiffness=15, **law))
    system = m.build()
    start = system.state(hinge={"rate": TURN})
    run = tt.simulate(system, start, 40, every=40, rtol=1e-7, atol=1e-8)
    return _turned_back(run.line("line").values[-1], TURN * 40)


def pushed_out() -> list[Check]:
    """A boom that is pushed out level, under its weight; with 6, 12 and 24 elements its tip is
    2.5e-2, 4.1e-3 and 2.0e-3 m from the limit."""
    return refined("level boom, tip", "xy", _level, (6, 12), (1.00893355, -0.60406487))


def _level(elements: int) -> np.ndarray:
    m = tt.Model("level boom")
    m.add_force("gravity", tt.UniformGravity([0, -G, 0]))
    law = {"mass_per_length": 0.5, "total_length": 1.2, "elements": elements, "stiffness": 2}
    m.add_device("boom", tt.Deployer(m.ground, length="0.2 + smoothstep(t/2)", **law))
    system = m.build()
    run = tt.simulate(system, system.start(), 2, every=2, **BENT)
    return run.line("boom").values[-1, -1, :2]


def tether() -> list[Check]:
    """A massive tether from a craft so heavy that it keeps to a circular orbit: its tip, outward
    and along the flight."""
    return refined("tether, tip", "xy", _tethered, (40, 80), (8229.14062, -2263.98424))


def _tethered(elements: int) -> np.ndarray:
    m = tt.Model("tether")
    craft = m.add_body("craft", mass=1e10, inertia=[1e10, 1e10, 1e10])
    m.add_joint("flight", tt.Free(), m.ground, craft)
    m.add_force("earth", tt.CentralGravity(mu=MU, gradient=True))
    law = {"mass_per_length": 0.005, "total_length": 20000, "elements": elements, "tip_mass": 50}
    length = "1000 + 19000*smoothstep(t/10800)"
    m.add_device("tether", tt.Deployer(craft, length=length, second=[0, 0, 1], **law))
    system = m.build()
    place, velocity = [RADIUS, 0, 0], [0, ORBIT * RADIUS, 0]
    start = {"position": place, "velocity": velocity, "angular_velocity": [0, 0, ORBIT]}
    run = tt.simulate(system, system.state(flight=start), 4800, every=4800, rtol=1e-9, atol=1e-10)
    return _turned_back(run.line("tether").values[-1], ORBIT * 4800)


def _turned_back(nodes: np.ndarray, angle: float) -> np.ndarray:
    """The tip from the mouth, in axes that have turned about z."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, s], [-s, c]]) @ (nodes[-1] - nodes[0])[:2]

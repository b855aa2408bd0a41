"""Tethers in orbit: twenty lumps on inextensible links, and three masses that spin on three lines;
and masses on spokes that spin about a hub.

The motion is seen from an origin that falls along with the mass centre at the start.
"""

import math
from typing import Any

import numpy as np

import treetop as tt
from treetop.validation.case import Check, componentwise

MU, LUMPS, LENGTH = 3.986004418e14, 20, 1000.0
RADIUS = 6878137.0
MASSES = np.array([500.0, *[0.5] * LUMPS, 100.0])  # kg
FIRST = (-154.241236444, -71.621309688, -26.158911605)  # first mass at 6000 s, m
PULL = 0.463424650929  # of its link, N
LAST = (681.053676885, 451.145307192, 134.158005292)  # last mass at 300 s, with elastic links, m
TRIANGLE = (89.4492326, -540.7363778, -182.4562710)  # first mass at 3000 s, m
SIDE_PULL = 3.1852413  # N
SIDE, MASS, STIFFNESS, SPIN = 1000.0, 100.0, 2e4, 0.01  # m, kg, EA in N, rad/s
STRETCHED = 1000.1666944490748  # m


def checks() -> list[Check]:
    place, pull = lumped_tether()
    found = componentwise("20 lumps, 6000 s, first mass", "xyz", place, FIRST, 2e-6, "m")
    found.append(Check("20 lumps, 6000 s, pull on it", pull, PULL, 1e-8, "N"))
    place = elastic_tether()
    found += componentwise("20 lumps, elastic, 300 s, last mass", "xyz", place, LAST, 2e-6, "m")
    place, pull = spinning_triangle()
    found += componentwise("triangle, 3000 s, first mass", "xyz", place, TRIANGLE, 2e-6, "m")
    found.append(Check("triangle, 3000 s, pull between two", pull, SIDE_PULL, 1e-6, "N"))
    apart = breathing_triangle()
    found.append(Check("triangle, half a breath after a stretch", apart, -1e-3, 1e-7, "m"))
    return found + hub_and_spokes()


def lumped_tether() -> tuple[np.ndarray, float]:
    """500 kg, 20 times 0.5 kg and 100 kg on 21 equal links, with a wave across the line."""
    wave = 0.2 * np.sin(math.pi * np.arange(LUMPS + 2) / (LUMPS + 1))
    wave -= MASSES @ wave / MASSES.sum()
    run = _tethered(None, 1.0, wave, 6000.0)
    pull = float(np.linalg.norm(run.data.sel(joint="tether hinge 0").reaction_force.values[-1]))
    return _seen(run, "first"), pull


def elastic_tether() -> np.ndarray:
    """The tether with links of 50 kN that pull and push, stretched a little at first."""
    return _seen(_tethered(5e4, 1.0 + 1e-5, np.zeros(LUMPS + 2), 300.0), "last")


def _tethered(EA: float | None, stretch: float, wave: np.ndarray, duration: float) -> tt.Run:
    """The tether, straight, as it turns with the orbit, with velocities across it beside that."""
    h, half = LENGTH / (LUMPS + 1), 0.25  # kg, which the tether itself has at each end
    m = tt.Model("tether")
    line = tt.Cable(
        length=LENGTH,
        mass_per_length=0.5 / h,
        EA=EA,
        elements=LUMPS + 1,
        lumped=True,
        tension_only=False,
    )
    tether = m.add_beam("tether", line)
    first = m.add_body("first", 500.0 - half, [1.0, 1.0, 1.0])
    m.add_joint("free", tt.Free(), m.ground, first)
    m.add_joint("hold", tt.Fixed(), first, tether)
    m.add_joint("end", tt.Fixed(), tether.tip, m.add_body("last", 100.0 - half))
    m.add_force("earth", tt.CentralGravity(MU, gradient=False))
    s = np.arange(LUMPS + 2) * h * stretch
    along, across = _axes(0.3, 0.2)
    centre = MASSES @ s / MASSES.sum()
    turning = np.array([0.0, 0.0, math.sqrt(MU / RADIUS**3)])
    v = np.cross(turning, np.outer(s - centre, along)) + np.outer(wave, across)
    axes = np.stack([along, np.cross(across, along), across])  # of the sections, as rows
    start = {
        "free": {
            "position": -centre * along,
            "attitude": axes.T.tolist(),
            "velocity": v[0],
            "angular_velocity": [0.0, 0.0, 0.0],
        }
    }
    spin = np.zeros(3)
    for k in range(LUMPS + 1):  # links turn as their ends move apart
        link = np.cross(along, v[k + 1] - v[k]) / (h * stretch)
        own = axes @ (link - spin)
        start[f"tether hinge {k}"] = {"rate1": own[1 + k % 2], "rate2": own[2 - k % 2]}
        if EA is not None:
            start[f"tether slide {k}"] = {"slide": h * (stretch - 1.0)}
        spin = link
    return _flown(m.build(), duration, start)


def _axes(pitch: float, roll: float) -> tuple[np.ndarray, np.ndarray]:
    """The direction of the line, and that across it in the plane of the line and z."""
    along = np.array(
        [math.cos(pitch) * math.cos(roll), math.sin(pitch) * math.cos(roll), math.sin(roll)]
    )
    across = np.array([0.0, 0.0, 1.0]) - along[2] * along
    return along, across / np.linalg.norm(across)


def spinning_triangle() -> tuple[np.ndarray, float]:
    """Three masses on three tethers without mass, which pull and push, in orbit."""
    m, start = _triangle(STRETCHED)
    m.add_force("earth", tt.CentralGravity(MU, gradient=False))
    run = _flown(m.build(), 3000.0, start)
    pull = float(np.linalg.norm(run["one two.applied_force"].values[-1]))
    return _seen(run, "one"), pull


def breathing_triangle() -> float:
    """How much longer than in steady rotation a side is half a breath, ω² = 3 EA/(m a0) + 3Ω²,
    after it was a millimetre longer, in free space, m."""
    m, start = _triangle(STRETCHED + 1e-3)
    half = math.pi / math.sqrt(3.0 * STIFFNESS / (MASS * SIDE) + 3.0 * SPIN**2)
    system = m.build()
    run = tt.simulate(system, system.state(**start), half, every=half, rtol=1e-12, atol=1e-12)
    return float(run.distance("one", "two")[-1]) - STRETCHED


def _triangle(side: float) -> tuple[tt.Model, dict[str, Any]]:
    """The masses and tethers, and their start: sides longer than in steady rotation turn less
    fast, with the same angular momentum."""
    m = tt.Model("triangle")
    tilt, spin = math.radians(20.0), SPIN * (STRETCHED / side) ** 2
    axis = np.array([0.0, -math.sin(tilt), math.cos(tilt)])
    start: dict[str, Any] = {}
    names = ("one", "two", "three")
    for k, name in enumerate(names):
        angle = 2.0 * math.pi * k / 3.0
        out = math.cos(angle) * np.array([1.0, 0.0, 0.0])
        out = (out + math.sin(angle) * np.cross(axis, [1.0, 0.0, 0.0])) * side / math.sqrt(3)
        m.add_joint(f"free {name}", tt.Free(), m.ground, m.add_body(name, MASS, [1, 1, 1]))
        start[f"free {name}"] = {"position": out, "velocity": spin * np.cross(axis, out)}
    for a, b in (("one", "two"), ("two", "three"), ("three", "one")):
        m.add_force(f"{a} {b}", tt.SpringDamper(a, b, length=SIDE, stiffness=STIFFNESS / SIDE))
    return m, start


def hub_and_spokes() -> list[Check]:
    """Four masses on spokes about a hub in free space: m Ω² r = k (r - l), and a breathing motion
    of ω² = k/m + 3Ω², seen half a period after a small stretch."""
    spokes, length, mass, k, spin, small = 4, 500.0, 60.0, 20.0, 0.05, 1e-3
    radius = k * length / (k - mass * spin**2)
    m = tt.Model("hub and spokes")
    m.add_joint("free hub", tt.Free(), m.ground, m.add_body("hub", 800.0, [50, 50, 50]))
    start: dict[str, Any] = {}
    for i in range(spokes):
        angle = 2.0 * math.pi * i / spokes
        out = np.array([math.cos(angle), math.sin(angle), 0.0])
        m.add_joint(f"free {i}", tt.Free(), m.ground, m.add_body(f"mass {i}", mass, [1, 1, 1]))
        line = tt.Tether("hub", f"mass {i}", length=length, stiffness=k)
        m.add_device(f"spoke {i}", line)
        r = radius + small
        flight = spin * radius**2 / r * np.cross([0.0, 0.0, 1.0], out)  # of the same momentum
        start[f"free {i}"] = {"position": r * out, "velocity": flight}
    system = m.build()
    half = math.pi / math.sqrt(k / mass + 3.0 * spin**2)
    run = tt.simulate(system, system.state(**start), half, every=half, rtol=1e-12, atol=1e-12)
    pull = float(run["spoke 0.tension"].mean())
    found = [Check("spokes, mean pull", pull, mass * spin**2 * radius, 1e-7, "N", "relative")]
    apart = float(run["spoke 0.distance"][-1]) - radius
    return [*found, Check("spokes, half a breath after a stretch", apart, -small, 1e-7, "m")]


def _flown(system, duration: float, start: dict) -> tt.Run:
    """From a start given relative to a point on the circular orbit."""
    origin = {"position": [RADIUS, 0, 0], "velocity": [0, math.sqrt(MU / RADIUS), 0]}
    state = system.state(origin=origin, **start)
    return tt.simulate(system, state, duration, every=duration, rtol=1e-12, atol=1e-10)


def _seen(run: tt.Run, body: str) -> np.ndarray:
    """Where a body is at the end, seen from that point, m."""
    angle = math.sqrt(MU / RADIUS**3) * float(run.time[-1])
    fallen = RADIUS * np.array([math.cos(angle), math.sin(angle), 0.0])
    near = run.data.sel(body=body).position_from_origin.values[-1]
    return np.asarray(near + (run.data.origin.values[-1] - fallen))

"""Points that slide along rigid and flexible paths, and cords over points.

A force and a mass that move along a simply supported beam, linear, by modes: the series of Krylov
and Timoshenko, and as many sine modes as the body has.  A bead on a cycloid has one period whatever
its amplitude; one on a sine that travels, and one on a cord between two points, which is an
ellipse, have equations of one unknown that were integrated by themselves.  A trolley on a beam of
rods converges with the second order.  Led by a joint, a bead has the period of the cycloid as well,
and a body on a helix with the slope α the acceleration ``g sin α / (1 + J (cos α / r)² / m)``, J
being its inertia about the axis of the helix.
"""

import math
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

import treetop as tt
from treetop import flexible as fx
from treetop.validation.case import Check, componentwise
from treetop.validation.lines import limit, limit_checks, places

PERIOD = 4.01213336142  # s, of a cycloid rolled by 1 m, at 9.81 m/s²
SINE = (0.00366859520, -1.59083921925)  # m, at 2 s and 5 s
ELLIPSE, SMALL = 0.67174767205, 2.8014282071829  # m at 1 s; rad/s
ELASTIC = (0.27242568344, -0.59818252018)  # m, at 1 s
MOVING_FORCE = (0.0017414273124589, -4.2923312307522e-5)  # m, at 2.5 s and 5 s
MOVING_MASS, LIMIT = -0.38756637969, -0.387704  # m, at 2.5 s, of 8 modes and of many
MOVED = 20.0  # kg
LENGTH, SPEED, WEIGHT = 10.0, 2.0, 9.81
FALL, MASS, INERTIA = 0.5, 2.0, (0.4, 0.5, 0.7)  # of a helix of 1 m, m/rad; of a body on it
STIFFNESS, DENSITY = 1e4, 10.0  # N m² and kg/m, of the beam
STRICT: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13}


def checks() -> list[Check]:
    found = [
        Check(f"bead on a cycloid, from {angle} rad, period", period(angle), PERIOD, 1e-8, "s")
        for angle in (0.3, 1.5)
    ]
    for t, x, wanted in zip((2, 5), travelling(), SINE, strict=True):
        found.append(Check(f"bead on a sine that travels, x at {t} s", x, wanted, 5e-9, "m"))
    found += [
        Check(f"joint along a cycloid, from {angle} rad, period", led(angle), PERIOD, 1e-8, "s")
        for angle in (0.3, 1.5)
    ]
    found += [
        Check("joint along a helix, at 2 s", down_helix(), fallen(2.0), 1e-7, "m"),
        Check("bead on a cord, x at 1 s", on_cord(), ELLIPSE, 1e-9, "m"),
        Check("bead on a cord, small motion", small_motion(), SMALL, 1e-7, "rad/s"),
        *componentwise("bead on an elastic cord", "xz", on_elastic_cord(), ELASTIC, 1e-9, "m"),
    ]
    moved = middle(16, 1e-9, 1.0, (2.5, 5.0), every=2)
    found += [
        Check(f"moving force, middle at {at} s", float(z), wanted, 1e-7, "m")
        for at, z, wanted in zip((2.5, 5.0), moved, MOVING_FORCE, strict=True)
    ]
    found += [
        Check("moving mass, 8 modes, middle", float(middle(8, MOVED)[0]), MOVING_MASS, 1e-7, "m"),
        Check(
            "moving mass, 12 modes, middle", float(middle(12, MOVED)[0]), in_sines(12), 1e-7, "m"
        ),
    ]
    rods = limit(on_rods, 6)
    found += limit_checks(
        "moving mass on a beam of rods, middle", rods, [LIMIT], 1e-3, "m", 5e-7, ordered=False
    )
    boom = limit(trolley, 8)
    found.append(Check("trolley on a beam: order of convergence", boom.order, 2.0, 0.15))
    return found


def bead(m: tt.Model, x: float, z: float) -> tuple[tt.System, tt.State]:
    """The system, and the bead at rest at a place."""
    system = m.build()
    return system, system.settled(system.state(fly={"position": [x, 0, z]}))


def falling_bead(name: str) -> tuple[tt.Model, Any]:
    """A model with a bead of 1 kg that falls."""
    m = tt.Model(name)
    body = m.add_body("bead", 1.0, [0.1, 0.1, 0.1])
    m.add_joint("fly", tt.Free(), m.ground, body)
    m.add_force("weight", tt.FrameForce(body, [0, 0, -WEIGHT], axes="inertial"))
    return m, body


# --- rigid paths --------------------------------------------------------------------------


def period(angle: float) -> float:
    """Period of a bead that is let go on a cycloid where the wheel has rolled by an angle."""
    rolled = np.linspace(-2.4, 2.4, 301)
    points = np.array([rolled + np.sin(rolled), 0 * rolled, -1 - np.cos(rolled)]).T
    m, body = falling_bead("cycloid")
    m.add_constraint("wire", tt.PointOnPath(body, m.ground, curve=tt.Curve(points)))
    m.add_event("middle", tt.quantity("bead.position.x").crosses(0))
    system, start = bead(m, angle + math.sin(angle), -1 - math.cos(angle))
    run = tt.simulate(system, start, 5.0, at=[5.0], **STRICT)
    first, second = (event.time for event in run.events if event.event == "middle")
    return 2.0 * (second - first)


def led(angle: float) -> float:
    """Period of a bead that its joint leads along the cycloid, from half a swing; it is let go by
    its arc length."""
    rolled = np.linspace(-2.4, 2.4, 301)
    points = np.array([rolled + np.sin(rolled), 0 * rolled, -1 - np.cos(rolled)]).T
    m = tt.Model("led along a cycloid")
    body = m.add_body("bead", 1.0, [0.1, 0.1, 0.1])
    kind = tt.Curvilinear(tt.Curve(points.tolist()), attitude="parallel")
    m.add_joint("wire", kind, m.ground, body)
    m.add_force("weight", tt.UniformGravity([0, 0, -WEIGHT]))
    m.add_event("middle", tt.quantity("bead.position.x").crosses(0))
    system = m.build()
    start = system.state(wire={"arc_length": 4.0 * (math.sin(1.2) - math.sin(0.5 * angle))})
    run = tt.simulate(system, start, 5.0, at=[5.0], **STRICT)
    first, second = (event.time for event in run.events if event.event == "middle")
    return 2.0 * (second - first)


def down_helix() -> float:
    """How far a body has come down a helix at 2 s, let go 1 m from its end, where curves are less
    exact."""
    turn = np.linspace(0.0, 10.0, 401)
    points = np.column_stack([np.cos(turn), np.sin(turn), -FALL * turn])
    m = tt.Model("down a helix")
    body = m.add_body("car", MASS, INERTIA)
    m.add_joint("rail", tt.Curvilinear(tt.Curve(points.tolist()), across=[0, 0, 1]), m.ground, body)
    m.add_force("weight", tt.UniformGravity([0, 0, -WEIGHT]))
    system = m.build()
    run = tt.simulate(system, system.state(rail={"arc_length": 1.0}), 2.0, at=[2.0], **STRICT)
    return float(run["rail.arc_length"].values[-1]) - 1.0


def fallen(t: float) -> float:
    """Closed form of `down_helix`: the body has its x along the helix, its z square to the axis."""
    square = 1.0 + FALL**2  # of the length of a radian
    about = (INERTIA[0] * FALL**2 + INERTIA[1]) / square
    return 0.5 * t**2 * WEIGHT * FALL / math.sqrt(square) / (1.0 + about / (MASS * square))


def travelling() -> list[float]:
    """Where a bead is on z = 0.3 sin(2 x - 1.5 t)."""
    x = np.linspace(-6.0, 1.5, 1501)
    points = np.array([x, 0 * x, 0.3 * np.sin(2 * x)]).T
    m, body = falling_bead("travelling sine")
    wire = m.add_body("wire", 1.0, [1, 1, 1])
    m.add_joint("travel", tt.Prismatic([1, 0, 0]), m.ground, wire)
    m.add_constraint("drive", tt.Prescribed("travel.slide", "0.75*t"))
    m.add_constraint("on wire", tt.PointOnPath(body, wire, curve=tt.Curve(points)))
    system = m.build()
    along = {"position": [1.0, 0, 0.3 * math.sin(2.0)]}
    # At rest along x, it goes up and down with the sine.
    along["velocity"] = [0.0, 0.0, -0.45 * math.cos(2.0)]
    start = system.state(fly=along, travel={"slide_rate": 0.75})
    run = tt.simulate(system, system.settled(start), 5.0, at=[2.0, 5.0], **STRICT)
    return [float(x) for x in run["bead.position"].sel(axis="x")]


# --- cords --------------------------------------------------------------------------------


def cord_over_bead() -> tuple[tt.Model, list]:
    """A bead, and the frames that a cord through it runs over."""
    m, body = falling_bead("cord")
    ends = [m.ground.frame(name, at=[x, 0, 0]) for name, x in (("left", -0.6), ("right", 0.6))]
    return m, [ends[0], body, ends[1]]


def on_cord() -> float:
    m, frames = cord_over_bead()
    m.add_constraint("cord", tt.Cord(frames, 2.0))
    system, start = bead(m, -0.7, -0.8 * math.sqrt(1 - 0.49))
    run = tt.simulate(system, start, 1.0, at=[1.0], **STRICT)
    return float(run["bead.position"].values[-1, 0])


def small_motion() -> float:
    """From the time between two passages of the lowest point, at an amplitude of 1e-4 m."""
    m, frames = cord_over_bead()
    m.add_constraint("cord", tt.Cord(frames, 2.0))
    m.add_event("middle", tt.quantity("bead.position.x").crosses(0))
    system, start = bead(m, 1e-4, -0.8 * math.sqrt(1 - 1e-8))
    run = tt.simulate(system, start, 2.0, at=[2.0], rtol=1e-12, atol=1e-16)
    first, second = (event.time for event in run.events if event.event == "middle")
    return math.pi / (second - first)


def on_elastic_cord() -> np.ndarray:
    m, frames = cord_over_bead()
    m.add_force("cord", tt.ElasticCord(frames, 1.8, stiffness=500, tension_only=False))
    system, start = bead(m, -0.3, -0.7)
    run = tt.simulate(system, start, 1.0, at=[1.0], **STRICT)
    return run["bead.position"].values[-1, [0, 2]]


# --- flexible paths -----------------------------------------------------------------------


def beam_of_modes(count: int, elements: int) -> fx.Modes:
    """A simply supported beam that bends along z alone."""
    frame, stiff = fx.BeamFrame(), 1e8
    section = fx.Section(stiff, STIFFNESS, stiff, stiff, DENSITY, rotary_y=1e-9, rotary_z=1e-9)
    supports = {}
    for k in range(elements + 1):
        frame.add_node(f"n{k}", [LENGTH * k / elements, 0, 0])
        supports[f"n{k}"] = "x y z rx rz" if k in (0, elements) else "x y rx rz"
    for k in range(elements):
        frame.add_beam(f"b{k}", f"n{k}", f"n{k + 1}", section, elements=1)
    return fx.normal_modes(frame.structure(), supports, count=count)


def in_sines(modes: int, mass: float = MOVED, at: float = 2.5) -> float:
    """The middle of the beam under the moving mass, by modal equations apart from Treetop."""
    a, share = np.arange(1, modes + 1) * np.pi / LENGTH, 0.5 * DENSITY * LENGTH
    square = STIFFNESS * a**4 / DENSITY

    def rates(t: float, y: np.ndarray) -> np.ndarray:
        q, u, x = y[:modes], y[modes:], SPEED * t
        w, slope, bend = np.sin(a * x), a * np.cos(a * x), -(a**2) * np.sin(a * x)
        carried = WEIGHT + 2.0 * SPEED * slope @ u + SPEED**2 * bend @ q
        M = share * np.eye(modes) + mass * np.outer(w, w)
        return np.append(u, np.linalg.solve(M, -share * square * q - mass * carried * w))

    strict: dict[str, Any] = {"method": "DOP853", "rtol": 1e-11, "atol": 1e-13}
    q = solve_ivp(rates, (0.0, at), np.zeros(2 * modes), **strict).y[:modes, -1]
    return float(q @ np.sin(0.5 * a * LENGTH))


def middle(
    modes: int,
    mass: float,
    push: float | None = None,
    at: tuple[float, ...] = (2.5,),
    every: int = 1,
) -> np.ndarray:
    """How the middle of a beam moves while a mass goes along, with a push or its weight; the path
    goes through every "every"-th node."""
    elements = 64
    m = tt.Model("moving load")
    beam = m.add_flexible_body("beam", beam_of_modes(modes, elements), stiffening="none")
    m.add_joint("supports", tt.Fixed(), m.ground, beam)
    frames = [beam.frame(f"at{k}", node=f"n{k}") for k in range(0, elements + 1, every)]
    load = mass * WEIGHT if push is None else -push
    add_carriage(m, mass, load, frames)
    system = m.build()
    motion: dict[str, Any] = {"along x": {"slide_rate": SPEED}}
    start = system.settled(system.state(**motion))
    # What modes and the spline of the path leave is a hundred thousand times as much.
    run = tt.simulate(system, start, max(at), at=list(at), rtol=1e-7, atol=1e-10)
    return places(run, f"beam.at{elements // 2}")[:, 2]


def add_carriage(m: tt.Model, mass: float, load: float, along: Any) -> None:
    """A mass that is driven along x on three slides, under a load, and stays on a path."""
    base = m.ground
    for axis, part in (("x", 1.0), ("y", mass), ("z", mass)):
        direction = [float(axis == each) for each in "xyz"]
        body = m.add_body(axis, mass if axis == "z" else part, [part] * 3)
        m.add_joint(f"along {axis}", tt.Prismatic(direction), base, body)
        base = body
    m.add_constraint("drive", tt.Prescribed("along x.slide", f"{SPEED}*t"))
    m.add_constraint("rail", tt.PointOnPath(base, along))
    m.add_force("load", tt.FrameForce(base, [0, 0, -load], axes="inertial"))


def on_rods(n: int) -> np.ndarray:
    """The middle under the moving mass of a beam of rods, as a multiple of a weight so small that
    the motion is linear."""
    light = 1e-4
    m = tt.Model("moving mass on a beam of rods")
    line = tt.Beam(length=LENGTH, mass_per_length=DENSITY, EI=[STIFFNESS, None], elements=n)
    beam = m.add_beam("beam", line)
    m.add_joint("support", tt.Revolute([0, 1, 0]), m.ground, beam)
    m.add_constraint("far support", tt.PointOnPlane(beam.tip, m.ground, normal=[0, 0, 1]))
    beam.frame("middle", s=0.5 * LENGTH)
    add_carriage(m, MOVED, light * MOVED * WEIGHT, "beam")
    system = m.build()
    motion: dict[str, Any] = {"along x": {"slide_rate": SPEED}}
    start = system.settled(system.state(**motion))
    run = tt.simulate(system, start, 2.5, at=[2.5], rtol=1e-8, atol=1e-12)
    return places(run, "beam.middle")[:, 2] / light


def trolley(n: int) -> np.ndarray:
    """Tip of a beam that is turned by its root while a trolley runs out along it, at 3 s."""
    m = tt.Model("trolley")
    line = tt.Beam(length=LENGTH, mass_per_length=1.0, EI=[None, 2000.0], elements=n)
    boom = m.add_beam("boom", line)
    m.add_joint("root", tt.Revolute([0, 0, 1]), m.ground, boom)
    body = m.add_body("trolley", 4.0, [0.1, 0.1, 0.1])
    m.add_joint("fly", tt.Free(), m.ground, body)
    m.add_constraint("turn", tt.Prescribed("root.angle", "0.5*smoothstep(t/3)"))
    m.add_constraint("rail", tt.PointOnPath(body, boom, law="2 + 6*smoothstep(t/3)"))
    system = m.build()
    start = system.settled(system.state(fly={"position": [2.0, 0, 0]}))
    run = tt.simulate(system, start, 3.0, at=[3.0], rtol=1e-10, atol=1e-12)
    return places(run, "boom.tip")[-1, :2]

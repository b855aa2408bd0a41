"""Four boosters pivot at their noses, slide and part from the core of a launcher.

After Aslanov, Kruglov and Yuditsev, section 5, with masses of our own.  As long as all four do the
same, the core moves along its axis and each booster in a plane: four coordinates, the equations of
Newton and Euler by hand, knot by knot of the tail-off of the engines, with two rows that hold the
nose, one or none.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import treetop as tt
from treetop.validation.case import Check, componentwise
from treetop.validation.numerics import turn
from treetop.validation.stages import SETTINGS

CORE, BOOSTER = 100e3, 4500.0  # kg
INERTIA = [4e3, 1.44e5, 1.44e5]  # of a booster, kg m²
PUSH = 950e3  # of the core's engine, N
NOSE, WALL = 3.0, 1.25  # where noses are, ahead and outward of the mass centre of the core, m
BEHIND, BESIDE = 11.0, 1.3  # the mass centre of a booster, behind its nose and outward, m
OPENS = 5e-3  # slide at which the valves in the noses open, m
VALVE = 4e3  # N
TIMES = np.array([0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0, 1.3, 1.6, 2.0])  # s
TAIL_OFF = 1e3 * np.array([500, 330, 215, 145, 105, 78, 60, 46, 36, 22, 10, 4, 0])  # N
END = 1.5


def checks() -> list[Check]:
    run = separation()
    slides, opens, parts = run.events
    when, then, last = by_hand(END)
    core, booster = (run[f"{name}.position"].values[-1] for name in ("core", "one"))
    pivoting = run["one pivot.reaction_force"].values[0]
    first = motion(0.0, start(), holding=2)
    return [
        *componentwise(
            "reaction at the start", "xy", pivoting[:2], [first.R1, first.R2], 1e-8, "N"
        ),
        Check("R1 vanishes", slides.time, when, 1e-9, "s", "relative"),
        Check("valves open", opens.time, then, 1e-9, "s", "relative"),
        Check("R2 vanishes", parts.time, then, 1e-9, "s", "relative"),
        Check("core ahead at the end", float(core[0]), last[0], 1e-8, "m"),
        Check("booster ahead at the end", float(booster[0]), last[1], 1e-8, "m"),
        Check("booster outward at the end", float(booster[1]), last[2], 1e-8, "m"),
    ]


def separation() -> tt.Run:
    model = tt.Model("boosters")
    core = model.add_body("core", CORE, [9e4, 7.5e6, 7.5e6])
    model.add_joint("flight", tt.Free(), model.ground, core)
    model.add_force("push", tt.FrameForce(core, [PUSH, 0, 0]))
    names = ("one", "two", "three", "four")
    pivots = [f"{name} pivot" for name in names]
    for k, name in enumerate(names):
        _add_booster(model, name, k * np.pi / 2)
    valves = [f"{name} valve" for name in names]
    force = tt.reaction("one pivot").force
    model.add_event("slides", force.x.rises(0.0))
    open_at = tt.distance("core.one", "one.nose").rises(OPENS)
    model.add_event("opens", open_at, on=valves, max_count=1)
    model.add_event("parts", force.y.falls(0.0))
    model.add_stage("pivot", off=valves, until="slides")
    model.add_stage("slide", release=[f"{pivot}.force.x" for pivot in pivots], until="parts")
    model.add_stage("free", release=pivots)
    system = model.build()
    return tt.simulate(system, system.start(), duration=END, every=0.1, **SETTINGS)


def _add_booster(model: tt.Model, name: str, angle: float) -> None:
    out = [NOSE, WALL * np.cos(angle), WALL * np.sin(angle)]
    socket = model.bodies["core"].frame(name, at=out, attitude=turn([1, 0, 0], angle))
    booster = model.add_body(name, BOOSTER, INERTIA)
    nose = booster.frame("nose", at=[BEHIND, -BESIDE, 0])
    model.add_joint(f"{name} pivot", tt.Spherical(), socket, nose)
    table = tt.Table(TIMES, [[newtons, 0.0, 0.0] for newtons in TAIL_OFF])
    model.add_force(f"{name} thrust", tt.FrameForce(booster, table))
    model.add_force(f"{name} valve", tt.FrameForce(nose, [0, VALVE, 0]))


# --- by hand ------------------------------------------------------------------------------


class Motion(NamedTuple):
    """Accelerations of the core, of a booster's mass centre ahead and outward and of its tilt; what
    the core exerts on the nose, ahead and outward."""

    core: float
    ahead: float
    out: float
    tilt: float
    R1: float
    R2: float


def start() -> np.ndarray:
    """Places of core and booster, tilt, and their rates."""
    return np.array([0.0, NOSE - BEHIND, WALL + BESIDE, 0.0, 0.0, 0.0, 0.0, 0.0])


def motion(t: float, state: np.ndarray, holding: int, valve: float = 0.0) -> Motion:
    """With so many rows that hold the nose; the tilt turns the tail outward."""
    angle, rate = state[3], state[7]
    c, s, F = np.cos(angle), np.sin(angle), np.interp(t, TIMES, TAIL_OFF)
    x, y = BEHIND * c - BESIDE * s, -BEHIND * s - BESIDE * c  # the nose from the mass centre
    A, b = np.eye(6), np.zeros(6)
    A[0, [0, 4]], b[0] = (CORE, 4), PUSH
    A[1, [1, 4]], b[1] = (BOOSTER, -1), F * c + valve * s
    A[2, [2, 5]], b[2] = (BOOSTER, -1), -F * s + valve * c
    A[3, 3:], b[3] = (INERTIA[2], -y, x), (y * s - x * c) * valve
    if holding > 1:  # ahead, the nose goes with the core
        A[4, [0, 1, 3, 4]], b[4] = (-1, 1, y, 0), x * rate**2
    if holding > 0:  # outward, it stays
        A[5, [2, 3, 5]], b[5] = (1, -x, 0), y * rate**2
    return Motion(*np.linalg.solve(A, b))


def by_hand(end: float, valve: float = VALVE) -> tuple[float, float, np.ndarray]:
    """When the nose begins to slide, when it parts as the valve opens, and the state at the end."""

    def slid(t: float, state: np.ndarray) -> float:
        nose = state[1] + BEHIND * np.cos(state[3]) - BESIDE * np.sin(state[3])
        return NOSE + state[0] - nose - OPENS

    slides, state = _until(lambda t, y: motion(t, y, 2).R1, 0.0, start(), 2)
    parts, state = _until(slid, slides, state, 1)
    return slides, parts, _until(lambda t, y: t - end, parts, state, 0, valve)[1]


def _until(
    signal: Callable, t: float, state: np.ndarray, holding: int, valve: float = 0.0
) -> tuple[float, np.ndarray]:
    """From a state to where a signal rises through zero."""
    from scipy.integrate import solve_ivp

    signal.terminal, signal.direction = True, 1  # type: ignore[attr-defined]

    def rates(t: float, state: np.ndarray) -> np.ndarray:
        return np.array([*state[4:], *motion(t, state, holding, valve)[:4]])

    settings: dict[str, Any] = {"method": "DOP853", "rtol": 1e-13, "atol": 1e-13}
    for knot in (*TIMES[t < TIMES], 10.0):
        found = solve_ivp(rates, (t, knot), state, events=signal, **settings)
        t, state = float(found.t[-1]), found.y[:, -1]
        if found.status == 1:
            break
    return t, state

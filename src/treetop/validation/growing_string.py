"""Waves on a taut string that a ring draws out and in: its length grows and falls evenly.

The string lies on x from a heavy end at 0 to the ring at L = v t', held to it there, under the
tension ρ c². With v < c its motions are

    y_n = sin(K log(c t' - x)) - sin(K log(c t' + x))    K = 2 π n / log((c + v)/(c - v))

which vanish at both ends; in reversed time the string becomes shorter.  Here a reel on the ring
pays the line out, or draws it in, so that rods are cut off and merged under the waves.  Their
errors fall with the square of the number of elements.
"""

import math
from typing import NamedTuple

import numpy as np

import treetop as tt
from treetop.core.devices import deployer
from treetop.validation.case import Check

SPEED, TENSION, FASTNESS = 0.4, 1.0, 1.0  # of the ring and of waves, m/s; N
SMALL = 1e-4  # m, amplitude
BEGIN, END, WHOLE = 1.25, 2.5, 2.0  # t' in s; m of line
HEAVY = 1e5  # kg, at the end
K = 2.0 * math.pi / math.log((FASTNESS + SPEED) / (FASTNESS - SPEED))
PLACES = (0.25, 0.5, 0.75)  # parts of the length in the end
COUNTS = (16, 32, 64)


class Wave(NamedTuple):
    """Place across the string and its rate, at one place and time."""

    y: float
    rate: float


def wave(x: float, t: float) -> Wave:
    """The first of the motions; the rate is that of growing t."""
    ahead, back = FASTNESS * t - x, FASTNESS * t + x
    y = math.sin(K * math.log(ahead)) - math.sin(K * math.log(back))
    rate = math.cos(K * math.log(ahead)) / ahead - math.cos(K * math.log(back)) / back
    return Wave(SMALL * y, SMALL * FASTNESS * K * rate)


def checks() -> list[Check]:
    found = []
    for word, begin, end in (("out", BEGIN, END), ("in", -END, -BEGIN)):
        length = SPEED * abs(end)
        exact = np.array([wave(part * length, abs(end)).y for part in PLACES]) / SMALL
        coarse, middle, fine = (drawn(n, begin, end) / SMALL for n in COUNTS)
        left = 2.0 * float(np.linalg.norm(fine - middle)) / 3.0
        for part, y, wanted in zip(PLACES, fine, exact, strict=True):
            name = f"string drawn {word}, at {part:g} of its length, in amplitudes"
            found.append(Check(name, float(y), float(wanted), left))
        off = [float(np.linalg.norm(each - exact)) for each in (coarse, middle, fine)]
        order = math.log2(off[0] / off[2]) / 2.0
        found.append(Check(f"string drawn {word}, order of convergence", order, 2.0, 0.1))
    return found


def drawn(elements: int, begin: float, end: float) -> np.ndarray:
    """Places across the string at `PLACES`, from t' = begin to end; with both negative the string
    becomes shorter."""
    system = _model(elements, begin)
    start = _waving(system, elements, begin)
    run = tt.simulate(system, start, end - begin, every=end - begin, rtol=1e-9, atol=1e-11)
    x, y = run.line("line").values[-1, ::-1, :2].T
    return np.interp(np.array(PLACES) * SPEED * abs(end), x, y)


def _model(elements: int, begin: float) -> tt.System:
    m = tt.Model("string")
    ring = m.add_body("ring", 1, [1, 1, 1])
    length, speed = SPEED * abs(begin), math.copysign(SPEED, begin)
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, ring)
    m.add_constraint("drive", tt.Prescribed("rail.slide", f"{length!r} + {speed!r}*t"))
    line = tt.Reel(
        ring,
        mass_per_length=TENSION / FASTNESS**2,
        total_length=WHOLE,
        elements=elements,
        start_length=length,
        start_rate=speed,
        brake=TENSION,
        radius=1.0,
        tip_mass=HEAVY,
        direction=[-1, 0, 0],
        second=[0, 0, 1],
    )
    m.add_device("line", line)
    return m.build()


def _waving(system: tt.System, elements: int, begin: float) -> tt.State:
    """The line along the wave at t' = begin, from the ring on; nodes of rods are material."""
    length, speed = SPEED * abs(begin), math.copysign(SPEED, begin)
    h = WHOLE / elements
    whole = math.floor(length / h - 0.1)
    rods = np.array([length - whole * h, *[h] * whole])
    inner = [wave(k * h, abs(begin)) for k in range(whole, 0, -1)]
    y = np.array([0.0, *(each.y for each in inner), 0.0])
    rate = math.copysign(1.0, begin) * np.array([0.0, *(each.rate for each in inner), 0.0])
    slope, turning = -np.diff(y) / rods, -np.diff(rate) / rods
    turning[0] -= slope[0] * speed / rods[0]  # the rod at the ring becomes longer
    table = system.assembly.optional.of(deployer.GROUP)
    state = system.state(rail={"slide": length, "slide_rate": speed})
    vector, nq, outside = (
        state.vector.copy(),
        len(system.coordinate_labels),
        slice(-whole - 1, None),
    )
    vector[table.q[outside, 0] + 1] = np.diff(slope, prepend=0.0)
    vector[nq + table.u[outside, 0] + 1] = np.diff(turning, prepend=0.0)
    vector[table.q[outside, 1]] = rods
    vector[nq + table.u[outside, 1]] = [speed, *[0.0] * whole]
    vector[system.internal.start + table.state[0]] = whole + 1.0
    return tt.State(system, 0.0, vector)

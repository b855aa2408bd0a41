"""Runs side by side: evaluations in the lanes of one core against those of one run after another
and against Pinocchio's, and whole adaptive runs of a spacecraft of two bodies.

Whole runs are compared without what builds models and records results, which is the same for both.
"""

import time

import numpy as np

import treetop as tt
from random_trees import random_motion
from treetop.core.compiler import Bundle, kernel
from treetop.core.compiler.kernel_lanes import LANES, as_handle
from treetop.core.compiler.lane_tables import LaneTables, packed_lanes
from treetop.core.formulations import recursive
from treetop.simulation.hybrid import HybridSimulation
from treetop.simulation.sample_times import sample_times
from treetop.simulation.side_by_side import Member, ended
from treetop.simulation.simulate import checked_settings

from .dynamics import LENGTHS, Ours, Pinocchio, chain
from .timing import Figure, least_times, seconds

RUNS, REPEATS = 8 * LANES.width, 5
_bundle = Bundle(np.zeros(0), np.zeros(0), np.zeros(0))
unpack = _bundle.unpack


def figures():
    for n in LENGTHS:
        yield from _evaluations(n)
    yield _runs()


@kernel
def _repeated(times, derivative, vectors, problem):
    t, y, rate = unpack(as_handle(vectors))
    for _ in range(times):
        derivative(t[0], y, rate, as_handle(problem))
        y[0] = y[0] + 1e-9 * rate[0]


def _evaluations(n):
    model = chain(n)
    motion, times = random_motion(model, seed=1, speed=0.1), max(5, 6000 // n)
    ours, pinocchio = Ours(model, motion), Pinocchio(model, motion)
    tables = LaneTables(ours.system.problem)
    _, vectors, alive = packed_lanes(_bundle, np.zeros(1), ours.y, ours.rate)
    derivative = recursive.derivative.for_kind(LANES).function
    racers = {each.name: lambda each=each: each.repeat(times) for each in (ours, pinocchio)}
    racers["lanes"] = lambda: _repeated(times, derivative, vectors, tables.handle)
    spent = least_times(racers, repeats=101)
    del alive
    each = spent["lanes"] / times / LANES.width
    note = f"{LANES.width} lanes, {each * 1e6:.3f} µs per run"
    ratio = spent["ours"] / times / each
    yield Figure(f"chain of {n}: one run / lanes, per core", ratio, at_least=3.5, note=note)
    ratio = spent["pinocchio"] / times / each
    yield Figure(f"chain of {n}: pin.aba / lanes, per core", ratio, at_least=8)


def _spacecraft():
    m = tt.Model("two-body spacecraft")
    bus = m.add_body("bus", mass=2200, inertia=[2300, 4500, 3600])
    tug = m.add_body("tug", mass=1200, inertia=[1700, 2000, 600])
    port, tail = bus.frame("port", at=[1, 0, 1]), tug.frame("tail", at=[-1, 0, 1])
    m.add_joint("orbit", tt.Free(), m.ground, bus)
    m.add_joint("boom", tt.Cylindrical(axis=[1, 0, 0]), port, tail)
    m.add_force("earth", tt.CentralGravity(mu=3.986e14))
    spring = tt.SpringDamper(port, tail, length=2, stiffness=25, cubic=1, damping=0.2)
    m.add_force("spring", spring)
    return m


def _runs():
    """Dispersed runs over an orbit."""
    system, rng = _spacecraft().build(), np.random.default_rng(0)
    settings = checked_settings({"duration": 5431.0, "every": 1000.0})
    orbit = {"position": [6678.1e3, 0, 0], "velocity": [0, 7725.777352782458, 0]}
    turning, slides = rng.normal(0, 0.01, (RUNS, 3)), rng.normal(2, 0.2, RUNS)
    starts = [
        system.state(orbit=orbit | {"angular_velocity": list(w)}, boom={"slide": x})
        for w, x in zip(turning, slides, strict=True)
    ]

    def members():
        simulations = (HybridSimulation(s, settings, sample_times(s, settings)) for s in starts)
        return [Member(each, k) for k, each in enumerate(simulations)]

    def alone(waiting):
        for member in waiting:
            member.to_its_end()

    def in_lanes(waiting):
        list(ended(waiting))

    spent = dict.fromkeys((alone, in_lanes), np.inf)
    for _ in range(REPEATS):
        for way in spent:
            waiting = members()
            spent[way] = min(spent[way], seconds(lambda: way(waiting), time.process_time))  # noqa: B023
    note = f"CPU time, {spent[in_lanes] / RUNS * 1e3:.3f} ms per run in lanes"
    name = "runs of two bodies: one by one / lanes"
    return Figure(name, spent[alone] / spent[in_lanes], at_least=3.2, note=note)

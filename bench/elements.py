"""What a rod costs that a line gains or loses in flight, in steps of that line."""

import numpy as np

import treetop as tt

from .timing import Figure, least_times

RODS, ROD = 1000, 0.1  # elements outside, m
STEP, STEPS = 1e-4, 100  # s, steps of a run
CHANGES = 20.37  # rods that change in it: so that changes fall within steps, and not at their ends


def figures():
    yield _figure("cut", 1)
    yield _figure("merge", -1)


def _figure(word, sign):
    """Two runs of as many steps, at one rate and half-way out: one over changes, one between."""
    far, near = (part * ROD / (STEP * STEPS) for part in (CHANGES, 0.4))
    runs = {"changing": _run(sign * far), "steady": _run(sign * near)}
    counts = {name: call().statistics["steps"] for name, call in runs.items()}
    changes = np.ptp(runs["changing"]()["line.rods"].values)
    spent = least_times(runs, repeats=5)
    step = spent["steady"] / counts["steady"]
    value = (spent["changing"] - spent["steady"]) / changes / step
    note = f"{step * 1e6:.0f} µs per step, {changes:.0f} changes"
    return Figure(f"a {word} at {RODS} rods / a step", value, at_most=5, note=note)


def _run(rate):
    """A line that swings under its weight; its length changes at a rate."""
    m = tt.Model("line")
    m.add_force("weight", tt.UniformGravity([9.0, 4.0, 0]))
    elements = RODS + int(CHANGES) + 2
    law = {"mass_per_length": 0.1, "total_length": elements * ROD, "tip_mass": 5}
    length = f"{(RODS + 0.5) * ROD} + {rate}*t"
    m.add_device("line", tt.Deployer(m.ground, length=length, elements=elements, **law))
    system = m.build()
    end, method = STEP * STEPS, tt.Rk4(step=STEP)
    return lambda: tt.simulate(system, system.start(), duration=end, every=end, method=method)

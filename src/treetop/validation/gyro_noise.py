"""Angles that a hundred gyros at rest add up from their readings.

Their variance is σ² t + κ² t³/3, with the angle random walk σ and the walk κ of the bias. A sample
of three hundred has a spread of four per cent; seeds are fixed.  A quantum q adds q²/12.
"""

import math

import numpy as np

import treetop as tt
from treetop.validation.case import Check

WALK, BIAS_WALK, DURATION, PERIOD, COUNT = 1e-5, 1e-8, 1000.0, 10.0, 100
QUANTUM = 0.01


def checks() -> list[Check]:
    model = tt.Model("gyros at rest")
    bus = model.add_body("bus", 10.0, [1.0, 1.0, 1.0])
    model.add_joint("flight", tt.Free(), model.ground, bus)
    for k in range(COUNT):
        gyro = tt.Gyro(bus, every=PERIOD, walk=WALK, bias_walk=BIAS_WALK)
        model.add_sensor(f"gyro{k}", gyro)
    system = model.build()
    run = tt.simulate(system, system.state(), duration=DURATION, every=PERIOD)
    angles = [PERIOD * run[f"gyro{k}.rate"].values[:-1].sum(axis=0) for k in range(COUNT)]
    spread = math.sqrt(WALK**2 * DURATION + BIAS_WALK**2 * DURATION**3 / 3)
    return [
        Check("spread of angles", float(np.std(angles)), spread, 0.08, "rad", "relative"),
        Check("reference", spread, 3.65148371670111e-4, 1e-18, "rad"),
        quantisation(),
    ]


def quantisation() -> Check:
    """The error of a clock that is read in steps."""
    model = tt.Model("clock")
    model.add_joint("flight", tt.Free(), model.ground, model.add_body("bus", 1.0, [1, 1, 1]))
    model.add_sensor("clock", tt.Sensor("time", every=0.0137, quantum=QUANTUM))
    system = model.build()
    run = tt.simulate(system, system.state(), duration=100.0, every=0.0137)
    error = (run["clock.value"].values - run.time)[:-1]
    return Check("variance of steps", float(np.var(error)), QUANTUM**2 / 12, 0.02, "s²", "relative")

"""On and off times of a pulse-width pulse-frequency modulator with a constant error.

on   -τ ln(1 - (U_on - U_off) / (U_on - K (E - U)))
off  -τ ln(1 - (U_on - U_off) / (K E - U_off))
"""

import numpy as np

import treetop as tt
from treetop.validation.case import Check

PERIOD = 1e-5
ON, OFF = 0.0176674553484575, 0.0231226019740887


def checks() -> list[Check]:
    model = tt.Model("modulator")
    bus = model.add_body("bus", 10.0, [1.0, 1.0, 1.0])
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), model.ground, bus)
    model.add_device("jet", tt.Thruster(bus, thrust=1.0))  # through the hinge: nothing moves
    settings = {"gain": 4.5, "lag": 0.15, "on": 0.45, "off": 0.15, "target": 0.5}
    model.add_controller("pwpf", tt.Pwpf("hinge.angle", every=PERIOD, to="jet", **settings))
    system = model.build()
    run = tt.simulate(system, system.state(), duration=0.15, every=PERIOD)
    turns = np.flatnonzero(np.diff(run["jet.throttle"].values))
    lengths = np.diff(run.time[turns])
    return [
        Check("on time", float(lengths[0]), ON, 2 * PERIOD, "s"),
        Check("off time", float(lengths[1]), OFF, 2 * PERIOD, "s"),
        Check("later on time", float(lengths[2]), ON, 2 * PERIOD, "s"),
    ]

"""Andrews' squeezing mechanism: seven bodies in a plane, three loops, a motor and a spring.

W. Schiehlen (ed.), *Multibody Systems Handbook* (Springer, 1990); E. Hairer and G. Wanner, *Solving
Ordinary Differential Equations II*, VII.7; IFToMM library of computational benchmark problems, A03.
The seven joints of the tree have the seven angles of the book as coordinates; the other ends of
bodies 2, 3, 4 and 6 meet in one point, and that closes the loops.
"""

from typing import Any

import numpy as np

import treetop as tt
from treetop.validation.case import Check
from treetop.validation.closed_loops import conserved, runs

Z = [0, 0, 1]
A, B, C = (-0.06934, -0.00227), (-0.03635, 0.03273), (0.014, 0.072)
D, DA, E, EA, RR, RA = 0.028, 0.0115, 0.02, 0.01421, 0.007, 0.00092
SS, SA, SB, SC, SD = 0.035, 0.01874, 0.01043, 0.018, 0.02
TA, TB, U, UA, UB, ZF, ZT, FA = 0.02308, 0.00916, 0.04, 0.01228, 0.00449, 0.02, 0.04, 0.01421
STIFFNESS, LENGTH, TORQUE = 4530.0, 0.07785, 0.033
END, ANGLE, RATE = 0.03, 15.8001746706627, 1140.103975550  # of the crank

# mass, moment of inertia, mass centre, and the point where the bodies meet or the next one hangs
BODIES = {
    "K1": (0.04325, 2.194e-6, (RA, 0), (RR, 0)),
    "K2": (0.00365, 4.410e-7, (-DA, 0), (-D, 0)),
    "K3": (0.02373, 5.255e-6, (SB, -SA), (0, -SS)),
    "K4": (0.00706, 5.667e-7, (0, EA - E), (0, -E)),
    "K5": (0.07050, 1.169e-5, (TA, TB), (ZT, 0)),
    "K6": (0.00706, 5.667e-7, (ZF - FA, 0), (ZF, 0)),
    "K7": (0.05498, 1.912e-5, (-UB, -UA), (0, -U)),
}
JOINTS = {  # in the order of the book, with the inboard frame
    "beta": ("ground", "K1"),
    "theta": ("K1.end", "K2"),
    "gamma": ("ground.B", "K3"),
    "phi": ("K5.end", "K4"),
    "delta": ("ground.A", "K5"),
    "omega": ("K7.end", "K6"),
    "epsilon": ("ground.A", "K7"),
}
START = {
    "beta": -0.0620,
    "theta": 2.1458685379951532e-4,
    "gamma": 0.45527981210037022,
    "phi": 0.22266837590302747,
    "delta": 0.48736498114063280,
    "omega": -0.22266837590302747,
    "epsilon": 1.2305474391566008,
}


def mechanism() -> tt.Model:
    model = tt.Model("Andrews' squeezing mechanism")
    for name, at in (("A", A), ("B", B), ("C", C)):
        model.ground.frame(name, at=[*at, 0])
    for name, (mass, inertia, centre, end) in BODIES.items():
        # In the plane only the moment about its normal counts; the others are those of a disc.
        body = model.add_body(name, mass, [inertia / 2, inertia / 2, inertia], [*centre, 0])
        body.frame("end", at=[*end, 0])
    for name in ("beta", "gamma", "delta", "epsilon", "theta", "phi", "omega"):
        inboard, outboard = JOINTS[name]
        model.add_joint(name, tt.Revolute(Z), inboard, outboard)
    for name in ("K2", "K4", "K6"):
        model.add_joint(f"meeting_{name}", tt.Revolute(Z), "K3.end", f"{name}.end")
    hook = model.bodies["K3"].frame("hook", at=[SD, -SC, 0])
    spring = tt.SpringDamper("ground.C", hook, length=LENGTH, stiffness=STIFFNESS)
    model.add_force("spring", spring)
    model.add_force("motor", tt.JointEffort("beta", TORQUE))
    return model


def start(system: tt.System) -> tt.State:
    """At rest, as published."""
    angles: dict[str, Any] = {name: {"angle": angle} for name, angle in START.items()}
    return system.state(**angles)


def checks() -> list[Check]:
    found = []
    for name, run in runs(mechanism(), start, np.linspace(0.0, END, 31)):
        angle, rate = (float(run[f"beta.{what}"][-1]) for what in ("angle", "rate"))
        found += [
            Check(f"{name}: β at {END:g} s", angle, ANGLE, 1e-10, "rad"),
            Check(f"{name}: β' at {END:g} s", rate, RATE, 1e-8, "rad/s"),
            *conserved(name, run),
        ]
    return found

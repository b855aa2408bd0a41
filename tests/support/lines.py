"""Beams and cables of all kinds, small, and models and random motions of them."""

import numpy as np

import treetop as tt
from treetop.system.state import State

_COMMON = {"length": 2.0, "mass_per_length": 1.2, "rotary_inertia": [0.02, 0.01, 0.012]}
LINES = {
    "bends and twists": tt.Beam(
        EI=[14, 8], GJ=10, elements=3, curvature=[0.3, 0.2], twist=0.4, **_COMMON
    ),
    "bends in a plane": tt.Beam(EI=[None, 8], elements=3, **_COMMON),
    "bends, damped": tt.Beam(EI=[14, 8], elements=3, damping=0.1, **_COMMON),
    "all six": tt.Beam(
        EI=[14, 8], GJ=10, EA=100, GA=[50, 40], elements=3, curvature=[0.3, 0.2], damping=0.05,
        **_COMMON,
    ),
    "shears in a plane": tt.Beam(EI=[8, None], EA=100, GA=[None, 50], elements=3, **_COMMON),
    "stretches": tt.Beam(EI=[14, 8], EA=100, elements=3, **_COMMON),
    "elastic cable": tt.Cable(
        length=2, mass_per_length=1.2, EA=100, elements=3, damping=0.1
    ),
    "lumped cable": tt.Cable(length=2, mass_per_length=1.2, EA=100, elements=3, lumped=True),
    "inextensible cable": tt.Cable(length=2, mass_per_length=1.2, elements=3),
}  # fmt: skip


def held(line, at: float = 0.0) -> tt.Model:
    """A beam held at an arc length, with a body hinged to it beyond its middle."""
    model = tt.Model("beam")
    boom = model.add_beam("boom", line)
    model.add_joint("clamp", tt.Fixed(), model.ground, boom.at(at))
    load = model.add_body("load", 0.3, [0.1, 0.2, 0.15])
    model.add_joint("pin", tt.Revolute([0, 1, 0]), boom.frame("mount", s=1.4), load)
    model.add_force("weight", tt.UniformGravity())
    return model


def moving(system, rng: np.random.Generator, size: float = 0.2) -> State:
    """A random state."""
    state = system.state()
    nq, nu = len(system.coordinate_labels), len(system.speed_labels)
    y = state.vector.copy()
    y[:nq] += size * rng.normal(size=nq)
    y[nq : nq + nu] = rng.normal(size=nu)
    for k, label in enumerate(system.coordinate_labels):
        if label.endswith("attitude.w"):
            y[k : k + 4] /= np.linalg.norm(y[k : k + 4])
    return State(system, 0.0, y)

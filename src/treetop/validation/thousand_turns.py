"""Four-bar linkage whose crank goes round a thousand times: what does not change must not drift.

Hinges are given in space, so that three equations of the loop follow from the others.
"""

import numpy as np

import treetop as tt
from treetop.validation.case import Check
from treetop.validation.closed_loops import gaps

CRANK, COUPLER, ROCKER, GROUND = 0.3, 1.0, 0.9, 0.8  # m; each rod has 1 kg/m
RATE, DURATION, TURNS = 4 * np.pi, 420.0, 1000  # rad/s, s
Z = [0, 0, 1]


def linkage() -> tt.Model:
    model = tt.Model("four-bar")
    for name, length in (("crank", CRANK), ("coupler", COUPLER), ("rocker", ROCKER)):
        body = model.add_body(
            name, length, [0, length**3 / 12, length**3 / 12], centre=[length / 2, 0, 0]
        )
        body.frame("tip", at=[length, 0, 0])
    model.add_joint("pivot", tt.Revolute(Z), model.ground, "crank")
    model.add_joint("knee", tt.Revolute(Z), "crank.tip", "coupler")
    model.add_joint("far", tt.Revolute(Z), model.ground.frame("far", [GROUND, 0, 0]), "rocker")
    model.add_joint("meeting", tt.Revolute(Z), "coupler.tip", "rocker.tip")
    model.add_force("weight", tt.UniformGravity([0, -9.81, 0]))
    return model


def start(system: tt.System) -> tt.State:
    """Crank and rocker upright; the coupler leans by the angle of a triangle of sides 3, 4, 5."""
    lean = np.arctan2(0.6, 0.8)
    rates = {"pivot": RATE, "knee": -RATE, "far": RATE * CRANK / ROCKER}
    return system.state(
        pivot={"angle": np.pi / 2, "rate": rates["pivot"]},
        knee={"angle": lean - np.pi / 2, "rate": rates["knee"]},
        far={"angle": np.pi / 2, "rate": rates["far"]},
    )


def checks() -> list[Check]:
    system = linkage().build()
    run = tt.simulate(system, start(system), DURATION, every=1.3, rtol=1e-10, atol=1e-13)
    place, velocity = gaps(run)
    fastest = float(np.linalg.norm(run.data.velocity, axis=-1).max())
    turns = float(run["pivot.angle"][-1]) / (2 * np.pi)
    return [
        Check("turns missing", max(0.0, TURNS - turns), 0.0, 0.0),
        Check("energy", run.audit()["energy"].relative, 0.0, 1e-8),
        Check("points apart", place, 0.0, 1e-11, "m"),
        Check("their velocities apart", velocity / fastest, 0.0, 1e-10),
    ]

"""A chaser is caught by a target that turns: both go on as one rigid body, and come apart again.

What the lock does follows from momentum and angular momentum alone: the rates of the whole, and the
energy lost, ½ Σ (m v² + ω·J ω) less ½ (p²/m + h·J⁻¹h) of the whole.
"""

from typing import NamedTuple

import numpy as np

import treetop as tt
from treetop.validation.case import Check, componentwise
from treetop.validation.numerics import matrix
from treetop.validation.stages import SETTINGS, agreements, momenta

MASS = {"target": 6000.0, "chaser": 1500.0}
INERTIA = {"target": [9000.0, 14000.0, 13000.0], "chaser": [1200.0, 1600.0, 1500.0]}
CENTRE = {"target": [0.2, 0.0, 0.1], "chaser": [0.0, 0.0, 0.0]}


class Whole(NamedTuple):
    """How both bodies would move as one."""

    rate: np.ndarray
    lost: float  # energy


def checks() -> list[Check]:
    run = docking("recursive")
    docked = int(np.flatnonzero(run.data.stage.values == "docked")[0])
    expected = whole(run, docked - 1)
    lost = run.events[0].energy_lost
    R = matrix(run["target.attitude"].values[docked])
    rate = R @ run["target.angular_velocity"].values[docked]
    return [
        Check("energy lost", lost, expected.lost, 1e-12, "J", "relative"),
        *componentwise("rate of the whole", "xyz", rate, expected.rate, 1e-15, "rad/s"),
        *momenta(run),
        *agreements(run, docking),
    ]


def docking(formulation: str) -> tt.Run:
    model = tt.Model("docking")
    bodies = {
        name: model.add_body(name, mass, INERTIA[name], CENTRE[name]) for name, mass in MASS.items()
    }
    for name, body in bodies.items():
        model.add_joint(name, tt.Free(), model.ground, body)
    cone = bodies["target"].frame("cone", at=[3, 0, 0])
    model.add_joint("port", tt.Free(), cone, bodies["chaser"].frame("probe", at=[-1.5, 0, 0]))
    model.add_event("touch", tt.coordinate("port.position.x").falls(0.0))
    model.add_event("leave", tt.time.rises(8.0))
    model.add_stage("approach", until="touch")
    model.add_stage("docked", lock=["port"], until="leave")
    model.add_stage("apart", unlock=["port"])
    system = model.build(formulation)
    start = system.state(
        target={"angular_velocity": [0.0, 0.002, 0.0035]},
        chaser={
            "position": [5.5, 0.02, 0.0],
            "velocity": [-0.2, 0.007, -0.005],
            "angular_velocity": [0.005, 0.0, 0.0],
        },
    )
    return tt.simulate(system, start, duration=10.0, every=0.5, **SETTINGS)


def whole(run: tt.Run, sample: int) -> Whole:
    """From places and motions of the bodies alone."""
    parts = [_part(run, name, sample) for name in MASS]
    mass = sum(m for m, *_ in parts)
    centre, v = (sum(part[0] * part[k] for part in parts) / mass for k in (1, 2))
    h, J, energy = np.zeros(3), np.zeros((3, 3)), 0.0
    for m, c_i, v_i, w_i, J_i in parts:
        r = c_i - centre
        h += m * np.cross(r, v_i) + J_i @ w_i
        J += J_i + m * (r @ r * np.eye(3) - np.outer(r, r))
        energy += (m * v_i @ v_i + w_i @ J_i @ w_i) / 2
    rate = np.linalg.solve(J, h)
    return Whole(rate, float(energy - (mass * v @ v + h @ rate) / 2))


def _part(run: tt.Run, name: str, sample: int) -> tuple:
    """Mass, mass centre, its velocity, rate and inertia of a body, in inertial axes."""
    seen = run.data.sel(body=name).isel(time=sample)
    R = matrix(seen.attitude.values)
    w, arm = R @ seen.angular_velocity.values, R @ CENTRE[name]
    at, velocity = seen.position.values + arm, seen.velocity.values + np.cross(w, arm)
    return MASS[name], at, velocity, w, R @ np.diag(INERTIA[name]) @ R.T

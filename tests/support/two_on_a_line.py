"""A run whose motion is known in closed form, recorded without simulating anything.

Two bodies on a line, free in space, a spring between them: the mass centre moves uniformly, the
distance swings about the spring's length.
"""

from types import SimpleNamespace

import numpy as np
import pytest

import treetop as tt
from treetop.results import record
from treetop.system.fields import OF_FORCES

FREQUENCY, SWING, DRIFT = 3.0, 0.25, 0.5
BUS, TUG = 2.0, 1.0
STIFFNESS = FREQUENCY**2 * BUS * TUG / (BUS + TUG)


@pytest.fixture
def model() -> tt.Model:
    model = tt.Model("two on a line")
    bus = model.add_body("bus", BUS, [1, 1, 1])
    tug = model.add_body("tug", TUG, [1, 1, 1])
    tail = tug.frame("tail", at=[0, 0, 1])
    model.add_joint("orbit", tt.Free(), model.ground, bus)
    model.add_joint("boom", tt.Prismatic([1, 0, 0]), bus.frame("port", at=[0, 0, 1]), tail)
    model.add_force("spring", tt.SpringDamper("bus.port", tail, 1.0, STIFFNESS))
    return model


@pytest.fixture
def system(model):
    return model.build()


@pytest.fixture
def recorded(model):
    """Record histories as a simulation would."""
    start = SimpleNamespace(time=0.0, vector=np.zeros(23))

    def call(histories, statistics=(), settings=None, outcome="finished"):
        if list(model.forces) != ["spring"]:  # what others exert is not known
            histories = {name: h for name, h in histories.items() if name not in OF_FORCES}
        return record(
            model.build(),
            histories,
            dict(statistics),
            settings or tt.RunSettings(2.0),
            outcome,
            start,
        )

    return call


@pytest.fixture
def histories():
    time = np.linspace(0.0, 2.0, 41)
    slide = 1 + SWING * np.cos(FREQUENCY * time)
    slide_rate = -SWING * FREQUENCY * np.sin(FREQUENCY * time)
    slide_rate2 = -SWING * FREQUENCY**2 * np.cos(FREQUENCY * time)
    share = TUG / (BUS + TUG)
    zero = np.zeros_like(time)

    def along_x(*x):
        """One row per body along x; (time, body, axis), or (time, axis) for a single one."""
        rows = np.stack([np.stack([each, zero, zero], axis=-1) for each in x], axis=1)
        return rows if len(x) > 1 else rows[:, 0]

    bus, tug = DRIFT * time - share * slide, DRIFT * time + (1 - share) * slide
    v_bus, v_tug = DRIFT - share * slide_rate, DRIFT + (1 - share) * slide_rate
    identity = np.tile([1.0, 0.0, 0.0, 0.0], (len(time), 1))
    nothing = np.zeros((len(time), 2, 3))
    return {
        "time": time,
        "coordinates": np.column_stack([identity, bus, zero, zero, slide]),
        "speeds": np.column_stack([np.zeros((len(time), 3)), v_bus, zero, zero, slide_rate]),
        "speed_rates": np.column_stack(
            [np.zeros((len(time), 3)), -share * slide_rate2, zero, zero, slide_rate2]
        ),
        "position": along_x(bus, tug),
        "velocity": along_x(v_bus, v_tug),
        "acceleration": along_x(-share * slide_rate2, (1 - share) * slide_rate2),
        "attitude": np.stack([identity, identity], axis=1),
        "angular_velocity": nothing,
        "angular_acceleration": nothing,
        "reaction_force": nothing,
        "reaction_torque": nothing,
        "applied_force": along_x(-STIFFNESS * (slide - 1))[:, None],
        "applied_torque": nothing[:, :1],
        "point_of_action": along_x(tug)[:, None] + [0, 0, 1],
        "point_of_reaction": along_x(bus)[:, None] + [0, 0, 1],
        "power": (-STIFFNESS * (slide - 1) * slide_rate)[:, None],
        "energy": np.column_stack(
            [BUS * v_bus**2 / 2, (TUG * v_tug**2 + STIFFNESS * (slide - 1) ** 2) / 2]
        ),
        "kinetic_energy": (BUS * v_bus**2 + TUG * v_tug**2) / 2,
        "potential_energy": STIFFNESS * (slide - 1) ** 2 / 2,
        "work": zero,
        "energy_about_centre": np.full_like(time, STIFFNESS * SWING**2 / 2),
        "work_about_centre": zero,
        "linear_momentum": along_x(BUS * v_bus + TUG * v_tug),
        "angular_momentum": np.zeros((len(time), 3)),
        "angular_momentum_about_centre": np.zeros((len(time), 3)),
        "mass_centre": along_x(DRIFT * time),
        "constraint_error": zero,
        "origin": along_x(DRIFT * time),
        "position_from_origin": along_x(bus - DRIFT * time, tug - DRIFT * time),
    }

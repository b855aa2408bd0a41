"""A run whose motion is known in closed form, and one of it in stages."""

import json

import numpy as np
import pytest

import treetop as tt
from two_on_a_line import histories, model, recorded

__all__ = ["histories", "model", "recorded", "run", "staged"]

SETTINGS = tt.RunSettings(2.0, 0.05, method=tt.Dop853(rtol=1e-10, atol=1e-13))


@pytest.fixture
def run(recorded, histories):
    return recorded(histories, {"steps": 12, "evaluations": 150, "wall_time": 0.5}, SETTINGS)


@pytest.fixture
def staged(run):
    """The motion, said to be in three stages: the second from 0.5 to 1.5 s."""
    stages = np.repeat(["held", "sliding", "free"], [10, 20, 11])
    run.data = run.data.assign_coords(stage=("time", stages))
    events = [
        {"time": 0.5, "event": "unlatch", "direction": 1, "stage": "held", "next_stage": "sliding"},
        {"time": 1.5, "event": "parts", "direction": -1, "stage": "sliding", "energy_lost": 0.25},
        {"time": 1.75, "event": "parts", "direction": -1, "stage": "free", "note": "again"},
    ]
    run.data.attrs["events"] = json.dumps(events)
    return run

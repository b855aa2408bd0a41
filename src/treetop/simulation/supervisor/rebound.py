"""Parts that were to engage, and bounce instead."""

from __future__ import annotations

import numpy as np

from treetop.model.stages import Stage
from treetop.simulation.state_transfer import transferred, with_work
from treetop.system.state import State


def rebound(before: State, plastic: State, restitution: float) -> State:
    """What the bodies give back: velocities change by 1 + e times what it takes to stop them."""
    old = before.system
    stopped = transferred(plastic, old).state
    z, w = old.joint_vectors(np.array([before.vector, stopped.vector]))
    q, u = len(old.coordinate_labels), len(old.speed_labels)
    z[q : q + u] += (1.0 + restitution) * (w - z)[q : q + u]
    return with_work(before, State(old, before.time, old.own_vector(z)))


def speed_apart(state: State, stage: Stage) -> float:
    """How fast parts that were to engage move apart: the greatest speed of their joints."""
    names = {name.partition(".")[0] for name in (*stage.engage, *stage.lock)}
    speeds = set(state.system.all_labels.speeds)
    values = state.system.joint_values(state).items()
    relative = [
        abs(x) for label, x in values if label in speeds and label.partition(".")[0] in names
    ]
    return max(relative, default=0.0)

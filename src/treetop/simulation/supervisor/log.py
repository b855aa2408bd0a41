"""What an impulse was, for the log of events."""

from __future__ import annotations

import numpy as np

from treetop.assembly.poses import lock_arm
from treetop.results.events import EventRecord
from treetop.simulation.impact.impulse import Impulse, Part, Touch
from treetop.simulation.mode_switching import Strike
from treetop.simulation.state_transfer import observed_at
from treetop.system.state import State
from treetop.topology.mechanism import Mechanism


def with_impulse(
    entry: EventRecord, impulse: Impulse | None, model: Mechanism, part: float = 1.0
) -> EventRecord:
    """The entry of the log with what was exerted, by name, and lost; of a rebound, 1 + e times
    what it takes to stop."""
    if impulse is None:
        return entry
    loads = {
        name: {"force": (part * force).tolist(), "torque": (part * torque).tolist()}
        for name, (force, torque) in _joint_loads(model, impulse).items()
    }
    loads |= {
        f"{name} constraint" if name in loads else name: {
            "force": (part * load.force).tolist(),
            "torque": (part * load.torque).tolist(),
            "effort": part * float(load.effort),
        }
        for name, load in impulse.constraint.items()
    }
    # With the part 1 + e of the plastic impulse, 1 - e² of the energy is lost.
    lost = impulse.lost * part * (2.0 - part)
    return entry._replace(energy_lost=lost, impulses=loads)


def with_strike(
    entry: EventRecord, strike: Strike, part: Part, state: State, share: float = 1.0
) -> EventRecord:
    """The entry of the log with what an impact exerted, too, or a share of that; its own push by
    the name of the constraint that would hold it."""
    exerted = with_impulse(EventRecord(0.0, "", 0, ""), part.impulse, state.system.mechanism)
    push = {"force": [0.0] * 3, "torque": [0.0] * 3, "effort": 0.0}
    if isinstance(strike.hit, Touch):
        arm = strike.hit.point - observed_at(state)[0].pose(strike.hit.b).p
        push |= {"force": part.push.tolist(), "torque": np.cross(arm, part.push).tolist()}
    else:
        push["effort"] = float(part.push[0])
    loads = {name: dict(load) for name, load in entry.impulses.items()}
    for name, load in (exerted.impulses | {strike.element.load_name: push}).items():
        before = loads.get(name, {})
        loads[name] = {
            what: (share * np.asarray(value) + before.get(what, 0.0)).tolist()
            for what, value in load.items()
        }
    lost = entry.energy_lost + share * exerted.energy_lost
    return entry._replace(energy_lost=lost, impulses=loads)


def _joint_loads(model: Mechanism, impulse: Impulse) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """What joints exert; that of a lock belongs to its joint, about the outboard frame of that."""
    loads = {name: (load.force, load.torque) for name, load in impulse.joint.items()}
    for name, lock in model.locks.items():
        if lock in loads:
            force, torque = loads.pop(lock)
            loads[name] = force, torque - np.cross(lock_arm(model, name), force)
    return loads

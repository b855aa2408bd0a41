"""What an impulse was, for the log of events."""

from __future__ import annotations

import numpy as np

from treetop.assembly.places import lock_arm
from treetop.impulse import Impulse
from treetop.model import Model
from treetop.model.structure import lock_name
from treetop.result.events import Happening


def with_impulse(
    happening: Happening, impulse: Impulse | None, model: Model, part: float = 1.0
) -> Happening:
    """The entry of the log with what was exerted, by name, and lost."""
    if impulse is None:
        return happening
    loads = {
        name: {"force": (part * force).tolist(), "torque": (part * torque).tolist()}
        for name, (force, torque) in _joint_loads(model, impulse).items()
    }
    loads |= {
        name: {
            "force": (part * load.force).tolist(),
            "torque": (part * load.torque).tolist(),
            "effort": part * float(load.effort),
        }
        for name, load in impulse.constraint.items()
    }
    # With the part 1 + e of the plastic impulse, 1 - e² of the energy is lost.
    lost = impulse.lost * part * (2.0 - part)
    return happening._replace(energy_lost=lost, impulses=loads)


def _joint_loads(model: Model, impulse: Impulse) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """What joints exert; that of a lock belongs to its joint, about the outboard frame of that."""
    loads = {name: (load.force, load.torque) for name, load in impulse.joint.items()}
    for name in list(loads):
        lock = loads.pop(lock_name(name), None)
        if lock is not None:
            force, torque = lock
            loads[name] = force, torque - np.cross(lock_arm(model, name), force)
    return loads

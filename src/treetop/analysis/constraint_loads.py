"""What constraints exert, as forces and torques that formulations can be compared by.

A constraint between frames exerts a force and a torque; one between joint coordinates an effort
along each of them, in N on a slide and in N m on an angle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from treetop.system.reaction_uniqueness import UniqueParts
from treetop.system.system import System
from treetop.topology.mechanism import Mechanism

KINDS = {"m": "constraint force", "rad": "constraint torque"}  # by the unit of a coordinate


def holding_loads(
    system: System, seen: Mapping[str, np.ndarray], unique: Sequence[UniqueParts]
) -> dict[str, np.ndarray]:
    """The unique parts: along time, then one vector for each constraint or coordinate held."""
    if not system.constraint_names:
        return {}
    force, torque, effort = (
        np.stack([getattr(parts, name) for parts in unique])
        for name in ("holding_force", "holding_torque", "holding_effort")
    )
    found = {
        KINDS["m"]: [np.einsum("tcxy,tcy->tcx", force, seen["holding_force"])],
        KINDS["rad"]: [np.einsum("tcxy,tcy->tcx", torque, seen["holding_torque"])],
    }
    efforts = effort * seen["holding_effort"]
    for number, unit, weight in _coordinates(system.mechanism):
        along = weight * efforts[:, number, None, None] * np.array([1.0, 0.0, 0.0])
        found[KINDS[unit]].append(along)
    return {name: np.concatenate(parts, axis=1) for name, parts in found.items()}


def _coordinates(model: Mechanism) -> Iterator[tuple[int, str, float]]:
    """For each joint coordinate held: by which constraint, its unit and its weight there."""
    for number, constraint in enumerate(model.constraints.values()):
        for label, weight in constraint.coordinates.items():
            joint, _, name = label.partition(".")
            coordinates = model.joints[joint].kind.coordinates
            yield number, next(c.unit for c in coordinates if c.name == name), weight

"""Forces, torques and reactions as arrows at bodies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from treetop.model.body import GROUND, Frame
from treetop.topology.nodes import Role
from treetop.view.playback.forces import acting
from treetop.view.playback.motion import Motion
from treetop.view.playback.packing import fine

PART = 2.0**-12  # of what an arrow spans, to which it is drawn
NEGLIGIBLE_REACTION = 1e-11  # of all that acts: a reaction that never exceeds it is none
REACTIONS = {"reaction_force": "reaction", "reaction_torque": "torque"}
HOLDING = {"holding_force": "reaction", "holding_torque": "torque"}


def arrows(motion: Motion, size: float, quantities: list[str]) -> Iterator[dict[str, Any]]:
    """All that there are; those of reactions are quantities of the result. ``size`` is that of the
    spacecraft, m."""
    number = {name: k for k, name in enumerate(quantities)}
    least = {"reaction": NEGLIGIBLE_REACTION * _greatest(motion, size)}
    least["torque"] = least["reaction"] * size
    yield from _forces(motion)
    yield from _reactions(motion, number, least)
    yield from _holding(motion, number, least)


def _greatest(motion: Motion, size: float) -> float:
    """Greatest of all recorded forces, and of forces estimated from the motion, roughly, N."""
    masses = np.array([motion.model.bodies[name].mass for name in motion.names])
    forces = {
        "acceleration": masses[:, None],
        "energy_about_centre": 1 / size,
        "reaction_force": 1.0,
        "reaction_torque": 1 / size,
        "holding_force": 1.0,
        "holding_torque": 1 / size,
    }
    found = [
        motion.data[field].values * each for field, each in forces.items() if field in motion.data
    ]
    return max((float(np.abs(each).max(initial=0.0)) for each in found), default=0.0)


def _forces(motion: Motion) -> Iterator[dict[str, Any]]:
    for name, kind, body, at, values in acting(motion):
        arrow: dict[str, Any] = {"name": name, "kind": kind, "body": motion.numbers[body]}
        moves = at.ndim > 1
        arrow |= {"at": [0.0] * 3, "places": fine(at, PART)} if moves else {"at": at.tolist()}
        yield arrow | {"values": fine(values, PART)}


def _reactions(
    motion: Motion, number: dict[str, int], least: dict[str, float]
) -> Iterator[dict[str, Any]]:
    """In the axes of the inboard frame."""
    ever = _ever(motion, "joint", REACTIONS, least)
    for name, joint in motion.model.joints.items():
        if joint.role is not Role.USER:
            continue
        inboard, outboard = (motion.model.frame(end) for end in (joint.inboard, joint.outboard))
        body = motion.numbers[inboard.body] if inboard.body != GROUND else -1
        axes = {"body": body, "attitude": list(inboard.attitude)}
        for field, kind in REACTIONS.items():
            if outboard.body != GROUND and (name, field) in ever:
                arrow = _arrow(motion, name, kind, outboard)
                yield arrow | {"quantity": number[f"{name}.{field}"], "axes": axes}


def _holding(
    motion: Motion, number: dict[str, int], least: dict[str, float]
) -> Iterator[dict[str, Any]]:
    ever = _ever(motion, "constraint", HOLDING, least)
    for name, constraint in motion.model.constraints.items():
        frame = getattr(constraint, constraint.ends[1], None) if constraint.ends else None
        if not isinstance(frame, str):
            continue
        for field, kind in HOLDING.items():
            at = motion.model.frame(frame)
            if at.body != GROUND and (name, field) in ever:
                arrow = _arrow(motion, name, kind, at)
                yield arrow | {"quantity": number[f"{name}.{field}"]}


def _ever(
    motion: Motion, dim: str, kinds: dict[str, str], least: dict[str, float]
) -> set[tuple[str, str]]:
    """Names and fields of what is there and at times more than the least."""
    data = motion.data
    return {
        (str(name), field)
        for field, kind in kinds.items()
        if field in data
        for name, most in zip(
            data[dim].values, np.abs(data[field].values).max(axis=(0, 2)), strict=True
        )
        if most > least[kind]
    }


def _arrow(motion: Motion, name: str, kind: str, frame: Frame) -> dict[str, Any]:
    return {"name": name, "kind": kind, "body": motion.numbers[frame.body], "at": list(frame.at)}

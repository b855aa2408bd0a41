"""Forces, torques and reactions as arrows at bodies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from treetop.model.body import GROUND, Frame
from treetop.model.deformation import Deformation, Station
from treetop.result import Run
from treetop.view.playback.forces import acting, switched
from treetop.view.playback.motion import Motion
from treetop.view.playback.packing import fine

PART = 2.0**-12  # of what an arrow spans, to which it is drawn
REACTIONS = {"reaction_force": "reaction", "reaction_torque": "torque"}
HOLDING = {"holding_force": "reaction", "holding_torque": "torque"}
INTERNAL = (Deformation, Station)  # joints that no user added


def arrows(run: Run, motion: Motion, quantities: list[str]) -> Iterator[dict[str, Any]]:
    """All that there are; those of reactions are quantities of the result."""
    number = {name: k for k, name in enumerate(quantities)}
    yield from _forces(run, motion)
    yield from _reactions(motion, number)
    yield from _holding(motion, number)


def _forces(run: Run, motion: Motion) -> Iterator[dict[str, Any]]:
    switches = switched(motion.model, run, motion.time)
    for name, kind, frame, values in acting(motion):
        if name in switches:
            values = np.where(switches[name][:, None], values, 0.0)
        if frame.body != GROUND and values.any():
            yield _arrow(motion, name, kind, frame) | {"values": fine(values, PART)}


def _reactions(motion: Motion, number: dict[str, int]) -> Iterator[dict[str, Any]]:
    """In the axes of the inboard frame."""
    ever = _ever(motion, "joint", REACTIONS)
    for name, joint in motion.model.joints.items():
        if isinstance(joint.kind, INTERNAL):
            continue
        inboard, outboard = (motion.model.frame(end) for end in (joint.inboard, joint.outboard))
        body = motion.numbers[inboard.body] if inboard.body != GROUND else -1
        axes = {"body": body, "attitude": list(inboard.attitude)}
        for field, kind in REACTIONS.items():
            if outboard.body != GROUND and (name, field) in ever:
                arrow = _arrow(motion, name, kind, outboard)
                yield arrow | {"quantity": number[f"{name}.{field}"], "axes": axes}


def _holding(motion: Motion, number: dict[str, int]) -> Iterator[dict[str, Any]]:
    ever = _ever(motion, "constraint", HOLDING)
    for name, constraint in motion.model.constraints.items():
        frame = getattr(constraint, constraint.ends[1], None) if constraint.ends else None
        if not isinstance(frame, str):
            continue
        for field, kind in HOLDING.items():
            at = motion.model.frame(frame)
            if at.body != GROUND and (name, field) in ever:
                arrow = _arrow(motion, name, kind, at)
                yield arrow | {"quantity": number[f"{name}.{field}"]}


def _ever(motion: Motion, dim: str, fields: Iterable[str]) -> set[tuple[str, str]]:
    """Names and fields of what is there and not always zero."""
    data = motion.data
    return {
        (str(name), field)
        for field in fields
        if field in data
        for name, acts in zip(data[dim].values, _acts(data[field].values), strict=True)
        if acts
    }


def _acts(values: np.ndarray) -> list[bool]:
    return (values != 0).any(axis=(0, 2)).tolist()


def _arrow(motion: Motion, name: str, kind: str, frame: Frame) -> dict[str, Any]:
    return {"name": name, "kind": kind, "body": motion.numbers[frame.body], "at": list(frame.at)}

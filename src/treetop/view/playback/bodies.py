"""Bodies as the page draws them."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

from treetop.errors import TreetopError
from treetop.model import Model
from treetop.model.body import GROUND, Frame
from treetop.model.joints import Free
from treetop.topology.nodes import Role
from treetop.view.playback.beams import tube
from treetop.view.playback.default_looks import default_looks, links
from treetop.view.playback.devices import carriers
from treetop.view.playback.flexible import flexible
from treetop.view.playback.motion import Motion, masses
from treetop.view.playback.packing import Channel, step
from treetop.view.playback.shapes import look_of, reach
from treetop.view.playback.surfaces import surface_looks

BEYOND = 2.0  # times as far as the looks of a body, surfaces of it are drawn as well


def bodies(
    described: Model, motion: Motion, part: float
) -> tuple[list[dict[str, Any]], float, float]:
    """All bodies, last the ground if there is anything of it to see; the spacecraft's size, and the
    step of positions, m, which is this part of it."""
    mass = masses(motion.model)
    made = [_body(described, motion, name, mass[name], part) for name in motion.names]
    size = _size(motion, _looking(made, default_looks(motion.model)))
    usual = default_looks(motion.model, size)
    quantum = step(part * size)
    made = _looking(made, usual)
    inside = carriers(motion)
    for k, body in enumerate(made):
        body["positions"] = Channel(motion.positions[:, k], quantum)
        if body["name"] in inside:
            body["carries"] = True
    if _has_ground(described):
        looks = [look_of(look) for look in described.ground.looks]
        made.append(
            {
                "name": GROUND,
                "parent": -1,
                "mass": 0.0,
                "ground": True,
                "positions": Channel(-motion.root_position, quantum),
                "attitudes": Channel(motion.attitude(GROUND), 1.0),
                "looks": looks or usual[GROUND],
                "frames": _frames(described.ground.frames.values()),
            }
        )
    return made, size, quantum


def _looking(
    made: list[dict[str, Any]], usual: dict[str, list[dict[str, Any]]]
) -> list[dict[str, Any]]:
    """Bodies that have no looks of their own with usual ones."""
    return [
        body if body["looks"] or "flexible" in body else body | {"looks": usual[body["name"]]}
        for body in made
    ]


def joints(motion: Motion) -> list[dict[str, Any]]:
    """The joints that hold something, and that the user described."""
    made = []
    for name, joint in motion.model.joints.items():
        inboard, outboard = joint.bodies
        added = joint.role is not Role.USER
        if added or isinstance(joint.kind, Free) or outboard == GROUND:
            continue
        made.append(
            {
                "name": name,
                "kind": joint.kind.kind,
                "inboard": -1 if inboard == GROUND else motion.numbers[inboard],
                "outboard": motion.numbers[outboard],
                "at": list(motion.model.frame(joint.outboard).at),
            }
        )
    return made


def drawn_links(motion: Motion) -> list[dict[str, Any]]:
    """Springs and rods without mass."""
    frames = {
        name: [motion.model.frame(end) for end in pair]
        for name, pair in links(motion.model).items()
    }
    return [
        {
            "name": name,
            "ends": [{"body": motion.numbers[end.body], "at": list(end.at)} for end in pair],
        }
        for name, pair in frames.items()
    ]


def own_looks(described: Model, body: Any) -> list[dict[str, Any]]:
    """The looks of a body, and its surfaces, if it has no looks or they reach far beyond these."""
    given = [look_of(look) for look in body.looks]
    around = [look_of(look) for look in surface_looks(described, body.name)]
    far = max(map(reach, around), default=0.0) > BEYOND * max(map(reach, given), default=0.0)
    return given + around if far else given


def _body(described: Model, motion: Motion, name: str, mass: float, part: float) -> dict[str, Any]:
    k = motion.numbers[name]
    recorded = motion.model.bodies[name]
    source = described.bodies.get(name)
    bending = flexible(described, motion, name, part) or tube(motion, name, part)
    body: dict[str, Any] = {
        "name": name,
        "parent": motion.parents[k],
        "mass": mass,
        "attitudes": Channel(motion.attitudes[:, k], part),
        "looks": own_looks(described, source) if source else [],
        "frames": _frames(f for f in recorded.frames.values() if f.body == name),
    }
    if not mass:
        body["massless"] = True
    if bending:
        body["flexible"] = bending
    return body


def _frames(frames: Any) -> list[dict[str, Any]]:
    return [
        {"name": str(f.name), "at": list(f.at), "attitude": list(f.attitude)}
        for f in frames
        if isinstance(f, Frame)
    ]


def _has_ground(model: Model) -> bool:
    """Whether it has looks, or holds anything."""
    connecting = (j for j in model.joints.values() if not isinstance(j.kind, Free))
    joined = any(GROUND in joint.bodies for joint in connecting)
    linked = any(model.frame(end).body == GROUND for pair in links(model).values() for end in pair)
    return bool(model.ground.looks) or joined or linked


def _reach(body: dict[str, Any]) -> float:
    """How far a body goes from its origin, m."""
    flexible = body.get("flexible")
    points = flexible["points"].values if flexible else np.zeros((1, 3))
    return max([float(np.linalg.norm(points, axis=1).max()), *map(reach, body["looks"])])


def _size(motion: Motion, made: list[dict[str, Any]]) -> float:
    """Radius of the largest spacecraft, that is of bodies that are connected, when the run
    begins."""
    reaches = [_reach(body) for body in made]
    first = motion.positions[0]
    radii = []
    for members in _crafts(motion.parents):
        middle = first[members].mean(axis=0)
        away = np.linalg.norm(first[members] - middle, axis=1)
        radii.append(max(away + [reaches[k] for k in members]))
    size = max(radii, default=0.0) or 1.0
    if not np.isfinite(size):
        raise TreetopError("the bodies are too large, or too far apart, to be shown")
    return size


def _crafts(parents: list[int]) -> list[list[int]]:
    """Bodies that are connected, the ground apart."""
    tops = list(range(len(parents)))
    for k in range(len(parents)):
        way = [k]
        while parents[way[-1]] >= 0 and tops[way[-1]] == way[-1]:
            way.append(parents[way[-1]])
        for each in way:
            tops[each] = tops[way[-1]]
    crafts: dict[int, list[int]] = defaultdict(list)
    for k, top in enumerate(tops):
        crafts[top].append(k)
    return list(crafts.values())

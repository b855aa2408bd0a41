"""Random trees and mechanisms of rigid and flexible bodies, the same for the same seed.

Every second body bends: a soft boom, some held at the root and some free-free, on the joint by
its frame or by a node.  Bodies hang on nodes, on the frames of flexible bodies and on rigid bodies.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

import treetop as tt
from treetop.validation.numerics import matrix

if TYPE_CHECKING:
    from treetop.structures import Modes

JOINTS = ("revolute", "universal", "spherical", "prismatic", "cylindrical", "planar", "fixed")
CLOSING = ("spherical", "universal", "revolute", "planar")
STIFFENINGS = ("geometric", "none", "foreshortening")


def random_tree(seed: int, bodies: int = 5, free: bool | None = None) -> tt.Model:
    """On a free joint, or every second seed by a joint to the ground; under gravity."""
    rng = np.random.default_rng(seed)
    free = bool(seed % 2) if free is None else free
    model = tt.Model(f"random flexible tree {seed}")
    ends: list[Any] = []
    for i in range(bodies):
        inboard = rng.choice(ends).reference if ends else model.ground
        frames = (_add_block, _add_boom)[i % 2](model, f"b{i}", rng)
        kind = tt.Free() if free and not ends else _joint(rng, rng.choice(JOINTS))
        model.add_joint(f"j{i}", kind, inboard, frames[0])
        ends += frames[1:]
    model.add_force("gravity", tt.UniformGravity((0.7, -1.1, -2.3)))
    return model


def random_mechanism(seed: int, bodies: int = 5) -> tuple[tt.Model, dict[str, Any]]:
    """A tree whose last body is joined to the first boom as well, as they stand in the motion."""
    rng = np.random.default_rng(10_000 + seed)
    model = random_tree(seed, bodies)
    motion = random_motion(model, seed)
    system = model.build()
    now = system.evaluate(system.state(**motion))
    place, axes = rng.normal(size=3), matrix(_attitude(rng))
    frames = []
    for body, node in ((f"b{bodies - 1}", None), ("b1", "tip")):
        pose = now.body[f"{body} {node}" if node else body]
        R = matrix(pose.attitude)
        put = {"at": R.T @ (place - pose.position), "attitude": (R.T @ axes).tolist()}
        at_node = {"node": node} if node else {}
        frames.append(model.bodies[body].frame("closed", **put, **at_node))
    model.add_joint("loop", _joint(rng, rng.choice(CLOSING)), *frames, cut=True)
    return model, motion


def random_motion(model: tt.Model, seed: int) -> dict[str, Any]:
    """Coordinates and speeds of all joints and modes, as `System.state` takes them."""
    rng = np.random.default_rng(20_000 + seed)
    motion: dict[str, Any] = {}
    for name, joint in model.joints.items():
        motion[name] = {c.name: _value(c, rng) for c in joint.kind.coordinates}
        motion[name] |= {c.name: _value(c, rng) for c in joint.kind.speeds}
    for name, body in model.bodies.items():
        if hasattr(body, "modes"):
            motion[name] = _bending(body.modes.angular_frequencies, rng)
    return motion


def _bending(frequencies: np.ndarray, rng: np.random.Generator) -> dict[str, float]:
    """Some millimetres in the first mode and less in others: slopes must not become large."""
    values = {}
    for k, share in enumerate(frequencies[0] / frequencies, start=1):
        values[f"mode{k}"] = 0.005 * share * rng.normal()
        values[f"mode{k}_rate"] = 0.2 * rng.normal()
    return values


def _value(coordinate: Any, rng: np.random.Generator) -> Any:
    if coordinate.name == "attitude":
        return _attitude(rng).tolist()
    value = rng.normal(size=coordinate.size)
    return value.tolist() if coordinate.size > 1 else float(value[0])


def _add_block(model: tt.Model, name: str, rng: np.random.Generator) -> list[Any]:
    inertia = np.diag(rng.uniform(0.3, 0.5, 3)) + 0.05 * rng.uniform(-1, 1)
    body = model.add_body(name, rng.uniform(1, 3), inertia.tolist(), centre=_place(rng))
    return [body.frame(f"f{k}", at=_place(rng), attitude=_attitude(rng)) for k in range(3)]


def _add_boom(model: tt.Model, name: str, rng: np.random.Generator) -> list[Any]:
    """By its frame B or at its root; others hang on its tip or its frame."""
    clamped = ("root", ())[rng.integers(2)]
    stiffening = str(rng.choice(STIFFENINGS if clamped else STIFFENINGS[:2]))
    modes = _boom_modes(int(rng.integers(4)), clamped).chosen(np.arange(rng.integers(1, 6)))
    body = model.add_flexible_body(name, modes, damping=0.02, stiffening=stiffening)
    at_node = {"node": "root"} if rng.uniform() < 0.6 else {}
    first = body.frame("first", at=_place(rng), attitude=_attitude(rng), **at_node)
    tip = body.frame("tip", node="tip", at=_place(rng), attitude=_attitude(rng))
    return [first, tip, tip, body.frame("side", at=_place(rng))]


@cache
def _boom_modes(seed: int, clamped: Any) -> Modes:
    """Boom modes of a soft boom that points anywhere, with a body at its end."""
    from treetop.structures import BeamFrame, Section, normal_modes

    rng = np.random.default_rng(30_000 + seed)
    root, along = np.array(_place(rng)), rng.normal(size=3)
    frame = BeamFrame()
    frame.add_node("root", root)
    frame.add_node("tip", root + along / np.linalg.norm(along) * 2.5)
    section = Section(1e4, *rng.uniform(5, 50, 2), 20.0, 0.5, rotary_y=1e-2, rotary_z=2e-2)
    frame.add_beam("beam", "root", "tip", section, elements=2)
    frame.add_body("end", "tip", mass=0.3, inertia=[0.03, 0.02, 0.04], centre=[0.1, 0, 0.05])
    return normal_modes(frame.structure(), clamped, count=5)


def _joint(rng: np.random.Generator, kind: str) -> Any:
    z, x = (v / np.linalg.norm(v) for v in rng.normal(size=(2, 3)))
    across = np.cross(z, x) / np.linalg.norm(np.cross(z, x))
    match kind:
        case "revolute":
            return tt.Revolute(z)
        case "universal":
            return tt.Universal(z, across + 0.3 * z)
        case "prismatic":
            return tt.Prismatic(z)
        case "cylindrical":
            return tt.Cylindrical(z)
        case "planar":
            return tt.Planar(z, x=across)
        case "spherical":
            return tt.Spherical()
        case _:
            return tt.Fixed()


def _place(rng: np.random.Generator) -> list[float]:
    return rng.uniform(-0.6, 0.6, 3).tolist()


def _attitude(rng: np.random.Generator) -> np.ndarray:
    q = rng.normal(size=4)
    return q / np.linalg.norm(q)

"""Flexible bodies where other theories hold: small motion, rest, whirl, great stiffness.

Small motion is that of the whole structure as finite elements have it, M u'' + K u = f, solved in
closed form; a hub is a rigid body there.  At rest a cantilever sags by ρA g L⁴/8EI, and a chain of
flexible pieces under a heavy weight takes the shape of the elastica.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import treetop as tt
from treetop.validation.beams import beam
from treetop.validation.case import Check

if TYPE_CHECKING:
    from treetop.structures import Structure

PUSH = np.array([2e-9, -3e-9, 1e-9])  # N, at the tip: so small that only linear terms are seen
TIMES = (0.5, 1.0, 2.0)  # s
HUB: dict[str, Any] = {"mass": 8.0, "inertia": [0.6, 0.9, 1.1], "centre": [-0.2, 0.1, 0.0]}
ELASTICA = 0.301720773799814  # deflection / L under a dead load P with P L² / EI = 1


def checks() -> list[Check]:
    return [*_small_motion(), *_under_gravity(), *_elastica(), *_whirl(), _rigid()]


# --- all modes ------------------------------------------------------------------------------


def frame(with_hub: bool, stiffer: float = 1.0) -> Structure:
    """Two beams at an angle with a body at the end, and the hub at their root, if it is wanted."""
    from treetop.structures import BeamFrame, Section

    built = BeamFrame()
    for name, at in (("root", [0, 0, 0]), ("knee", [1, 0.2, 0]), ("tip", [1.3, 1.0, 0.4])):
        built.add_node(name, at)
    stiffness = stiffer * np.array([2e3, 8.0, 12.0, 6.0])
    section = Section(*stiffness.tolist(), mass=0.7, rotary_y=2e-3, rotary_z=3e-3)
    built.add_beam("thigh", "root", "knee", section, elements=2)
    built.add_beam("shin", "knee", "tip", section, elements=1)
    built.add_body("camera", "tip", 0.4, [0.01, 0.02, 0.015], centre=[0.05, 0, 0.02])
    if with_hub:
        built.add_body("hub", "root", **HUB)
    return built.structure()


def _small_motion() -> list[Check]:
    whole = directly(frame(with_hub=True))
    size = np.abs(whole).max()
    worst = {
        "clamped modes on a hub": np.abs(_on_a_hub() - whole).max() / size,
        "free-free modes": np.abs(_flying() - whole).max() / size,
    }
    return [
        Check(f"small motion, {name} - finite elements", float(off), 0.0, 1e-8)
        for name, off in worst.items()
    ]


def directly(structure: Structure) -> np.ndarray:
    """Displacement of the tip at some times after a force begins to act there, in closed form."""
    from scipy.linalg import eigh

    squares, shapes = eigh(structure.stiffness.toarray(), structure.mass.toarray())
    tip = structure.translation("tip") @ shapes
    rates = np.sqrt(np.maximum(squares, 0.0))
    rigid = rates < 1e-4
    rates[rigid] = 1.0
    grown = [np.where(rigid, t**2 / 2, 2 * np.sin(rates * t / 2) ** 2 / rates**2) for t in TIMES]
    return np.array([tip @ (each * (PUSH @ tip)) for each in grown])


def _on_a_hub() -> np.ndarray:
    from treetop.structures import normal_modes

    structure = frame(with_hub=False)
    modes = normal_modes(structure, "root", count=structure.size - 6)
    m = tt.Model("hub")
    hub = m.add_body("hub", **HUB)
    m.add_joint("flight", tt.Free(), m.ground, hub)
    body = m.add_flexible_body("frame", modes)
    m.add_joint("clamp", tt.Fixed(), hub, body.frame("root", node="root"))
    return _tip_displacements(m, body)


def _flying() -> np.ndarray:
    from treetop.structures import normal_modes

    structure = frame(with_hub=True)
    m = tt.Model("frame")
    body = m.add_flexible_body("frame", normal_modes(structure, count=structure.size - 6))
    m.add_joint("flight", tt.Free(), m.ground, body)
    return _tip_displacements(m, body)


def _tip_displacements(m: tt.Model, body: Any) -> np.ndarray:
    """That of the frame that flies, its turn, and deformation, without any large number."""
    m.add_force("push", tt.FrameForce(body.frame("tip", node="tip"), PUSH))
    system = m.build()
    tight: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-22}
    run = tt.simulate(system, system.start(), duration=TIMES[-1], at=[0.0, *TIMES], **tight)
    modes, structure = body.modes, body.modes.structure
    q = np.stack([run[f"frame.mode{k + 1}"].values[1:] for k in range(len(modes))], axis=1)
    turned = np.cross(2 * run["flight.attitude"].values[1:, 1:], structure.position("tip"))
    bent = q @ (structure.translation("tip") @ modes.shapes).T
    return run["flight.position"].values[1:] + turned + bent


# --- at rest ---------------------------------------------------------------------------------


def _under_gravity() -> list[Check]:
    from treetop.structures import Section, normal_modes
    from treetop.system.equilibrium import equilibrium

    length, stiffness, mass = 2.0, 3e7, 1.5
    structure = beam(Section(1e9, stiffness, stiffness, 1e7, mass), length, 2)
    m = tt.Model("cantilever")
    body = m.add_flexible_body("beam", normal_modes(structure, "root", count=10))
    m.add_joint("clamp", tt.Fixed(), m.ground, body)
    body.frame("tip", node="tip")
    m.add_force("gravity", tt.UniformGravity((0, 0, -9.81)))
    system = m.build()
    now = system.evaluate(equilibrium(system, system.start()))
    weight = 9.81 * mass
    sag = float(now.body["beam tip"].position[2])
    slope = float(2 * now.body["beam tip"].attitude[2])
    moment = float(now.joint["clamp"].reaction_torque[1])
    exact = -weight * length**4 / 8 / stiffness
    turned = weight * length**3 / 6 / stiffness
    return [
        Check("cantilever under gravity, sag", sag, exact, 1e-8, "m", "relative"),
        Check("cantilever under gravity, slope", slope, turned, 1e-8, "rad", "relative"),
        Check("moment at its root", moment, -weight * length**2 / 2, 1e-8, "N m", "relative"),
    ]


def _elastica() -> list[Check]:
    """Their error falls with the fourth power of the length of a piece, for their frames float: it
    comes alike from both sides of each; until what is left is that they stretch."""
    off = {pieces: weighed_down(pieces) - ELASTICA for pieces in (2, 4, 8)}
    return [
        Check("elastica by flexible pieces, order", float(np.log2(off[2] / off[4])), 4.0, 0.02),
        Check("elastica by eight flexible pieces", off[8], 0.0, 1e-6, "of the length"),
    ]


def weighed_down(pieces: int) -> float:
    """How far a weight at the tip bends a beam of flexible pieces, in parts of its length."""
    from treetop.structures import Section, attachment_modes
    from treetop.system.equilibrium import equilibrium

    span = 1.0 / pieces
    light = beam(Section(1e6, 1.0, 1.0, 1.0, 1e-6, rotary_y=1e-9, rotary_z=1e-9), span, 1)
    modes = attachment_modes(light, {"tip": "y rz"}, "root")
    m = tt.Model("elastica")
    inboard: Any = m.ground
    for k in range(pieces):
        piece = m.add_flexible_body(f"piece{k}", modes)
        m.add_joint(f"joint{k}", tt.Fixed(), inboard, piece)
        inboard = piece.frame("tip", node="tip")
    weight = m.add_body("weight", mass=1.0, inertia=[1e-3, 1e-3, 1e-3])
    m.add_joint("hook", tt.Fixed(), inboard, weight)
    m.add_force("gravity", tt.UniformGravity((0, -1, 0)))
    system = m.build()
    return -float(system.evaluate(equilibrium(system, system.start())).body["weight"].position[1])


# --- spin about its own axis -----------------------------------------------------------------


def _whirl() -> list[Check]:
    """A shaft that is round vibrates in space as at rest: seen from its frame, by ω ± Ω."""
    from treetop.analysis import vibration
    from treetop.structures import Section, normal_modes

    modes = normal_modes(beam(Section(1e6, 2.0, 2.0, 1.0, 1.0), 1.0, 4), "root", count=4)
    spin = 1.5
    m = tt.Model("shaft")
    body = m.add_flexible_body("shaft", modes)
    m.add_joint("bearing", tt.Revolute([1, 0, 0]), m.ground, body)
    m.add_constraint("drive", tt.Prescribed("bearing.angle", f"{spin} * t"))
    system = m.build()
    found = vibration(system, system.state(bearing={"rate": spin})).angular_frequencies
    first, _, second, _ = modes.angular_frequencies.tolist()
    wanted = (first - spin, first + spin, second - spin, second + spin)
    names = ("first, backward", "first, forward", "second, backward", "second, forward")
    return [
        Check(f"whirl of a shaft, {name}", float(rate), exact, 1e-7, "rad/s", "relative")
        for name, rate, exact in zip(names, found, wanted, strict=True)
    ]


# --- great stiffness ---------------------------------------------------------------------------


def _rigid() -> Check:
    """A frame a million times as stiff moves as a rigid body of its mass, centre and inertia."""
    places = [_tumbling(rigid) for rigid in (False, True)]
    off = float(np.abs(places[0] - places[1]).max())
    return Check("very stiff frame - rigid body, place at 2 s", off, 0.0, 1e-6, "m")


def _tumbling(rigid: bool) -> np.ndarray:
    from treetop.structures import normal_modes

    modes = normal_modes(frame(with_hub=False, stiffer=1e6), "root", count=4)
    m = tt.Model("tumbling")
    hub = m.add_body("hub", **HUB)
    m.add_joint("flight", tt.Free(), m.ground, hub)
    body: Any = tt.Model("frame").add_flexible_body("frame", modes)
    if rigid:
        body = m.add_body("frame", body.mass, body.inertia, body.centre)
    else:
        body = m.add_flexible_body("frame", modes)
    m.add_joint("hinge", tt.Revolute([0, 0.6, 0.8]), hub, body)
    system = m.build()
    start = system.state(flight={"angular_velocity": [0.7, -0.4, 0.9]}, hinge={"rate": 0.8})
    run = tt.simulate(system, start, duration=2.0, every=2.0)
    return run["frame.position"].values[-1]

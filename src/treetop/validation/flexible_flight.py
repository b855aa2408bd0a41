"""Flexible spacecraft that fly free keep their energy and both momenta, as trees and with a loop.

A hub carries a boom on a sprung hinge, with a dish on a gimbal at its tip; or two booms that a rod
joins at their tips.  Booms stiffen as they are accelerated, and bend visibly.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import treetop as tt
from treetop.validation.beams import beam
from treetop.validation.case import Check

if TYPE_CHECKING:
    from treetop.structures import Modes

CONSERVED = ("energy", "linear momentum", "angular momentum")


def checks() -> list[Check]:
    found: list[Check] = []
    for name, model in (("boom and dish", with_dish("root")), ("free-free boom", with_dish(()))):
        for formulation in ("recursive", "kane"):
            found += _conserved(f"{name}, {formulation}", _tumbled(model, formulation))
    return [*found, *_conserved("loop of two booms", _turned(closed()))]


def _conserved(name: str, run: tt.Run) -> Iterator[Check]:
    audit = run.audit()
    for what in CONSERVED:
        yield Check(f"{name}: change of {what}", audit[what].relative, 0.0, 1e-9)
    if run.system.constrained:
        yield Check(f"{name}: gap", float(run.data.constraint_error.max()), 0.0, 1e-12, "m")


def boom_modes(clamped: Any) -> Modes:
    """Boom modes of a soft boom of 5 m with a heavy end."""
    from treetop.structures import Section, normal_modes

    section = Section(1e5, 120.0, 200.0, 80.0, 0.8, rotary_y=2e-3, rotary_z=2e-3)
    return normal_modes(beam(section, 5.0, 4), clamped, count=4)


def with_dish(clamped: Any) -> tt.Model:
    m = tt.Model("boom and dish")
    hub = m.add_body("hub", mass=50, inertia=[10, 12, 8])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    boom = m.add_flexible_body("boom", boom_modes(clamped))
    m.add_joint(
        "hinge", tt.Revolute([0, 0, 1]), hub.frame("port", at=[0.5, 0.1, 0.2]),
        boom.frame("root", node="root"),
    )  # fmt: skip
    m.add_force("spring", tt.JointSpring("hinge", stiffness=40.0))
    dish = m.add_body("dish", mass=3, inertia=[0.3, 0.2, 0.25], centre=[0.2, 0.1, 0])
    tip = boom.frame("tip", node="tip", at=[0.1, 0, 0])
    m.add_joint("gimbal", tt.Universal([0, 1, 0], [0, 0, 1]), tip, dish)
    return m


def _tumbled(model: tt.Model, formulation: str) -> tt.Run:
    system = model.build(formulation)
    start = system.state(
        flight={"angular_velocity": [0.2, -0.3, 0.5], "velocity": [0.1, 0.2, -0.1]},
        hinge={"angle": 0.2, "rate": -0.3},
        gimbal={"angle1": 0.3, "rate1": 0.4},
        boom={"mode1": 0.2, "mode2": -0.1},
    )
    return _run(system, start)


def closed() -> tt.Model:
    """Booms to both sides, whose tips a rod joins: a triangle that bends."""
    m = tt.Model("loop of booms")
    hub = m.add_body("hub", mass=50, inertia=[10, 12, 8])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    tips = []
    for side, y in (("left", 1.0), ("right", -1.0)):
        boom = m.add_flexible_body(side, boom_modes("root"))
        port = hub.frame(side, at=[0.5, y, 0])
        m.add_joint(f"{side} hinge", tt.Revolute([0, 0, 1]), port, boom.frame("root", node="root"))
        tips.append(boom.frame("tip", node="tip"))
    rod = m.add_body("rod", mass=2, inertia=[0.7, 0.1, 0.7])
    ends = [rod.frame(f"end{k}", at=[0, y, 0]) for k, y in enumerate((1.0, -1.0))]
    m.add_joint("left knot", tt.Spherical(), tips[0], ends[0])
    m.add_joint("right knot", tt.Universal([1, 0, 0], [0, 0, 1]), tips[1], ends[1], cut=True)
    return m


def _turned(model: tt.Model) -> tt.Run:
    system = model.build()
    spin: dict[str, Any] = {"flight": {"angular_velocity": [0.2, -0.3, 0.5]}}
    spin["left hinge"] = {"rate": 0.1}
    start = system.state(**spin)
    return _run(system, system.settled(start))


def _run(system: tt.System, start: tt.State) -> tt.Run:
    return tt.simulate(system, start, duration=20.0, every=0.5, rtol=1e-12, atol=1e-14)

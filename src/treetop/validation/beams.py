"""Straight beams that the cases share: modes in a plane, and the same beam as a chain of rods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import treetop as tt
from treetop.results.distance import position_of
from treetop.topology.mechanism import mechanism_of

if TYPE_CHECKING:
    from treetop.structures import Modes, Section, Structure


def beam(section: Section, length: float, elements: int, start: float = 0.0) -> Structure:
    """Along x, with nodes "root" and "tip"."""
    from treetop.structures import BeamFrame

    frame = BeamFrame()
    frame.add_node("root", [start, 0, 0])
    frame.add_node("tip", [start + length, 0, 0])
    frame.add_beam("beam", "root", "tip", section, elements=elements)
    return frame.structure()


def plane_modes(structure: Structure, bending: int, axial: int = 0) -> Modes:
    """The lowest modes of a cantilever that bend it along y, and those that stretch it."""
    from treetop.structures import normal_modes

    modes = normal_modes(structure, "root", count=structure.size - 6)
    x, y, _ = np.abs(structure.translation("tip") @ modes.shapes)
    bends, stretches = np.flatnonzero(y > 1e-6), np.flatnonzero(x > 1e-6)
    return modes.chosen(np.concatenate([bends[:bending], stretches[:axial]]))


def add_chain(model: tt.Model, mass: float, stiffness: float, length: float, count: int) -> Any:
    """Hang a beam of rigid rods on the ground's "hinge", joined by `count` springs along it.

    Mass per length in kg/m, bending stiffness in N m².  Each spring stands in the middle of the
    piece that it bends for, so the first and the last rod are half as long: what is left is of
    second order in the length of a rod.  The frame at the end is returned.
    """
    piece, last = length / count, None
    for k in range(count + 1):
        span = piece if 0 < k < count else piece / 2
        across = mass * span**3 / 12
        rod = model.add_body(f"rod{k}", mass * span, [0, across, across], centre=[span / 2, 0, 0])
        joint = f"spring{k}" if last else "hinge"
        model.add_joint(joint, tt.Revolute([0, 0, 1]), last or model.ground, rod)
        if last:
            model.add_force(joint, tt.JointSpring(joint, stiffness=stiffness / piece))
        last = rod.frame("end", at=[span, 0, 0])
    return last


def seen_from_hub(run: tt.Run, frame: str, length: float) -> tuple[np.ndarray, np.ndarray]:
    """How far a point stands off the end of a rigid beam on the hinge: along and across it, m."""
    place = position_of(mechanism_of(run.model), run.data, frame)
    angle, (x, y, _) = run["hinge.angle"].values, place.T
    c, s = np.cos(angle), np.sin(angle)
    return c * x + s * y - length, c * y - s * x

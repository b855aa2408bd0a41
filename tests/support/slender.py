"""A slender beam along x, for tests of modes."""

import numpy as np

from treetop.structures.elements.beam_frame import BeamFrame
from treetop.structures.elements.beam_section import Section
from treetop.structures.structure import Structure

CANTILEVER = np.array([1.875104068711961, 4.694091132974175, 7.854757438237613]) ** 2
FREE = np.array([4.730040744862704, 7.853204624095838, 10.99560783800167]) ** 2
PINNED = np.array([3.926602312047919, 7.068582745628732]) ** 2


def slender(elements: int, start: float = 0.0, bending_z: float = 1.0, **more: float) -> Structure:
    """Length, mass and bending stiffness 1, hardly stretching; nodes root, middle and tip."""
    numbers = {"axial": 1e6, "bending_y": 1.0, "torsion": 1e3, "mass": 1.0, **more}
    section = Section(bending_z=bending_z, **numbers)
    frame = BeamFrame()
    for k, name in enumerate(("root", "middle", "tip")):
        frame.add_node(name, [start + k / 2, 0, 0])
    frame.add_beam("a", "root", "middle", section, elements=elements // 2)
    frame.add_beam("b", "middle", "tip", section, elements=elements // 2)
    return frame.structure()

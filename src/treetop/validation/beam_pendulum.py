"""A soft beam swings down from level about its end, bending by a twentieth of its length.

As one flexible body, as several in a row, and as a chain of rods with springs between them: the
chain has no limit of deflection, and its error falls with the square of the length of a rod.  Where
slopes are no longer small one body is not enough; of several, each bends less in its own frame.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import treetop as tt
from treetop.validation.beams import add_chain, beam, plane_modes, seen_from_hub
from treetop.validation.case import Check

LENGTH, MASS, BENDING = 1.0, 1.0, 5.0  # m, kg/m, N m²
END = 1.0  # s


def checks() -> list[Check]:
    middle, fine = chained(12), chained(24)
    limit = fine + (fine - middle) / 3
    one, two, four = (_distance(in_pieces(pieces), limit) for pieces in (1, 2, 4))
    return [
        Check("rods: 24 against their limit", _distance(fine, limit), 0.0, 1e-4, "m"),
        Check("one flexible body against it", one, 0.0, 1e-2, "m"),
        Check("two against it", two, 0.0, 1e-3, "m"),
        Check("four against it", four, 0.0, 1e-4, "m"),
    ]


def _distance(place: np.ndarray, limit: np.ndarray) -> float:
    return float(np.linalg.norm(place - limit, axis=-1).max())


def chained(count: int) -> np.ndarray:
    """Places of the tip, as rods with so many springs."""
    m = tt.Model("pendulum of rods")
    add_chain(m, MASS, BENDING, LENGTH, count)
    return _tip(m, f"rod{count}.end")


def in_pieces(pieces: int) -> np.ndarray:
    """The pendulum as so many flexible bodies, each with what its end may do and a mode of its
    own."""
    from treetop.structures import Section, attachment_modes, united

    section = Section(1e5, BENDING, BENDING, 1.0, MASS, rotary_y=1e-6, rotary_z=1e-6)
    structure = beam(section, LENGTH / pieces, 4)
    ends = attachment_modes(structure, {"tip": "y rz"}, "root")
    modes = united(ends, plane_modes(structure, 1)).normal()
    m = tt.Model("pendulum of pieces")
    inboard: Any = m.ground
    for k in range(pieces):
        piece = m.add_flexible_body(f"piece{k}", modes)
        kind = tt.Fixed() if k else tt.Revolute([0, 0, 1])
        m.add_joint(f"joint{k}" if k else "hinge", kind, inboard, piece)
        inboard = piece.frame("tip", node="tip")
    return _tip(m, inboard.reference)


def _tip(m: tt.Model, end: str) -> np.ndarray:
    m.add_force("gravity", tt.UniformGravity((0, -9.81, 0)))
    system = m.build()
    run = tt.simulate(system, system.start(), duration=END, every=0.05, rtol=1e-8, atol=1e-10)
    along, across = seen_from_hub(run, end, 0.0)
    angle = run["hinge.angle"].values
    c, s = np.cos(angle), np.sin(angle)
    return np.stack([c * along - s * across, s * along + c * across], axis=1)

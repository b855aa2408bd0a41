"""Fuel along beams: which rods it is on, and how much of it is on each."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from treetop.core.compiler import interpreted
from treetop.core.devices.fuel_column import column, even_column, part_mass, settled_column
from treetop.core.spatial import RigidInertia
from treetop.model.beam_body import ROOT, BeamBody
from treetop.model.devices.tank import Tank
from treetop.model.devices.tank_shapes import FuelAlongBeam
from treetop.topology.beam_expansion import beam_parts
from treetop.topology.beam_pieces import Piece, piece_at, pieces

if TYPE_CHECKING:
    from treetop.model.model import Model
    from treetop.topology.nodes import BodyNode, JointNode


class ColumnPart(NamedTuple):
    """Fuel on a rod, and where it leaves that; see `treetop.core.devices.fuel_column`."""

    rod: str
    law: tuple[float, ...]  # (7,)
    exit: float  # m, from the rod's origin


def is_column(tank: Tank) -> bool:
    """Whether the fuel of a tank is along a beam."""
    return isinstance(tank.shape, FuelAlongBeam)


def beam_of(model: Model, tank: Tank) -> BeamBody:
    """The beam along which its fuel is."""
    return model.beams[tank.at.partition(".")[0]]


def exit_place(beam: BeamBody, tank: Tank) -> float:
    """The arc length at which fuel leaves the beam, m."""
    frame: Any = beam.frames[tank.at.partition(".")[2] or ROOT]
    return float(frame.s)


def fuel_range(beam: BeamBody, tank: Tank) -> tuple[float, float]:
    """The arc lengths between which fuel is, m."""
    begin, end = tank.shape.begin, tank.shape.end
    return float(begin), float(beam.line.length if end is None else end)


def column_parts(
    model: Model,
    bodies: Mapping[str, BodyNode],
    joints: Mapping[str, JointNode],
    tank: Tank,
) -> list[ColumnPart]:
    """The parts on all rods that its fuel is on or passes through, in the order in which it does
    so."""
    beam = beam_of(model, tank)
    rods, cut = beam_parts(bodies, joints, beam.name).rods, pieces(beam.line)
    (a, b), leaving = fuel_range(beam, tank), exit_place(beam, tank)
    inward = leaving <= a
    far, near = piece_at(cut, b if inward else a), piece_at(cut, leaving)
    order = range(far, near - 1, -1) if inward else range(far, near + 1)
    return [
        ColumnPart(
            rods[k],
            _law(cut[k], tank, (a, b), inward, k == far),
            (cut[k].first if inward else cut[k].last) - cut[k].s,
        )
        for k in order
    ]


def _law(
    piece: Piece, tank: Tank, between: tuple[float, float], inward: bool, last: bool
) -> tuple[float, ...]:
    """The numbers of the fuel on a piece; that which is last to be filled takes what there is."""
    a, b = between
    low, high = max(piece.first, a), min(piece.last, b)
    length = max(high - low, 0.0)
    start = (low if inward else high) - piece.s
    span = length if inward else -length
    across = 0.25 * float(tank.shape.radius) ** 2
    if not tank.shape.settles:
        return start, span, length / (b - a), 0.0, math.inf, 1.0, across
    per = float(tank.fuel) / (b - a)
    below = (low - a if inward else b - high) * per
    most = math.inf if last else length * per
    return start, span, float(length > 0.0), below, most, max(length * per, 1e-300), across


def part_fuel(tank: Tank, part: ColumnPart) -> RigidInertia:
    """The fuel of a part at the start, about the origin of its rod."""
    with interpreted():
        m, _ = part_mass(part.law, float(tank.fuel))
        law = settled_column if tank.shape.settles and m > 0.0 else even_column
        return law(part.law, m).now


def column_fuel(model: Model, tank: Tank) -> RigidInertia:
    """All of it at the start, about the root of the beam at rest."""
    a, b = fuel_range(beam_of(model, tank), tank)
    with interpreted():
        return column(float(tank.fuel), a, b - a, 0.25 * float(tank.shape.radius) ** 2)

"""Loads along beams and cables, on the rods that these are made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from treetop.model.devices.conductor import Conductor
from treetop.model.forces.base import Force
from treetop.model.forces.fluid_load import FluidLoad
from treetop.model.functions.table import Table
from treetop.topology.beam_expansion import beam_parts, hinge_frames
from treetop.topology.flexible_expansion import Expansion

if TYPE_CHECKING:
    from treetop.model.model import Model


@dataclass(frozen=True)
class RodLoads(Force):
    """What a fluid does to the rods of a beam; no user adds it.

    Attributes
    ----------
    load : FluidLoad
    rods : tuple of str
        References to frames: inward and outward end of each rod in turn.
    """

    kind: ClassVar[str] = FluidLoad.kind
    ends: ClassVar[tuple[str, ...]] = ("rods",)

    load: FluidLoad
    rods: tuple[str, ...]

    @property
    def pairs(self) -> Iterator[tuple[str, str]]:
        """The two ends of each rod."""
        return zip(self.rods[::2], self.rods[1::2], strict=True)

    @property
    def breaks(self) -> tuple[float, ...]:
        """Times at which the current, or its rate, jumps, s."""
        current = self.load.current
        return tuple(current.times) if isinstance(current, Table) else ()


def with_rod_loads(model: Model, given: Expansion, forces: dict[str, Any]) -> dict[str, Any]:
    """Forces by name, loads along beams on their rods; what is on no beam is refused elsewhere."""
    return {name: _on_rods(model, given, force) for name, force in forces.items()}


def _on_rods(model: Model, given: Expansion, force: Any) -> Any:
    match force:
        case FluidLoad() if ends := _rod_ends(model, given, force.along):
            return RodLoads(force, tuple(end for pair in ends for end in pair))
        case Conductor(to=None) if ends := _rod_ends(model, given, force.at):
            return replace(force, to=tuple(last for _, last in ends))
    return force


def _rod_ends(model: Model, given: Expansion, reference: str) -> list[tuple[str, str]]:
    """Frames at the inward and outward end of each rod of a beam; none of what is no beam."""
    beam = model.beams.get(reference.partition(".")[0])
    if beam is None:
        return []
    first, last = hinge_frames(beam)
    names = beam_parts(given.bodies, given.joints, beam.name).rods
    rods = [(f"{name}.{first}", f"{name}.{last}") for name in names]
    return [ends for ends in rods if _apart(given, *ends)]


def _apart(given: Expansion, a: str, b: str) -> bool:
    """Whether a rod has a length: the first point of a lumped cable has none."""
    ends = (
        given.bodies[name].frames[frame] for name, _, frame in (x.partition(".") for x in (a, b))
    )
    first, last = (frame.at for frame in ends)
    return bool(first != last)

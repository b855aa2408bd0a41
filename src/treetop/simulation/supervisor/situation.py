"""Where a run stands between two events, as a value: to undo a change is to drop it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from treetop.model.events import Event
from treetop.simulation.mode_switching import Element
from treetop.system.system import System
from treetop.topology.structure import LockedPose, Structure


@dataclass(frozen=True, eq=False)
class Situation:
    """The stage and the structure of a run, and the modes of its elements.

    Attributes
    ----------
    stage : str
    structure : Structure
    system : System
        Of that structure.
    elements : dict of Element
        Those with modes, by name.
    staged : frozenset of str
        Joints and coordinates that stages lock, whatever elements do.
    holds : dict of Held
        Where joints and coordinates are that are locked.
    counts : dict of int
        How often events were reported.
    """

    stage: str
    structure: Structure
    system: System
    elements: Mapping[str, Element]
    staged: frozenset[str]
    holds: Mapping[str, LockedPose]
    counts: Mapping[str, int]

    def acting(self, structure: Structure | None = None) -> list[Element]:
        """The elements whose joints hold and are not locked by a stage, and which are not switched
        off; by default in the present structure."""
        structure = structure or self.structure
        return [
            each
            for each in self.elements.values()
            if each.acts_in(structure) and not self.staged & {each.joint, each.coordinate}
        ]

    def armed(self, events: Mapping[str, Event]) -> dict[str, Event]:
        """The events that are looked at, by name: all that are not reported often enough, and those
        of elements."""
        found = {
            name: event
            for name, event in events.items()
            if not (event.max_count and self.counts.get(name, 0) >= event.max_count)
        }
        for element in self.acting():
            found |= element.events()
        return found

    def counting(self, name: str) -> Situation:
        """The situation with an event reported once more."""
        return replace(self, counts={**self.counts, name: self.counts.get(name, 0) + 1})

    def with_element(self, element: Element) -> Situation:
        """The situation with an element in another mode."""
        return replace(self, elements={**self.elements, element.name: element})

    def with_modes(self, structure: Structure) -> tuple[Structure, dict[str, LockedPose]]:
        """A structure as the stage and the elements have it, and where it is locked."""
        acting, elements = self.acting(structure), self.elements.values()
        locked = {name: at for element in acting for name, at in element.holds().items()}
        coordinates = {element.coordinate for element in elements} - self.staged
        found = structure._replace(
            modes=frozenset(pair for element in elements for pair in element.modes()),
            locked=frozenset((structure.locked - coordinates) | set(locked)),
            at_rest=frozenset(each for element in acting for each in element.keeps()),
        )
        return found, {n: at for n, at in self.holds.items() if n not in coordinates} | locked

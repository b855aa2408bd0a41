"""The systems of the structures that a run goes through."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from treetop.system.system import System
from treetop.topology.structure import LockedPose, Structure

MAX_STRUCTURES = 32  # structures that are kept for when they come again


class Systems:
    """Built once for each structure, if that comes again soon.

    Parameters
    ----------
    system : System
        Of the first structure.
    first : Structure
    """

    def __init__(self, system: System, first: Structure) -> None:
        self.base, self.formulation = system.mechanism.base, system.formulation
        self.built: dict[Any, System] = {(first, frozenset()): system}

    def of(self, structure: Structure, holds: Mapping[str, LockedPose]) -> System:
        """The system of a structure; where locked joints were found is given by name."""
        key = structure, frozenset(holds.items())
        if key not in self.built:
            if len(self.built) > MAX_STRUCTURES:
                self.built.pop(next(iter(self.built)))
            mechanism = self.base.in_structure(structure, holds)
            self.built[key] = System(mechanism, self.formulation)
        return self.built[key]

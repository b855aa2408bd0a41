"""What all friction that sticks and slips has in common."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from treetop.core.tables.kinds import AS_IT_MOVES, STUCK
from treetop.simulation.mode_switching.element import Element
from treetop.system.state import State


class FrictionElement(Element):
    """Is in one mode: slips one way or the other, is stuck, or goes as it moves."""

    mode: int

    def loosen(self) -> Any:
        return replace(self, mode=AS_IT_MOVES) if self.mode == STUCK else self  # type: ignore[type-var]

    def tighten(self, state: State) -> Any:
        return self.begin(state) if self.mode == AS_IT_MOVES else self

    def modes(self) -> Iterable[tuple[str, int]]:
        return ((self.name, self.mode),)

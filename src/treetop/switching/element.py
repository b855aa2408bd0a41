"""What an element with modes answers; by default nothing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from treetop.model.structure import Held, Kept

if TYPE_CHECKING:
    from treetop.impulse import Impulse
    from treetop.model.events import Event
    from treetop.state import State


class Change(NamedTuple):
    """What an event did to an element: in words, and to the velocities."""

    note: str
    state: State | None = None  # of the same system, velocities having changed
    impulse: Impulse | None = None


class Element(ABC):
    """A part of a model whose behaviour changes at events."""

    name: str

    def begin(self, state: State) -> bool:
        """Take the mode that a start asks for; return whether another may follow at once."""
        return False

    @abstractmethod
    def events(self) -> dict[str, Event]:
        """What is looked at in the present mode, by names that belong to this element."""

    def modes(self) -> Iterable[tuple[str, int]]:
        """The mode of its force, by the name of that, if its law depends on it."""
        return ()

    def holds(self) -> dict[str, Held]:
        """Coordinates and joints that it holds, and where."""
        return {}

    def keeps(self) -> Iterable[Kept]:
        """Constraints that it adds."""
        return ()

    def may_lock(self) -> set[str]:
        """All that it may ever hold."""
        return set()

    @abstractmethod
    def act(self, event: str, way: int, state: State) -> Change:
        """Change to another mode."""

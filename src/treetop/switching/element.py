"""What an element with modes answers; by default nothing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from treetop.model.structure import Held, Kept, Structure

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
    words: tuple[str, ...]  # that end the names of its events, which its own begins
    joint = ""  # that it acts at,
    coordinate = ""  # and along, which it may hold

    def begin(self, state: State) -> bool:
        """Take the mode that a start asks for; return whether another may follow at once."""
        return False

    def leave(self) -> None:  # noqa: B027  most have nothing to forget
        """Forget its mode: it is switched off, or its joint lets go."""

    def loosen(self) -> None:  # noqa: B027  most do not hold by a force that has a limit
        """Hold nothing until it begins anew: what holds up to a limit passes on no impulse."""

    @property
    def undecided(self) -> bool:
        """Whether it has yet to begin."""
        return False

    def strikes(self, event: str) -> bool:
        """Whether velocities may change at once by an event."""
        return False

    def pulled(self, impulse: Impulse, state: State) -> bool:
        """Whether it has a part in an impulse that pulls, although it can only push."""
        return False

    def let_go(self, state: State) -> None:  # noqa: B027  most hold either way
        """Hold no more what it only pushes."""

    def acts_in(self, structure: Structure) -> bool:
        """Whether it is there at all."""
        return self.name not in structure.off and not structure.opened(self.joint)

    @property
    def event_names(self) -> set[str]:
        """Of all its events, in whatever mode."""
        return {f"{self.name} {word}".strip() for word in self.words}

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

    @abstractmethod
    def act(self, event: str, way: int, state: State) -> Change:
        """Change to another mode."""

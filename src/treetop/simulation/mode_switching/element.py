"""What an element with modes answers; by default nothing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from treetop.topology.structure import Held, Kept, Structure

if TYPE_CHECKING:
    from treetop.model.events import Event
    from treetop.simulation.impact.impulse import Hit, Part
    from treetop.system.state import State

LEAVING = 1e-9  # part of the greatest speed, above which what rested is on its way


class Strike(NamedTuple):
    """What an element exerts where its parts meet."""

    element: Element
    event: str  # that it is told as; none of what rests already
    way: int  # of that
    hit: Hit
    closing: float = 0.0  # speed at which parts approach
    rest: float = 0.0  # speed of leaving, up to which they stay together

    def without_restitution(self) -> Strike:
        """The same, of what stays."""
        return self._replace(hit=self.hit._replace(restitution=0.0))  # type: ignore[call-arg]

    @property
    def gives_back(self) -> bool:
        """Whether there is any restitution."""
        return getattr(self.hit, "restitution", 0.0) > 0.0


class Element(ABC):
    """A part of a model whose behaviour changes at events."""

    name: str
    words: tuple[str, ...]  # that end the names of its events, which its own begins
    joint = ""  # that it acts at,
    coordinate = ""  # and along, which it may hold
    loose = False  # whether what it holds is let go while an impulse is found

    def begin(self, state: State) -> bool:
        """Take the mode that a start asks for; return whether another may follow at once."""
        return False

    def leave(self) -> None:  # noqa: B027  most have nothing to forget
        """Forget its mode: it is switched off, or its joint lets go."""

    def loosen(self) -> None:  # noqa: B027  most have nothing to let go
        """Hold nothing while an impulse is found: what has a limit passes on none, and what only
        pushes is one of those that are struck."""

    def tighten(self, state: State) -> None:  # noqa: B027  likewise
        """Hold again what an impulse has left at rest."""

    def strikes(self, event: str) -> bool:
        """Whether velocities may change at once by an event."""
        return False

    def strike(self, event: str, state: State) -> Strike | None:
        """What it exerts at a state where an event has happened; without one, where it is just
        about to, or what it holds may be struck."""
        return None

    def near_side(self, strike: Strike) -> tuple[str, float]:
        """A coordinate that is put on the near side of what is struck, and that value; none."""
        return "", 0.0

    def passed(self, event: str, state: State) -> str:
        """Take note of an event by which it exerts nothing; in words."""
        return ""

    def struck(self, strike: Strike, part: Part, stays: bool, state: State) -> str:
        """Take note of an impact, after which its parts may stay together; in words."""
        raise NotImplementedError

    @property
    def load_name(self) -> str:
        """Of the constraint by which it holds, or is told to have struck."""
        return ""

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
    def act(self, event: str, way: int, state: State) -> str:
        """Change to another mode, by an event that strikes nothing; in words."""

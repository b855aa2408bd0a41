"""What an element with modes answers; by default nothing.

An element is a value: whatever changes its mode returns another one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from treetop.topology.structure import LockedPose, RestConstraint, Structure

if TYPE_CHECKING:
    from treetop.model.events import Event
    from treetop.simulation.impact.impulse import Hit, Part
    from treetop.system.state import State

LEAVING = 1e-9  # part of the greatest speed, above which what rested is on its way


class Strike(NamedTuple):
    """What an element exerts where its parts meet."""

    element: Element
    event: str  # its name in the log; none of what rests already
    direction: int  # of that
    hit: Hit
    closing: float = 0.0  # speed at which parts approach
    rest: float = 0.0  # speed of leaving, up to which they stay together

    def without_restitution(self) -> Strike:
        """The hit as that of an element that stays in contact."""
        return self._replace(hit=self.hit._replace(restitution=0.0))  # type: ignore[call-arg]

    @property
    def gives_back(self) -> bool:
        """Whether there is any restitution."""
        return self.hit.restitution > 0.0


class Element(ABC):
    """A part of a model whose behaviour changes at events."""

    words: ClassVar[tuple[str, ...]]  # that end the names of its events, which its own begins
    undecided: ClassVar[bool] = False  # whether at a start another mode may follow at once

    name: str
    joint: str  # that it acts at, if any,
    coordinate: str  # and along, which it may hold
    loose: bool = False  # whether what it holds is let go while an impulse is found

    def begin(self, state: State) -> Self:
        """In the mode that a start asks for."""
        return self

    def leave(self) -> Self:
        """Without a mode: it is switched off, or its joint lets go."""
        return self

    def loosen(self) -> Self:
        """Holding nothing while an impulse is found: what has a limit passes on none, and what only
        pushes is one of those that are struck."""
        return self

    def tighten(self, state: State) -> Self:
        """Holding again what an impulse has left at rest."""
        return self

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

    def passed(self, event: str, state: State) -> tuple[Self, str]:
        """After an event by which it exerts nothing; and that in words."""
        return self, ""

    def struck(self, strike: Strike, part: Part, stays: bool, state: State) -> tuple[Self, str]:
        """After an impact, by which its parts may stay together; and that in words."""
        raise NotImplementedError

    @property
    def load_name(self) -> str:
        """Name of the constraint by which it holds, or that reports its impact."""
        return ""

    def acts_in(self, structure: Structure) -> bool:
        """Whether it is there at all."""
        return self.name not in structure.off and not structure.opened(self.joint)

    @property
    def event_names(self) -> set[str]:
        """Names of all its events, in whatever mode."""
        return {f"{self.name} {word}".strip() for word in self.words}

    @abstractmethod
    def events(self) -> dict[str, Event]:
        """What is looked at in the present mode, by names that belong to this element."""

    def modes(self) -> Iterable[tuple[str, int]]:
        """The mode of its force, by the name of that, if its law depends on it."""
        return ()

    def holds(self) -> dict[str, LockedPose]:
        """Coordinates and joints that it holds, and where."""
        return {}

    def keeps(self) -> Iterable[RestConstraint]:
        """Constraints that it adds."""
        return ()

    @abstractmethod
    def act(self, event: str, direction: int, state: State) -> tuple[Self, str]:
        """In another mode, by an event that strikes nothing; and that in words."""

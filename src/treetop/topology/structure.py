"""The structure of a model at a time: which of its parts act, and what is held besides."""

from __future__ import annotations

from typing import Any, NamedTuple

from treetop.model.body import Frame
from treetop.model.stages import Stage


class RestConstraint(NamedTuple):
    """A constraint that holds a rigid contact at rest, and a frame that it needs."""

    name: str
    contact: str
    constraint: Any
    frame: Frame | None = None


class Structure(NamedTuple):
    """What of a model does not act, and what is locked."""

    released: frozenset[str] = frozenset()  # joints, directions such as "nose.force.x", constraints
    locked: frozenset[str] = frozenset()  # joints, and coordinates such as "boom.slide"
    off: frozenset[str] = frozenset()  # forces
    modes: frozenset[tuple[str, int]] = frozenset()  # of forces that have several, by name
    at_rest: frozenset[RestConstraint] = frozenset()  # constraints beside those of the model

    def after(self, stage: Stage) -> Structure:
        """The structure that a stage leaves of this one."""
        released = self.released - set(stage.engage)
        for name in stage.engage:  # a joint as a whole takes its directions along
            released = frozenset(each for each in released if not each.startswith(f"{name}."))
        locked = self.locked - set(stage.unlock)
        return Structure(
            released | set(stage.release),
            locked | set(stage.lock),
            (self.off - set(stage.on)) | set(stage.off),
            self.modes,
            self.at_rest,
        )

    def opened(self, joint: str) -> frozenset[str]:
        """The directions in which a joint does not hold; all: ``{""}``."""
        directions = {
            name.partition(".")[2] for name in self.released if name.partition(".")[0] == joint
        }
        return frozenset({""}) if "" in directions else frozenset(directions)


class LockedPose(NamedTuple):
    """Where a joint was found when it was locked: the inboard frame, seen from the outboard body;
    and the value of a coordinate that was."""

    at: tuple[float, ...] = (0.0, 0.0, 0.0)
    attitude: tuple[float, ...] = (1.0, 0.0, 0.0, 0.0)
    value: float = 0.0

"""Where runs of a campaign start: in a system whose tables take their numbers, or in one that is
built anew."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from treetop.checks import checks
from treetop.model import Model
from treetop.system.in_place import Seat, Seats, Unproven
from treetop.system.state import State
from treetop.system.system import System

WORTHWHILE = 50  # runs, from which on it pays to find out where numbers stand
MOST_TRIED = 8  # runs that are built for it, beside some whose numbers are moved a little
MOVED = 1e-3  # part of a number


@dataclass
class Begun:
    """A run that is under way."""

    values: np.ndarray
    model: Model | None = None
    warned: list[warnings.WarningMessage] = field(default_factory=list)
    seat: Seat | None = None

    @property
    def alike(self) -> Hashable:
        """A key that runs share only if their tables have one structure."""
        return None if self.seat is None else self.seat.alike


class Varied(Protocol):
    """A parameter, by what tables may have of it."""

    def in_tables(self, value: float) -> list[float]: ...


class Starts:
    """Systems and starts of runs.

    Parameters
    ----------
    build : function
        From values of the parameters to a system.
    parameters : sequence
    values : ndarray
        Values that runs have, a row each; without any, systems are always built anew.

    Attributes
    ----------
    reason : str
        Why systems are built anew for every run; empty if they are not.
    """

    def __init__(
        self,
        build: Callable[[np.ndarray], System],
        parameters: Sequence[Varied],
        values: np.ndarray,
    ) -> None:
        self._parameters = parameters
        self._seats: Seats | None = None
        self.reason = "there are few runs"
        if not len(values):
            return
        try:
            self._seats = Seats(build, self._numbers, _tried(values))
            self.reason = ""
        except Unproven as error:
            self.reason = str(error)

    def of(self, begun: Begun, formulation: str) -> State:
        """Where a run starts."""
        assert begun.model is not None
        if self._seats is not None:
            mechanism = checks.checked(begun.model)
            try:
                begun.seat = self._seats.seat()
            except Unproven as error:
                self._seats, self.reason = None, str(error)
            else:
                start = begun.seat.take(begun.model, mechanism, self._numbers(begun.values))
                if start is not None:
                    return start
                self.give_back(begun)
        system = begun.model.build(formulation)
        system.leave_out_description()
        return system.start()

    def give_back(self, begun: Begun) -> None:
        """A run has ended: another may have its place."""
        if begun.seat is not None and self._seats is not None:
            self._seats.give_back(begun.seat)
        begun.seat = None

    def _numbers(self, values: np.ndarray) -> list[float]:
        pairs = zip(self._parameters, values.tolist(), strict=True)
        return [number for parameter, value in pairs for number in parameter.in_tables(value)]


def _tried(values: np.ndarray) -> list[np.ndarray]:
    """Values that are built to find out where they stand: of the first runs, of those in which one
    is least or greatest, and moved a little, since levels may come again."""
    places = dict.fromkeys([0, 1, *values.argmin(axis=0), *values.argmax(axis=0)])
    random = np.random.default_rng(0)
    tried = [values[k] for k in list(places)[:MOST_TRIED]]
    for _ in range(2):
        size = np.where(values[0] == 0.0, 1.0, values[0])
        moved = values[0] + MOVED * size * random.uniform(0.5, 1.0, size.shape)
        tried.append(np.where(values[0] == np.round(values[0]), values[0], moved))
    return tried

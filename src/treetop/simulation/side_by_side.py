"""Simulations of systems that are alike, in the lanes of one core: each is to the bit what it would
be alone.

A lane whose run has ended takes the next from a queue.  A run that meets an event, or anything else
that is more than a step, leaves its lane, goes on alone for a while, and comes back; what a model
has that lanes cannot carry at all runs alone.
"""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Hashable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from treetop.core.compilation import prepare, run_clock
from treetop.core.compiler import INTERPRETED, Entry
from treetop.core.compiler.interpreted_lanes import functions_of_lanes
from treetop.core.compiler.kinds import LANES
from treetop.core.compiler.lane_tables import AllBut, LaneTables, packed_lanes, structure_of, write
from treetop.core.flexible import CALLED_BY_RATES
from treetop.core.forces.optional import OptionalTables
from treetop.core.formulations import recursive
from treetop.core.integrators.outcome import Outcome
from treetop.core.integrators.side_by_side import (
    IDLE,
    LEFT,
    RUNNING,
    abreast,
    bundle,
    dop853_side_by_side,
    dopri5_side_by_side,
)
from treetop.core.tables.flexible import FlexibleWorkspace
from treetop.core.tables.kinds import USER_FUNCTION
from treetop.core.tables.tables import Commands
from treetop.core.tables.workspace import Work
from treetop.model.run import Dop853, Dopri5
from treetop.simulation.hybrid import HybridSimulation
from treetop.simulation.segment import Segment

LOOPS = {Dop853.kind: dop853_side_by_side, Dopri5.kind: dopri5_side_by_side}
OTHERS = 32  # runs of other structures that wait for lanes of their own, at most
WORKSPACES = Work, FlexibleWorkspace, Commands  # which tables lead to
STEPS = 1000  # of all lanes, between two looks at the keyboard
ALONE = 10  # steps that a run makes alone before it comes back


@dataclass(eq=False)
class Member:
    """A simulation among others.

    Attributes
    ----------
    index : int
        Which one.
    outcome : Outcome
    reason : str
        Why it has not run in a lane, or not to its end; empty if it has.
    error : Exception, optional
        What it raised.
    wall_time : float, s
        From its beginning to its end, others beside it.
    """

    hybrid: HybridSimulation
    index: int
    outcome: Outcome = Outcome.PAUSED
    reason: str = ""
    error: Exception | None = None
    began: float = field(default_factory=run_clock)
    wall_time: float = 0.0
    warned: list[warnings.WarningMessage] = field(default_factory=list)
    alike: Hashable = None  # what is the same only in runs that begin with one structure
    _structure: tuple[Segment, tuple[str, tuple]] | None = None

    @property
    def segment(self) -> Segment:
        return self.hybrid.segments[-1]

    @property
    def structure(self) -> tuple[str, tuple]:
        """What runs side by side have in common."""
        segment = self.segment
        if self._structure is None or self._structure[0] is not segment:
            first = self.alike if len(self.hybrid.segments) == 1 else None
            self._structure = segment, (segment.method, _structure(segment, first))
        return self._structure[1]

    @property
    def under_way(self) -> bool:
        return self.outcome is Outcome.PAUSED and self.error is None

    def advance(self, steps: int) -> None:
        """Go on alone."""
        try:
            with warnings.catch_warnings(record=True) as warned:
                warnings.simplefilter("always")
                self.outcome = self.hybrid.advance(steps)
        except Exception as error:  # of this run, and not of those beside it
            self.error = error
        self.warned += warned
        self.wall_time = run_clock() - self.began

    def to_its_end(self) -> None:
        while self.under_way:
            self.advance(STEPS)


_STRUCTURES: dict[Hashable, tuple] = {}


def _structure(segment: Segment, alike: Hashable) -> tuple:
    """That of the tables of a segment, found once for segments that are alike."""
    if alike is None:
        return structure_of(segment.stabilized.problem, WORKSPACES)
    if alike not in _STRUCTURES:
        _STRUCTURES.clear()
        _STRUCTURES[alike] = structure_of(segment.stabilized.problem, WORKSPACES)
    return _STRUCTURES[alike]


def obstacle(segment: Segment) -> str:
    """What of a system or a method lanes cannot carry, in words; empty if there is nothing."""
    if segment.method not in LOOPS:
        return f"steps of the method '{segment.method}' are not made in lanes"
    system: Any = segment.system
    if system.equations is not recursive.formulation:
        what = "systems in symbols" if system.equations is None else "loops, added constraints"
        return f"{what} and formulations other than the recursion are not carried"
    tables, forces = segment.context.tables, system.assembly.optional
    found = {
        "sensors and controllers": segment.plan.rates.size,
        "devices of some kinds, contact and friction": any(
            not each.group.in_lanes for each in forces.fitted
        ),
        "surroundings": tables.environment.sizes.any(),
        "functions defined by the user": tables.user_forces.frames.size
        + (tables.drives.sort == USER_FUNCTION).sum(),
    }
    named = [what for what, count in found.items() if count]
    return f"{', '.join(named)} are not carried" if named else ""


def called_by_rates(forces: OptionalTables) -> frozenset[Entry]:
    """What the rate of a tree calls of functions in its tables."""
    acting = (each.group.calls["act"] for each in forces.fitted)
    return frozenset((*CALLED_BY_RATES, *filter(None, acting)))


class Lanes:
    """As many runs as there are lanes, of systems with one structure."""

    def __init__(self, member: Member) -> None:
        segment = member.segment
        problem, equations = segment.stabilized.problem, segment.system.equations
        derivative, advance = equations.derivative.for_kind(LANES), LOOPS[segment.method]
        called = called_by_rates(segment.system.assembly.optional)
        prepare(derivative, advance, *LANES.kernels_of(problem, AllBut(called)))
        self._call, self.structure = advance.function, member.structure
        one, several = np.zeros(1), np.zeros((1, 1))
        plan = segment.plan._replace(breaks=one, times=one, samples=several)
        self._tables = LaneTables(problem, called)
        loop = segment.loop._replace(counts=segment.loop.counts.copy())
        made, self._together, self._alive = packed_lanes(bundle, plan, loop)
        self._control = made[0].control
        functions = segment.stabilized.derivative, segment.stabilized.project
        self._row, self._functions = abreast(LANES.width), (derivative.function, *functions)
        self._members: list[Member | None] = [None] * LANES.width
        self._packed: list[Any] = [None] * LANES.width

    @property
    def idle(self) -> list[int]:
        return np.flatnonzero(self._row.doing == IDLE).tolist()

    @property
    def busy(self) -> bool:
        return bool((self._row.doing == RUNNING).any())

    def take(self, k: int, member: Member) -> None:
        """Let a run go on in lane k."""
        segment, row = member.segment, self._row
        self._members[k], problem = member, segment.stabilized.problem
        self._tables.take(k, problem)
        write(self._control, k, segment.plan.control)
        row.runs[k], self._packed[k] = bundle.pack(segment.plan, segment.loop)
        row.problems[k], row.rejected[k], row.doing[k] = problem, 0, RUNNING

    def advance(self) -> list[Member]:
        """Make steps until runs leave, and let them."""
        with functions_of_lanes() if INTERPRETED else nullcontext():
            arguments = self._row, self._together, self._tables.handle
            self._call(*self._functions, *arguments, STEPS)
        left = np.flatnonzero(self._row.doing == LEFT)
        self._row.doing[left] = IDLE
        return [member for k in left if (member := self._members[k])]


def prepare_lanes(hybrid: HybridSimulation) -> None:
    """Compile what lanes need for a simulation, if they can carry it."""
    member = Member(hybrid, 0)
    if not obstacle(member.segment):
        Lanes(member)


def ended(members: Iterable[Member]) -> Iterator[Member]:
    """Simulations as they end; those whose systems have another structure follow, or run alone if
    they are many.  No more are begun than there is room for."""
    waiting, source = deque[Member](), iter(members)
    others: list[Member] = []
    lanes: Lanes | None = None
    while True:
        while lanes is None or lanes.idle:
            member = waiting.popleft() if waiting else next(source, None)
            if member is None:
                break
            _look(member)
            if not member.under_way:
                yield member
                continue
            lanes = lanes or Lanes(member)
            if member.structure == lanes.structure:
                lanes.take(lanes.idle[0], member)
            elif len(others) < OTHERS:
                others.append(member)
            else:
                member.reason = "its tables are of another structure than those of many others"
                member.to_its_end()
                yield member
        if lanes and lanes.busy:
            for member in lanes.advance():
                member.advance(ALONE)
                waiting.append(member)
        elif others:
            source, others, lanes = iter(others), [], None
        else:
            return


def ended_alone(members: Iterable[Member]) -> Iterator[Member]:
    """Simulations one after the other, none in a lane."""
    for member in members:
        member.to_its_end()
        yield member


def _look(member: Member) -> None:
    """Let a run begin, and go to its end alone if lanes cannot carry it."""
    if member.under_way:
        member.advance(0)
    if member.under_way:
        member.reason = obstacle(member.segment)
        if member.reason:
            member.to_its_end()

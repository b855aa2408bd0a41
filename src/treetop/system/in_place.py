"""A built system that takes other numbers: they are written into its tables, which are then, to the
bit, those that a model with these numbers would be built to.

Where a number stands in the tables is not known but found: models are built with several numbers
each, and all that there is in the systems is compared.  What differs must be a copy of one of the
numbers, or of its negative, in each of them.  Anything else that differs, such as a product of two
numbers, a function or a size, and the tables of such a model are assembled anew for every run; so
they are for numbers of a sign that was not tried, since structure may hang on it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import is_dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from treetop.core.formulations import recursive
from treetop.core.formulations.joint_space import refinement
from treetop.core.tables.workspace import Work
from treetop.errors import ModelError
from treetop.model.model import Model
from treetop.system.conditioning import MISSED, part_missed
from treetop.system.evaluation import Context
from treetop.system.inertia_checks import mass_range
from treetop.system.state import State
from treetop.system.system import System
from treetop.topology.mechanism import Mechanism
from treetop.topology.nodes import BodyNode, JointNode

Path = tuple[Any, ...]
Numbers = Sequence[float]  # in one order, SI

START: Path = ("start",)
OF_EACH = ("model", "mechanism", "_threads", "_lend", "part_missed", "_has_inertia")
FOUND_LATER = ("breaks", "all_parts", "description")  # of these, once asked for
# Tables of loads: whether speeds move anything that has inertia does not depend on these.
LOADS = {"line_springs", "joint_springs", "joint_efforts", "frame_forces", "signals"}
_PLAIN = (str, bytes, int, float, complex, bool, type(None), frozenset)


class Copies(NamedTuple):
    """Entries of one array that are copies of numbers."""

    entry: np.ndarray  # places in the array, as a row
    number: np.ndarray  # which of the numbers
    sign: np.ndarray  # 1 or -1


class NumberMap(NamedTuple):
    """Where numbers stand in systems of one structure.

    Attributes
    ----------
    copies : dict
        By the path of an array in a system.
    signs : list of sets
        Of each number, those that were tried.
    """

    copies: dict[Path, Copies]
    signs: list[set[float]]
    starts: bool  # whether where runs start is known by copies as well


class Unproven(Exception):
    """Numbers cannot be written in place; the text says what forbids it."""


def number_map(
    build: Callable[[Any], System], numbers: Callable[[Any], Numbers], tried: Sequence[Any]
) -> NumberMap:
    """Where numbers stand in systems, which are built of what is tried.

    Raises
    ------
    Unproven
        If something depends on them in another way, or too few were tried to tell.
    """
    sources, seen = [], []
    for each in tried:
        try:
            system = build(each)
            leaves = leaves_of(system)
            leaves[START] = system.start().vector
        except ModelError:
            continue
        sources.append(np.array(numbers(each), dtype=float))
        seen.append(leaves)
    if len(seen) < 3:
        raise Unproven("too few of the numbers make a model")
    if any(each.keys() != seen[0].keys() for each in seen):
        raise Unproven("the structure depends on the numbers")
    known = _known(np.array(sources))
    copies, starts = {}, True
    for path in seen[0]:
        try:
            found = _copies([each[path] for each in seen], known, path)
        except Unproven:
            if path != START:
                raise
            found, starts = None, False
        if found is not None:
            copies[path] = found
    return NumberMap(copies, [set(np.sign(each)) for each in np.array(sources).T], starts)


def _known(sources: np.ndarray) -> dict[bytes, tuple[int, float]]:
    """Numbers by what they were in all that was tried: which, and the sign."""
    known: dict[bytes, tuple[int, float]] = {}
    for j, column in enumerate(sources.T):
        if not np.isfinite(column).all() or (column == column[0]).all():
            raise Unproven("a number does not vary")
        for sign in (1.0, -1.0):
            if known.setdefault((sign * column).tobytes(), (j, sign)) != (j, sign):
                raise Unproven("two of the numbers cannot be told apart")
    return known


def _copies(values: list[Any], known: Mapping[bytes, Any], path: Path) -> Copies | None:
    """Which entries of an array are copies, if any; refuses all else that differs."""
    first = values[0]
    if not isinstance(first, np.ndarray):
        if any(not _alike(first, each) for each in values[1:]):
            raise Unproven(f"{_named(path)} depends on the numbers")
        return None
    if any(each.shape != first.shape or each.dtype != first.dtype for each in values):
        raise Unproven(f"the size of {_named(path)} depends on the numbers")
    rows = np.array([each.ravel() for each in values])
    bits = rows.view(np.int64) if rows.dtype == float else rows
    places = np.flatnonzero((bits != bits[0]).any(axis=0))
    if not len(places):
        return None
    found = [known.get(rows[:, k].tobytes()) for k in places] if rows.dtype == float else [None]
    if None in found:
        raise Unproven(f"{_named(path)} follows from the numbers by more than a copy")
    number, sign = zip(*found, strict=True)  # type: ignore[arg-type]
    return Copies(places, np.array(number), np.array(sign))


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return np.float64(one).tobytes() == np.float64(other).tobytes()
    return one is other or (type(one) is type(other) and isinstance(one, _PLAIN) and one == other)


def _named(path: Path) -> str:
    return ".".join(map(str, path))


def leaves_of(system: System) -> dict[Path, Any]:
    """All arrays and other values in a system, by their paths, but for its model and what belongs
    to one system alone: handles, and what it keeps for each thread."""
    found: dict[Path, Any] = {}
    waiting: list[tuple[Path, Any]] = [
        ((name,), value) for name, value in vars(system).items() if name not in OF_EACH
    ]
    visited: dict[int, Path] = {}
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, (Mechanism, Model, BodyNode, JointNode)):
            continue
        if isinstance(value, _PLAIN):
            found[path] = value
            continue
        if id(value) in visited:
            found[path] = ("the same as", visited[id(value)])
            continue
        visited[id(value)] = path
        if isinstance(value, np.ndarray):
            if value.dtype not in (np.uint64, object):
                found[path] = value
            continue
        inner = _inner(value)
        found[path] = value if inner is None else (type(value), len(inner))
        waiting += [((*path, key), each) for key, each in inner or ()]
    return {path: _plain(value) for path, value in found.items()}


def _plain(value: Any) -> Any:
    """Facts of a container as one text."""
    return repr(value) if isinstance(value, tuple) else value


def _inner(value: Any) -> list[tuple[Any, Any]] | None:
    """What a container has; None of what is looked at as a whole."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return list(zip(value._fields, value, strict=True))
    if isinstance(value, (tuple, list)):
        return list(enumerate(value))
    if isinstance(value, (dict, MappingProxyType)):
        return list(value.items())
    ours = type(value).__module__.startswith("treetop.") and hasattr(value, "__dict__")
    if ours and (is_dataclass(value) or not callable(value)):
        return list(vars(value).items())
    return None


class Seat:
    """A system whose tables take the numbers of one run after another.

    Parameters
    ----------
    system : System
        Built for this alone.
    places : NumberMap
    kind : object
        The same for all seats of one sort.

    Attributes
    ----------
    alike : hashable
        The same only where no number is zero that is none elsewhere.
    """

    def __init__(self, system: System, places: NumberMap, kind: object) -> None:
        leaves = leaves_of(system)
        self._system, self._signs, self._kind = system, places.signs, kind
        self.alike: Hashable = None
        written = {path: copies for path, copies in places.copies.items() if path != START}
        self.written = [leaves[path] for path in written]
        self._rows = [(_writable(leaves[path]), copies) for path, copies in written.items()]
        self._start = system.start().vector if places.starts else None
        self._moved = places.copies.get(START)
        # What evaluations write is made anew only where more than rows of bodies is in it.
        plain = system.equations is recursive.formulation and not system.flexible
        around = system.tables.environment.sizes.any()
        self._keeps = plain and not around and not system.assembly.optional.fitted
        paths = {path[1] for path in written} - LOADS
        self._mass, self._range = system.tables.bodies.mass.copy(), 1.0
        if paths <= {"bodies"} and all(path[2] == "mass" for path in written if path[1] in paths):
            self._range = mass_range(system)
        self._contexts: list[tuple[Context, list[np.ndarray]]] = []
        self._used = 0

    def take(self, model: Model, mechanism: Mechanism, numbers: Numbers) -> State | None:
        """Where a run with these numbers starts, in its own system; None if what was tried says
        nothing of such numbers.

        Raises
        ------
        ModelError
            As `Model.build` does.
        """
        given = np.array(numbers, dtype=float)
        if not np.isfinite(given).all():
            return None
        signs = tuple(np.sign(given).tolist())
        if any(sign not in tried for sign, tried in zip(signs, self._signs, strict=True)):
            return None
        self.alike = self._kind, signs
        for row, (entry, number, sign) in self._rows:
            row[entry] = sign * given[number]
        self._used = 0
        system = self._with(model, mechanism)
        if not self._masses_near():
            if not self._as_exact(system):
                return None
            system.require_inertia()
        system._has_inertia = True
        if self._start is None:
            return system.start()
        vector = self._start.copy()
        if self._moved is not None:
            entry, number, sign = self._moved
            vector[entry] = sign * given[number]
        return State(system, 0.0, vector)

    def _with(self, model: Model, mechanism: Mechanism) -> System:
        """The system of one run; what it keeps of its numbers is its own."""
        made = System.__new__(System)
        made.__dict__ |= {k: v for k, v in vars(self._system).items() if k not in FOUND_LATER}
        made.__dict__ |= {"model": model, "mechanism": mechanism, "description": ""}
        made.__dict__ |= {"_threads": threading.local(), "_has_inertia": False, "_lend": self.lend}
        return made

    def _masses_near(self) -> bool:
        """Whether masses alone differ from what was looked at, and by little enough."""
        if self._range == 1.0:
            return False
        mass, known = self._system.tables.bodies.mass, self._mass
        with np.errstate(invalid="ignore"):
            far = np.where(mass == known, 1.0, mass / known)
        return bool((far < self._range).all() and (far > 1.0 / self._range).all())

    def _as_exact(self, system: System) -> bool:
        """Whether the recursion keeps as many digits of this system: else others solve it."""
        if system._inner not in (recursive.formulation, refinement.formulation):
            return True
        trial = system.context()
        system.part_missed = part_missed(trial.tables, trial.work)
        self._used = 0
        return (system.part_missed > MISSED) == (self._system.part_missed > MISSED)

    def lend(self, made: Callable[[], Context]) -> Context:
        """Arrays to evaluate the system in, as new."""
        if not self._keeps:
            return made()
        if self._used == len(self._contexts):
            context = made()
            self._contexts.append((context, [each.copy() for each in _arrays(context.work)]))
        context, new = self._contexts[self._used]
        self._used += 1
        for array, value in zip(_arrays(context.work), new, strict=True):
            array[...] = value
        for array, value in zip(context.work.bodies, context.tables.bodies, strict=True):
            array[...] = value
        return context


class Seats:
    """As many seats as runs are under way at once.

    Parameters
    ----------
    build, numbers : function
        The system of a run, and its numbers.
    tried : sequence
        Some runs: at least three, and in these every number differs.

    Raises
    ------
    Unproven
    """

    def __init__(
        self,
        build: Callable[[Any], System],
        numbers: Callable[[Any], Numbers],
        tried: Sequence[Any],
    ) -> None:
        self._build, self._first = build, tried[0]
        self.places = number_map(build, numbers, tried)
        self._free: list[Seat] = []
        self._kind = object()
        self._written: dict[int, np.ndarray] = {}
        self.give_back(self.seat())

    def seat(self) -> Seat:
        """One that nobody has."""
        if self._free:
            return self._free.pop()
        seat = Seat(self._build(self._first), self.places, self._kind)
        mine = {id(array): array for array in seat.written}
        if mine.keys() & self._written.keys() or len(mine) < len(seat.written):
            raise Unproven("systems share the arrays that numbers are written in")
        self._written |= mine
        return seat

    def give_back(self, seat: Seat) -> None:
        self._free.append(seat)


def _arrays(work: Work) -> Iterable[np.ndarray]:
    for each in work:
        if isinstance(each, tuple):
            yield from _arrays(each)  # type: ignore[arg-type]
        else:
            yield each


def _writable(array: np.ndarray) -> np.ndarray:
    """The numbers of an array as a row that can be written, whoever else may only read them."""
    frozen = not array.flags.writeable
    try:
        array.flags.writeable = True
    except ValueError:
        raise Unproven("numbers stand in an array that cannot be written") from None
    row = array.reshape(-1)
    array.flags.writeable = not frozen
    if not np.shares_memory(row, array):
        raise Unproven("numbers stand in an array that is not in one piece")
    return row

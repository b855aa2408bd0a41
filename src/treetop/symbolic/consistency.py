"""States at which all constraints hold, and in words why there may be none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from treetop.dynamics.given import free_motions
from treetop.errors import ModelError, Problem
from treetop.state import State

if TYPE_CHECKING:
    from treetop.symbolic.system import SymbolicSystem

# A state that is given may miss the constraints by this much, absolute and as a part of itself:
# what a user writes with ten digits is taken as meant.
GIVEN = (1e-9, 1e-12)
# Constraints are met if they hold to this part of the state.
MET = 1e-10
# Rows that differ by less than this are one direction, wherever the constraints do not yet hold.
SAME = 1e-6
ROUNDS = 100


def consistent(system: SymbolicSystem, time: float, y: np.ndarray) -> State:
    """A state for a vector that satisfies the constraints but for rounding."""
    near = nearest(system, time, y)
    n = len(system.names.coordinates) + len(system.speed_labels)
    miss = np.abs(near.vector - y)[:n]
    if (miss > GIVEN[0] + GIVEN[1] * np.abs(y[:n])).any():
        raise ModelError([_inconsistent(system, time, y, near.vector)])
    return near


def nearest(system: SymbolicSystem, time: float, y: np.ndarray) -> State:
    """The nearest state at which constraints on positions, then those on speeds, hold."""
    y, own = y.copy(), system.store
    nq, nu = own.size[:2]
    _evaluate(system, time, y)

    def places(q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        y[:nq] = q
        _evaluate(system, time, y)
        return own.phi, own.J

    def speeds(u: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        y[nq : nq + nu] = u
        _evaluate(system, time, y)
        return own.chi, own.A

    for condition, part, names in (
        (places, slice(0, nq), system._on_positions),
        (speeds, slice(nq, nq + nu), system.constraint_labels),
    ):
        if names:
            y[part] = nearest_root(condition, y[part].copy())
            errors, rows = condition(y[part])
            size = 1.0 + np.abs(y[part]).max()
            if not _distance(errors, rows) <= MET * size:
                raise ModelError([contradiction(errors, rows, names, "no state meets")])
    own.rank[:], own.lost[:] = -1, 0
    system.settle(time, y, np.zeros_like(y), system.problem)
    y[-1] = 0.0
    require_determined_at(system, time, y)
    seen = system._observed(np.array([time]), y[None, :])
    y[-1] = -seen.seen[0, 2]
    if seen.contradiction[0] > MET * (1.0 + np.abs(own.b).max(initial=0.0)):
        errors = own.A @ own.x - own.b
        what = "no acceleration meets"
        raise ModelError([contradiction(errors, own.A, system.constraint_labels, what)])
    return State(system, time, y)


def nearest_root(
    condition: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]], start: np.ndarray
) -> np.ndarray:
    """The root of errors with given rows of slopes that is nearest to the start.

    Each round solves the problem with the constraints made linear: the point of them nearest to the
    start.  Rows are taken with unit length, and as independent only if they clearly are.
    """
    x, before = start.copy(), float("inf")
    for _ in range(ROUNDS):
        errors, rows = condition(x)
        size = np.linalg.norm(rows, axis=1)
        size[size == 0.0] = 1.0
        unit, distances = rows / size[:, None], errors / size
        inverse = np.linalg.pinv(unit, rcond=SAME)
        goal = start + inverse @ (unit @ (x - start) - distances)
        step, error = goal - x, float(np.linalg.norm(distances))
        if not np.isfinite(step).all():
            break
        length = 1.0
        while length > 1e-4 and not _decreases(condition, x + length * step, error):
            length /= 2.0
        x, moved = x + length * step, float(np.linalg.norm(length * step))
        if moved <= 1e-15 * (1.0 + np.linalg.norm(x)) or (error < 1e-13 and moved >= before):
            break
        before = moved
    return x


def _decreases(condition: Callable, x: np.ndarray, error: float) -> bool:
    """Whether x is better, or good already: then the search is along the constraints."""
    there = _distance(*condition(x))
    return bool(there < max(0.9 * error, 1e-6))


def _distance(errors: np.ndarray, rows: np.ndarray) -> float:
    """The greatest error, as a distance along its row."""
    size = np.linalg.norm(rows, axis=1)
    small = size <= 1e-13 * size.max(initial=0.0)
    return float(np.abs(errors / np.where(small, 1.0, size)).max(initial=0.0))


def _evaluate(system: SymbolicSystem, time: float, y: np.ndarray) -> None:
    """Matrices and constraints at a state, into the system's store."""
    own, functions = system.store, system.functions
    functions.motion(time, y, own.p, own.rate, own.M, own.Q, own.A, own.b, own.c)
    functions.hold(time, y, own.p, own.phi, own.J, own.chi)
    found = {"forces": own.Q, "masses": own.M, "constraints": own.A, "accelerations": own.b}
    if not all(np.isfinite(values).all() for values in (*found.values(), own.phi, own.chi)):
        own.lost[0] = 0
        hint = "start from another place"
        raise ModelError([Problem(f"at {time:g} s: {system.trouble()}", "state", hint)])


# --- in words -----------------------------------------------------------------------------


def _inconsistent(system: SymbolicSystem, time: float, y: np.ndarray, near: np.ndarray) -> Problem:
    _evaluate(system, time, y)
    own, labels = system.store, system.constraint_labels
    broken = [n for n, e in zip(system._on_positions, own.phi, strict=True) if abs(e) > GIVEN[0]]
    which = broken or [n for n, e in zip(labels, own.chi, strict=True) if abs(e) > GIVEN[0]]
    names = [*system.names.coordinates, *system.speed_labels]
    change = near[: len(names)] - y[: len(names)]
    changed = [
        f"{name} = {value:.10g}"
        for name, value, by in zip(names, near, change, strict=False)
        if abs(by) > GIVEN[0]
    ]
    what = f"does not satisfy {_listed(which)}" if which else "does not satisfy the constraints"
    distance = np.linalg.norm(change)
    hint = f"the nearest state that does is {distance:.3g} away: {', '.join(changed[:8])}"
    more = ", ..." if len(changed) > 8 else ""
    return Problem(what, "state", f"{hint}{more}; nearest_state gives it")


def contradiction(errors: np.ndarray, rows: np.ndarray, names: list[str], what: str) -> Problem:
    """Which constraints cannot hold together: a pair if there is one."""
    size = np.linalg.norm(rows, axis=1)
    blind = size <= 1e-13 * size.max(initial=1e-300)
    scale = np.where(blind, 1.0, size)
    unit, distance = rows / scale[:, None], errors / scale
    worst = 1e-3 * np.abs(distance).max()
    for i in map(int, np.flatnonzero(blind)):
        if abs(errors[i]) > worst:
            hint = "nothing that could change makes it vanish"
            return Problem(f"{what} '{names[i]}'", f"constraints.{names[i]}", hint)
    for i in range(len(names)):
        for j in range(i):
            along = unit[i] @ unit[j]
            alike = abs(along) > 1.0 - SAME
            if alike and abs(distance[i] - np.sign(along) * distance[j]) > worst:
                pair = f"{what} both '{names[j]}' and '{names[i]}'"
                return Problem(pair, "constraints", "they contradict each other: leave one out")
    left = distance - unit @ (np.linalg.pinv(unit, rcond=SAME) @ distance)
    which = [n for n, e in zip(names, left, strict=True) if abs(e) > 0.01 * np.abs(left).max()]
    hint = "they contradict each other, or the start is too far from where they hold"
    return Problem(f"{what} {_listed(which)} together", "constraints", hint)


def lost(system: SymbolicSystem) -> str:
    """Which constraints could not be met after the last step."""
    own = system.store
    errors, rows, names = own.phi, own.J, system._on_positions
    if not names or _distance(errors, rows) <= MET:
        errors, rows, names = own.chi, own.A, system.constraint_labels
    return contradiction(errors, rows, names, "no state ahead meets").what


def require_determined(system: SymbolicSystem) -> None:
    """Raise if even in general position some motion has neither mass nor constraint."""
    own, rng = system.store, np.random.default_rng(1)
    y = rng.uniform(0.5, 1.5, own.rate.size)
    try:
        _evaluate(system, 0.5, y)
    except ModelError:
        return  # not everywhere defined: a state will tell
    eigenvalues = np.linalg.eigvalsh(own.M)
    if eigenvalues.min() < -1e-9 * np.abs(eigenvalues).max():
        hint = "look for a sign"
        what = "is negative for some rates of the coordinates"
        raise ModelError([Problem(what, "kinetic_energy", hint)])
    _require_rank(system)


def require_determined_at(system: SymbolicSystem, time: float, y: np.ndarray) -> None:
    """Raise if at a state some motion has neither mass nor constraint."""
    _evaluate(system, time, y)
    _require_rank(system)


def _require_rank(system: SymbolicSystem) -> None:
    """The rank condition of Udwadia and Phohomsiri, in words."""
    directions = np.zeros((len(system.speed_labels),) * 2)
    count = free_motions(system.problem, directions)
    if count:
        raise ModelError(list(_undetermined(system.speed_labels, directions[:count])))


def _undetermined(labels: list[str], directions: np.ndarray) -> Iterator[Problem]:
    part = np.linalg.norm(directions, axis=0)
    names = [label for label, p in zip(labels, part, strict=True) if p > 1e-6]
    ways = "one motion" if len(directions) == 1 else f"{len(directions)} independent motions"
    verb = "changes" if len(names) == 1 else "change"
    what = f"nothing determines how {_listed(names)} {verb}: {ways} without mass or constraint"
    hint = "the rank condition fails: give them kinetic energy, or a constraint to satisfy"
    yield Problem(what, "coordinates", hint)


def _listed(names: list[str]) -> str:
    quoted = [f"'{name}'" for name in names]
    if len(quoted) < 2:
        return "".join(quoted)
    return f"{', '.join(quoted[:-1])} and {quoted[-1]}"

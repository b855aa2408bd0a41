"""States at which all constraints hold, and in words why there may be none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from treetop.core.formulations.user_equations import Histories, free_motions
from treetop.core.linear_algebra.orthogonal import NEGLIGIBLE
from treetop.errors import ModelError, Problem
from treetop.symbolic.evaluation import trouble_in
from treetop.system.state import State

if TYPE_CHECKING:
    from treetop.symbolic.system import SymbolicSystem

# A state that is given may miss the constraints by this much, absolute and as a part of itself:
# what a user writes with ten digits is taken as meant.
START_TOLERANCE = (1e-9, 1e-12)
# Constraints are met if they hold to this part of the state.
MET = 1e-10
# Rows that differ by less than this are one direction, wherever the constraints do not yet hold.
SAME = 1e-6
ROUNDS = 100
# How far a search goes that has no direction, and how far slopes around a state are looked at: so
# near that a short rod between far places is still straight, and yet far beyond rounding.
ASIDE, AROUND = 1e-3, 1e-6
# What remains of a slope, or of an error, if there is none but for rounding.
VANISHED = 1e-6

Condition = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]  # errors, and rows of slopes


def consistent(system: SymbolicSystem, time: float, y: np.ndarray) -> State:
    """A state for a vector that satisfies the constraints but for rounding."""
    near = nearest(system, time, y)
    n = len(system.names.coordinates) + len(system.speed_labels)
    miss = np.abs(near.vector - y)[:n]
    if (miss > START_TOLERANCE[0] + START_TOLERANCE[1] * np.abs(y[:n])).any():
        raise ModelError([_inconsistent(system, time, y, near.vector)])
    return near


def nearest(system: SymbolicSystem, time: float, y: np.ndarray) -> State:
    """The nearest state at which constraints on positions, then those on speeds, hold."""
    y, store = y.copy(), system.store
    nq, nu = store.size[:2]
    _evaluate(system, time, y)

    def places(q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        y[:nq] = q
        _evaluate(system, time, y)
        return store.phi.copy(), store.J.copy()

    def speeds(u: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        y[nq : nq + nu] = u
        _evaluate(system, time, y)
        return store.chi.copy(), store.A.copy()

    for condition, part, names in (
        (places, slice(0, nq), system._on_positions),
        (speeds, slice(nq, nq + nu), system.constraint_labels),
    ):
        if names:
            x = nearest_root(condition, y[part].copy())
            problems = list(not_held(condition, x, names))
            errors, rows = condition(x)
            if not _distance(errors, rows) <= MET * (1.0 + np.abs(x).max()):
                problems = [contradiction(errors, rows, names, "no state meets")]
            if problems:
                raise ModelError(problems)
    store.rank[:] = -1
    system.project(time, y, np.zeros_like(y), system.problem)
    y[-1] = 0.0
    require_determined(system, time, y)
    seen = system._observed(np.array([time]), y[None, :])
    require_rotations(system, seen)
    y[-1] = -seen.seen[0, 2]
    if seen.contradiction[0] > MET * (1.0 + np.abs(store.b).max(initial=0.0)):
        errors = store.A @ store.x - store.b
        what = "no acceleration meets"
        raise ModelError([contradiction(errors, store.A, system.constraint_labels, what)])
    return State(system, time, y)


def nearest_root(condition: Condition, start: np.ndarray) -> np.ndarray:
    """The root of errors with given rows of slopes that is nearest to the start.

    Each round solves the problem with the constraints made linear: the point of them nearest to the
    start.  Rows are taken with unit length, and as independent only if they clearly are.  Where one
    vanishes, as in the centre of a circle, the search begins aside.
    """
    errors, rows = condition(start)
    stuck = (errors != 0.0) & ~rows.any(axis=1)
    x, before = aside(start, ASIDE) if stuck.any() else start.copy(), float("inf")
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


def aside(x: np.ndarray, part: float) -> np.ndarray:
    """A place nearby that is like any other."""
    return x + part * (1.0 + np.abs(x)) * np.random.default_rng(1).normal(size=x.size)


def _decreases(condition: Condition, x: np.ndarray, error: float) -> bool:
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
    store, functions = system.store, system.functions
    functions.motion(time, y, store.p, store.rate, store.M, store.Q, store.A, store.b, store.c)
    functions.hold(time, y, store.p, store.phi, store.J, store.chi)
    found = {"forces": store.Q, "masses": store.M, "constraints": store.A, "accelerations": store.b}
    if not all(np.isfinite(values).all() for values in (*found.values(), store.phi, store.chi)):
        hint = "start from another place"
        what = trouble_in(system, store) or "the motion is not finite"
        raise ModelError([Problem(f"at {time:g} s: {what}", "state", hint)])


# --- in words -----------------------------------------------------------------------------


def _inconsistent(system: SymbolicSystem, time: float, y: np.ndarray, near: np.ndarray) -> Problem:
    _evaluate(system, time, y)
    store, labels = system.store, system.constraint_labels
    broken = [
        n
        for n, e in zip(system._on_positions, store.phi, strict=True)
        if abs(e) > START_TOLERANCE[0]
    ]
    which = broken or [
        n for n, e in zip(labels, store.chi, strict=True) if abs(e) > START_TOLERANCE[0]
    ]
    names = [*system.names.coordinates, *system.speed_labels]
    change = near[: len(names)] - y[: len(names)]
    changed = [
        f"{name} = {value:.10g}"
        for name, value, by in zip(names, near, change, strict=False)
        if abs(by) > START_TOLERANCE[0]
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
    hint = "they contradict each other, or the start is too far from where they hold"
    if np.abs(left).max() <= worst:  # each could be met if it went on as its slope does
        left, hint = distance, "the search comes no nearer: start elsewhere, if it can vanish"
    which = [n for n, e in zip(names, left, strict=True) if abs(e) > 0.01 * np.abs(left).max()]
    together = " together" if len(which) > 1 else ""
    return Problem(f"{what} {_listed(which)}{together}", "constraints", hint)


def not_held(condition: Condition, x: np.ndarray, names: list[str]) -> Iterator[Problem]:
    """Constraints that no force could hold where they are met: they have no slope there, and do not
    follow from the others, or so little that it is lost beside the others'."""
    near = aside(x, AROUND)
    try:
        errors, rows = condition(near)
    except ModelError:
        return  # not defined all around
    here, slopes = condition(x)
    size, size_here = (np.linalg.norm(r, axis=1) for r in (rows, slopes))
    change, explained = errors - here, (rows + slopes) @ (near - x) / 2.0
    largest = size.max(initial=0.0)
    for i in map(int, np.flatnonzero(size <= NEGLIGIBLE * largest)):
        if abs(change[i] - explained[i]) < 1e-3 * abs(change[i]):
            what = f"its slope is {size[i] / largest:.0e} of another's: lost in rounding"
            hint = f"multiply it by {largest / size[i]:.0e}"
            yield Problem(what, f"constraints.{names[i]}", hint)
    flat = (size_here <= VANISHED * size) & (size > NEGLIGIBLE * largest)
    if flat.any():
        others = nearest_root(lambda x: tuple(a[~flat] for a in condition(x)), near)
        left = np.abs(condition(others)[0]) > VANISHED * np.abs(errors)
        for i in map(int, np.flatnonzero(flat & left)):
            what, hint = "its slope vanishes where it is met", "start elsewhere, or take its root"
            yield Problem(f"{what}: nothing holds it there", f"constraints.{names[i]}", hint)


def unmet(system: SymbolicSystem) -> str:
    """Which constraints could not be met after the last step."""
    store = system.store
    errors, rows, names = store.phi, store.J, system._on_positions
    if not names or _distance(errors, rows) <= MET:
        errors, rows, names = store.chi, store.A, system.constraint_labels
    return contradiction(errors, rows, names, "no state ahead meets").what


def require_determined(system: SymbolicSystem, time: float, y: np.ndarray) -> None:
    """Raise if at a state some motion has neither mass nor constraint, or a negative mass."""
    _evaluate(system, time, y)
    masses = np.linalg.eigvalsh(system.store.M)
    if masses.min() < -1e-9 * np.abs(masses).max():
        what = "is negative there for some rates of the coordinates"
        raise ModelError([Problem(what, "kinetic_energy", "look for a sign, or start elsewhere")])
    directions = np.zeros((len(system.speed_labels),) * 2)
    count = free_motions(system.problem, directions)
    if count:
        raise ModelError(list(_undetermined(system.speed_labels, directions[:count])))


def require_rotations(system: SymbolicSystem, seen: Histories) -> None:
    """Raise if what should turn a body does something else."""
    problems = []
    for name, R in zip(system.body_names, system.rotations(seen)[0], strict=True):
        if not np.abs(R.T @ R - np.eye(3)).max() < 1e-6 or np.linalg.det(R) < 0.0:
            hint = "it must be orthogonal where the constraints hold: is one missing?"
            problems.append(Problem("its rotation does not turn it", f"bodies.{name}", hint))
    if problems:
        raise ModelError(problems)


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

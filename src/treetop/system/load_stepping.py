"""From a state to one in balance, along a path on which loads grow.

What is out of balance at the state is taken for the loads.  A part λ of them is applied,

    r(q) = (1 - λ) r(q0)    r the rates of the speeds that are to stay

and the path from λ = 0 to 1 is followed by its arc length (Riks 1979, Keller 1977), so that it may
turn back, as that of a shell which snaps through.  If all is nearly linear, one step leads there
and the method is Newton's.  Displacements are counted in radians and sizes of the mechanism, forces
instead of rates, so that soft and stiff parts do not mix.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np

from treetop.errors import TreetopError
from treetop.system.exact_rates import exact_rates
from treetop.system.initial_assembly import displacement_scales
from treetop.system.linearization import directions, mass_in_axes
from treetop.system.perturbation import (
    displaced,
    force_rounding,
    free_joints,
    motions,
    speed_rates,
    speeds_in_axes,
    speeds_of,
    straight_changes,
    velocity_turning,
)
from treetop.system.state import State
from treetop.system.state_jacobian import KNOWN_TREES, is_known_tree
from treetop.system.system import System

STEP = 1e-4  # rad, or part of the size, over which changes are looked at by differences
REACH = 0.5  # rad, or part of the mechanism's size: the longest step
NEARBY = 1.0  # rad, or the mechanism's size, within which Newton's method is tried at once
SHORTEST = 1e-6  # step before it is given up
MAX_STEPS = 400  # steps
COARSE, FINE = 8, 24  # corrections of a step, and of the last one
CLOSE = 1e-4  # rad, or part of the size: the last correction of a step
NONE = 1e-16  # rad, or part of the size: a correction that counts as none
ENOUGH = 1e-13  # of the way so far: the last correction of all
CONVERGED = 1e-7  # of the way so far: corrections below that no longer fall are rounding
RANK = 1e-12  # part of the largest stiffness that counts as none
ASIDE = 0.5  # of a step, by which corrections may lead away from where it went
BENT = 0.8  # cosine of the angle by which one step may turn the path
WILD = 1e12  # times what brings it: a solution that indicates a singular matrix
LOST = 1e-5  # part of a direction that is left where there is none


class Task(NamedTuple):
    """What is to be balanced."""

    system: System
    independent: list[int]  # speeds that are to stay, and change independently of each other
    among: list[int]  # these and those that follow them


class Look:
    """The balance at a state.

    Attributes
    ----------
    state : State
    rates, forces : ndarray, shape (n,)
        Of the independent speeds, and what brings them.
    T : ndarray, shape (nu, n)
        Displacements, of 1 rad or the mechanism's size each.
    """

    def __init__(self, task: Task, state: State) -> None:
        system, independent, among = task
        T = directions(system, state, independent, among)
        there = system.at_once(state)
        self._task, self.state, n = task, state, len(independent)
        self.T = T * displacement_scales(there, motions(there) @ T)
        now = _seen_along(task, state, self.T[:, 0], 0.0)
        self.rates, self.forces = now[:n], now[n:]

    @cached_property
    def by_rates(self) -> np.ndarray:
        """The change of rates with displacements, (n, n)."""
        system, independent, _ = self._task
        few = system.size < KNOWN_TREES
        if few or not is_known_tree(system) or free_joints(system, self.state):
            return self._by_both[: len(independent)]
        moved, *_ = straight_changes(system, self.state, [])
        changes = exact_rates(system).along(self.state, self.T.T @ moved)
        return changes[:, system.equations.chart.speeds(system.tables)][:, independent].T

    @property
    def by_forces(self) -> np.ndarray:
        """The change of forces with displacements, (n, n)."""
        return self._by_both[len(self._task.independent) :]

    @cached_property
    def _by_both(self) -> np.ndarray:
        along = (partial(_seen_along, self._task, self.state, each) for each in self.T.T)
        return np.array([_change(seen) for seen in along]).T


def balanced(system: System, state: State, independent: list[int], among: list[int]) -> State:
    """A state at which the independent speeds stay as they are; others among those given follow."""
    if not independent:
        return state
    task = Task(system, independent, among)
    here = Look(task, state)
    loads = _loads(task, here)
    if not loads.any():
        return state
    near = _newton(task, here)
    if near:
        return near
    share, heading, step = 0.0, np.append(np.zeros(len(independent)), 1.0), np.inf
    for _ in range(MAX_STEPS):
        heading = _heading(here, loads, heading)
        if not heading.any():
            break
        step = min(step, REACH / max(float(np.abs(heading[:-1]).max()), REACH / 2))
        last = heading[-1] > 0.0 and share + step * heading[-1] >= 1.0
        step = (1.0 - share) / heading[-1] if last else step
        found = _stepped(task, here, loads, share + step * heading[-1], step, heading, last)
        if found and last:
            return found[0].state
        if found and (_heading(found[0], loads, heading) @ heading > BENT or step <= SHORTEST):
            (here, share), step = found, 2.0 * step
        elif abs(step) > SHORTEST:
            step = abs(step) / 4.0
        else:
            break
    raise TreetopError(_not_found(task, here, loads, share))


def _newton(task: Task, look: Look) -> State | None:
    """A balance nearby, if Newton's method goes straight to it."""
    aside, way, before = np.zeros(len(task.independent)), 0.0, np.inf
    try:
        for _ in range(FINE):
            sizes = np.abs(look.by_rates).max(axis=1)
            if not sizes.all():  # something moves without effort
                return None
            change = _eliminated(look.by_rates / sizes[:, None], -look.rates / sizes)
            if change is None:
                return None
            aside, size = aside + change, float(np.abs(change).max())
            if not np.abs(aside).max() <= NEARBY:
                return None
            look = Look(task, _moved(task.system, look.state, look.T @ change))
            way = max(way, size)
            if size <= max(ENOUGH * way, NONE) or before / 2 <= size <= CONVERGED * way:
                return look.state
            before = size
    except TreetopError:  # motion is not defined there
        return None
    return None


# --- one look -----------------------------------------------------------------------------


def _change(seen: Callable[[float], np.ndarray]) -> np.ndarray:
    """The derivative by one formula of fourth order for all components: rates of light modes under
    heavy bodies nearly depend on each other, and must go on doing so."""
    near, far = (seen(x * STEP) - seen(-x * STEP) for x in (1, 2))
    return (8.0 * near - far) / (12.0 * STEP)


def _seen_along(task: Task, state: State, direction: np.ndarray, far: float) -> np.ndarray:
    """Rates of the independent speeds, and the forces along their directions that bring them."""
    system, independent, among = task
    there = _moved(system, state, far * direction)
    T = directions(system, there, independent, among)
    axes = free_joints(system, there)
    turning = velocity_turning(system, there) @ speeds_in_axes(system, there, axes)
    rates = (speed_rates(system, there, axes) + turning)[independent]
    return np.append(
        rates, T.T @ mass_in_axes(system, there, system.mass_matrix(there)) @ T @ rates
    )


def _moved(system: System, state: State, change: np.ndarray) -> State:
    """The state displaced; free bodies go on turning about the same axes in space."""
    there = displaced(system, state, change)
    u, pairs = speeds_of(system, there), (free_joints(system, s) for s in (state, there))
    for before, after in zip(*pairs, strict=True):
        u[after.turn] = after.R.T @ (before.R @ u[before.turn])
    return there


def _loads(task: Task, look: Look) -> np.ndarray:
    """The forces at the start, of which those that are rounding count as none."""
    scales = np.abs(look.T[task.independent]).max(axis=1)
    rounding = force_rounding(task.system.at_once(look.state), look.T) / scales
    return np.where(np.abs(look.forces) > rounding, look.forces, 0.0)


# --- the path -----------------------------------------------------------------------------


def _system(look: Look, loads: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The change of forces with displacements and with the share of loads, in rows of unit size;
    and the sizes that the rows had."""
    B = np.column_stack([look.by_forces, loads])
    sizes = np.maximum(np.abs(B).max(axis=1), np.finfo(float).tiny)
    return B / sizes[:, None], sizes


def _heading(look: Look, loads: np.ndarray, before: np.ndarray) -> np.ndarray:
    """The direction in which displacements and the share of loads go on together; none if what is
    left of the loads pulls where nothing holds."""
    B = _system(look, loads)[0]
    heading = _eliminated(np.vstack([B, before]), np.eye(len(before))[-1])
    if heading is None:
        _, values, V = np.linalg.svd(B)
        free = V[int(np.sum(values > RANK * values.max(initial=0.0))) :]
        heading = free.T @ (free @ before)
    size = float(np.linalg.norm(heading))
    return heading / size if size > LOST else np.zeros(len(heading))


def _eliminated(S: np.ndarray, y: np.ndarray) -> np.ndarray | None:
    """The solution by elimination, which keeps soft parts beside stiff ones; none if the matrix is
    singular, where something moves without effort."""
    try:
        x = np.linalg.solve(S, y)
    except np.linalg.LinAlgError:
        return None
    return x if np.abs(x).max() <= WILD * np.abs(y).max() else None


def _stepped(
    task: Task,
    here: Look,
    loads: np.ndarray,
    share: float,
    step: float,
    heading: np.ndarray,
    last: bool,
) -> tuple[Look, float] | None:
    """The point of the path one step ahead, if corrections lead to it.  They are square to the
    heading; with all loads applied they go to the last digit and leave the share alone."""
    across = np.append(np.zeros(len(loads)), 1.0) if last else heading
    before, way = np.inf, step * float(np.abs(heading[:-1]).max())
    aside, fine = np.zeros(len(heading)), False
    try:
        look = Look(task, _moved(task.system, here.state, here.T @ (step * heading[:-1])))
        for _ in range(FINE if last else COARSE):
            change = _correction(look, loads, share, across, fine)
            size = float(np.abs(change[:-1]).max())
            aside += change
            if not np.linalg.norm(aside) <= ASIDE * abs(step) + 10 * CLOSE:
                return None
            look = Look(task, _moved(task.system, look.state, look.T @ change[:-1]))
            share, way = share + change[-1], max(way, size)
            if not last and size <= CLOSE:
                return look, share
            if size <= max(ENOUGH * way, NONE) or before / 2 <= size <= CONVERGED * way:
                return look, share
            before, fine = size, last and size <= CLOSE
    except TreetopError:  # motion is not defined there
        return None
    return None


def _correction(
    look: Look, loads: np.ndarray, share: float, across: np.ndarray, fine: bool
) -> np.ndarray:
    """What brings a point back to the path; at its very end, fine, rates say more than forces."""
    B, sizes = _system(look, loads)
    left = (look.forces - (1.0 - share) * loads) / sizes
    if fine:
        K = np.column_stack([look.by_rates, np.zeros(len(loads))])
        sizes = np.maximum(np.abs(K).max(axis=1), np.finfo(float).tiny)
        B, left = K / sizes[:, None], look.rates / sizes
    S, left = np.vstack([B, across]), np.append(left, 0.0)
    change = _eliminated(S, -left)
    return -np.linalg.lstsq(S, left, rcond=RANK)[0] if change is None else change


def _not_found(task: Task, look: Look, loads: np.ndarray, share: float) -> str:
    """What is not in equilibrium, in words."""
    B, _ = _system(look, loads)
    K, pull = B[:, :-1], B[:, -1]
    left = np.abs(pull - K @ np.linalg.lstsq(K, pull, rcond=RANK)[0])
    k = int(np.argmax(left))
    label = task.system.speed_labels[task.independent[k]]
    if left[k] > LOST:
        return f"there is no equilibrium: nothing holds against what acts along '{label}'"
    k = int(np.argmax(np.abs(look.forces)))
    label = task.system.speed_labels[task.independent[k]]
    what = f"no equilibrium is found: {share:.0%} of the loads can be carried"
    return f"{what}, and '{label}' then changes"

"""Which constraints contradict each other, or come to a position that locks, by name.

Constraints J depend on each other where multipliers λ exert nothing, ``Jᵀ λ = 0``; if what is left
of their errors does not vanish along such a λ, no motion meets them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from treetop.errors import Problem
from treetop.system.constraint_analysis import (
    RANK,
    constraint_owners,
    not_finite,
)
from treetop.system.initial_assembly import allowed, measured
from treetop.system.state import State

if TYPE_CHECKING:
    from treetop.system.evaluation import Evaluation
    from treetop.system.system import System

CLEAR = 1e-9  # rad, or part of the mechanism's arm, above which constraints are not met
NEARLY = 1e-4  # part of the largest singular value below which constraints nearly depend
LOCKING = 1e-2  # part of its value at the start that the least singular value comes down to
SOON = 1e-6  # s, and part of the time, within which a run must go on
PART = 0.05  # of the largest in a combination of constraints, below which one has no part in it


class Contradiction(NamedTuple):
    names: str  # of the constraints
    left: str  # by how much they are not met


def contradiction(now: Evaluation) -> Contradiction | None:
    """What cannot be met at a state that ``System.settled`` gives."""
    system, rows = now.system, now.rows
    first = int(system.whole.constraints.joint_at[-1])
    J, size, slide = measured(now)
    J, owners = J / size[:, None], constraint_owners(system)[first:]
    limits = allowed(now, slide, CLEAR)
    missed = rows.error[first:], rows.rate[first:]
    reported = "m or rad are left open", "m/s or rad/s are left between their rates"
    for errors, limit, left in zip(missed, limits, reported, strict=True):
        most, errors = np.abs(errors).max(initial=0.0), errors / size
        if (np.abs(errors) > limit).any():
            U, s, _ = np.linalg.svd(J)
            idle = U[:, np.sum(s > NEARLY * s.max(initial=0.0)) :]
            against = idle @ (idle.T @ errors)
            clear = np.linalg.norm(against) > PART * np.linalg.norm(errors)
            names = _taking_part(owners, against if clear else errors)
            return Contradiction(names, f"{most:.2g} {left}")
    return None


def start_contradicted(near: Evaluation) -> Problem | None:
    """What is wrong with a start if even the nearest state does not meet the constraints."""
    found = contradiction(near)
    if not found:
        return None
    several = " and " in found.names
    constraints = f"constraints {found.names}" if several else f"constraint {found.names}"
    what = f"no state near the start meets the {constraints}: {found.left}"
    hint = "start nearer to a state that does, or let system.assembled(state) look for one"
    return Problem(what, "start", f"leave one of them out, or {hint}" if several else hint)


def unmet(system: System, ahead: Iterable[State]) -> str:
    """The constraints that cannot be met in the first of some states for which that is so."""
    found = (contradiction(system.at(system.settled(state))) for state in ahead)
    names = next((each.names for each in found if each), "")
    return f"no state ahead meets the constraints {names}" if names else ""


def locked(system: System, start: State, ahead: Iterable[State]) -> str:
    """The constraints that have come to a singular position between the start and the first of the
    states ahead, or the one that is not defined in some of these, as a sentence."""
    states = list(ahead)
    return _ended(system, states) or _locked(system, start, states[0])


def _ended(system: System, ahead: list[State]) -> str:
    now = ahead[0].time
    for state in ahead:
        if state.time > now + SOON * max(1.0, abs(now)):
            break  # what comes later did not stop the run
        owner = not_finite(system.at(state))
        if owner:
            return f"the equations of '{owner}' are not finite at {state.time:.6g} s"
    return ""


def _locked(system: System, start: State, end: State) -> str:
    J, _ = _unit_rows(system.at(start))
    before = np.linalg.svd(J, compute_uv=False)
    rank = int(np.sum(before > RANK * before.max(initial=0.0)))
    if rank == 0:
        return ""
    J, owners = _unit_rows(system.at(end))
    U, s, _ = np.linalg.svd(J)
    if s[rank - 1] > LOCKING * before[rank - 1]:
        return ""
    names = _taking_part(owners, U[:, rank - 1])
    return f"{names} come to a singular position, beyond which they cannot be met, or in more ways"


def _unit_rows(now: Evaluation) -> tuple[np.ndarray, np.ndarray]:
    """Constraints beyond the tree's, as a matrix for the speeds, each of unit size and each speed
    in a unit of its own; and their names."""
    J, size, _ = measured(now)
    return J / size[:, None], constraint_owners(now.system)[-len(J) :]


def _taking_part(owners: np.ndarray, parts: np.ndarray) -> str:
    """The names of those with a part worth mentioning."""
    sizes = np.abs(parts)
    reported = dict.fromkeys(owners[sizes > PART * sizes.max(initial=0.0)])
    names = [f"'{name}'" for name in reported]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

"""What cases of beams and cables share: places of frames, how they come to rest, and limits of many
elements.

What n elements leave is of second order in their length.  Extrapolated after Richardson from n and
2n, and from 2n and 4n, third order is left at most, so that the second of these is off by a seventh
of their difference.  A sixth is what a limit may differ from its reference, beside the digits that
this is given with.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

import treetop as tt
from treetop.results.distance import position_of
from treetop.topology.mechanism import mechanism_of
from treetop.validation.case import Check

SETTLING = 100  # steps of each length in which a beam comes to rest


class Limit(NamedTuple):
    """What n, 2n and 4n elements tend to."""

    value: np.ndarray  # extrapolated from 2n and 4n after Richardson
    order: float  # of convergence, of all numbers together
    error: float  # the greatest that 4n elements leave
    left: float  # the greatest that is left in the value


def limit(of: Callable[[int], Any], n: int) -> Limit:
    """The limit of something that is computed with a number of elements."""
    first, second, third = (np.atleast_1d(np.asarray(of(n * k), float)) for k in (1, 2, 4))
    change, last = second - first, third - second
    before, value = second + change / 3.0, third + last / 3.0
    order = float(np.log2(np.linalg.norm(change) / np.linalg.norm(last)))
    left = float(np.abs(value - before).max() / 6.0)
    return Limit(value, order, float(np.abs(third - value).max()), left)


def limit_checks(
    what: str,
    found: Limit,
    reference: Any,
    within: float,
    unit: str = "",
    digits: float = 0.0,
    ordered: bool = True,
    names: Sequence[Any] = (),
) -> list[Check]:
    """Whether the limit is the reference, of these digits, as far as can be told; whether that is
    within what is asked; and, if `ordered`, whether it is reached with the second order."""
    names = names or (["x", "y", "z"] if len(reference) < 4 else range(1, 1 + len(reference)))
    checks = [
        Check(f"{what} {name}", float(value), float(wanted), found.left + digits, unit)
        for name, value, wanted in zip(names, found.value, reference, strict=False)
    ]
    checks.append(Check(f"{what}: error estimated", found.left, 0.0, within, unit))
    if ordered:
        checks.append(Check(f"{what}: order of convergence", found.order, 2.0, 0.1))
    return checks


def cantilever(line: Any, **more: Any) -> tt.Model:
    """A beam "boom" clamped to the ground, along x."""
    m = tt.Model("cantilever", **more)
    m.add_joint("clamp", tt.Fixed(), m.ground, m.add_beam("boom", line))
    return m


def settled(m: tt.Model, steps: Sequence[float], **start: Any) -> tt.Run:
    """The run of a model that comes to rest: steps of several lengths, in the end far longer than
    its vibration, leave none, and each costs time of order n in the number of elements."""
    system = m.build()
    state = system.state(**start)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tt.AuditWarning)  # what steps take is not on the balance
        for step in steps:
            method, end = tt.GeneralizedAlpha(step=step, rho_inf=0.0), SETTLING * step
            run = tt.simulate(system, state, end, every=end, method=method)
            state = run.end
    return run


def resting_place(run: tt.Run, reference: str) -> np.ndarray:
    """Where a frame is in the end, m."""
    return np.asarray(places(run, reference)[-1])


def places(run: tt.Run, reference: str) -> np.ndarray:
    """Where a frame is along a run, m."""
    found = position_of(mechanism_of(run.model), run.data, reference)
    return np.asarray(found + run.data.origin.values)

"""What cases of beams and cables share: places of frames, and limits of many elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import treetop as tt
from treetop.analysis import equilibrium
from treetop.results.distance import position_of, turned
from treetop.topology.mechanism import mechanism_of
from treetop.validation.case import Check


class Limit(NamedTuple):
    """What n, 2n and 4n elements tend to."""

    value: np.ndarray  # extrapolated from 2n and 4n after Richardson
    order: float  # of convergence, of all numbers together
    error: float  # the greatest that 4n elements leave


def limit(of: Callable[[int], Any], n: int) -> Limit:
    """The limit of something that is computed with a number of elements."""
    first, second, third = (np.atleast_1d(np.asarray(of(n * k), float)) for k in (1, 2, 4))
    change, last = np.linalg.norm(second - first), np.linalg.norm(third - second)
    value = third + (third - second) / 3.0
    return Limit(value, float(np.log2(change / last)), float(np.abs(third - value).max()))


def limit_checks(
    what: str, found: Limit, reference: tuple[float, ...], tolerance: float, unit: str = ""
) -> list[Check]:
    """Whether the limit is the reference, and is reached with the second order."""
    names = ["x", "y", "z"] if len(reference) < 4 else range(1, 1 + len(reference))
    checks = [
        Check(f"{what} {name}", float(value), wanted, tolerance, unit)
        for name, value, wanted in zip(names, found.value, reference, strict=False)
    ]
    return [*checks, Check(f"{what}: order of convergence", found.order, 2.0, 0.1)]


def cantilever(line: Any, **more: Any) -> tt.Model:
    """A beam "boom" clamped to the ground, along x."""
    m = tt.Model("cantilever", **more)
    m.add_joint("clamp", tt.Fixed(), m.ground, m.add_beam("boom", line))
    return m


def at_rest(m: tt.Model) -> tuple[Any, Any]:
    """A model in the equilibrium of its beams: the system and its state."""
    system = m.build()
    return system, equilibrium(system, system.state())


def place(system: Any, state: Any, reference: str) -> np.ndarray:
    """Where a frame is in a state, m."""
    frame = system.mechanism.frame(reference)
    body = system.evaluate(state).body[frame.body]
    return np.asarray(body.position) + turned(np.asarray(body.attitude), frame.at)


def places(run: tt.Run, reference: str) -> np.ndarray:
    """Where a frame is along a run, m."""
    found = position_of(mechanism_of(run.model), run.data, reference)
    return np.asarray(found + run.data.origin.values)

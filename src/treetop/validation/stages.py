"""What runs with stages are compared by, whichever formulation they are made by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import treetop as tt
from treetop.validation.case import Check

OTHERS = ("newton-euler", "udwadia")
SETTINGS: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13}


def agreements(run: tt.Run, again: Callable[[str], tt.Run]) -> Iterator[Check]:
    """Agreement of other formulations: times of events, positions of bodies."""
    for formulation in OTHERS:
        other = again(formulation)
        times = [np.array([event.time for event in each.events]) for each in (run, other)]
        late = float(np.abs(times[0] - times[1]).max())
        yield Check(f"{formulation}: times of events", late, 0.0, 1e-8, "s")
        apart = float(np.abs(run.data.position.values - other.data.position.values).max())
        yield Check(f"{formulation}: positions", apart, 0.0, 1e-7, "m")


def momenta(run: tt.Run) -> Iterator[Check]:
    """Momenta of a run without external forces: both conserved, in parts of what bodies have."""
    audit = run.audit()
    for what in ("linear momentum", "angular momentum"):
        yield Check(f"change of {what}", audit[what].relative, 0.0, 1e-12)

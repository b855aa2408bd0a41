"""How far bodies have gone into each other, or past their stops, at the samples of a run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import xarray as xr

from treetop.model import RigidContact, RigidStop
from treetop.results.clearance import clearances
from treetop.results.columns import Columns
from treetop.results.histories import history
from treetop.topology.coordinates import speed_of
from treetop.topology.mechanism import Mechanism

# Of how far bodies travel, the least range of a gap: where shapes hardly move apart, others may
# move them while what happens within a ten-billionth of a step counts as one.
PART = 1e-4


class Penetration(NamedTuple):
    """Penetration of a rigid contact or stop: how deep along time, over what range it moved, and
    how large the numbers are of which that is the difference."""

    name: str
    depth: np.ndarray
    range: float
    size: float
    unit: str


def penetrations(model: Mechanism, data: xr.Dataset | Columns) -> Iterator[Penetration]:
    """The penetrations of rigid contacts and stops that act from beginning to end."""
    switched = {name for event in model.events.values() for name in (*event.on, *event.off)}
    switched |= {name for stage in model.stages.values() for name in (*stage.on, *stage.off)}
    places = history(data, "position_from_origin")
    far, travel = (
        float(np.abs(places).max(initial=0.0)),
        float(np.ptp(places, axis=0).max(initial=0)),
    )
    for name, force in model.forces.items():
        if name in switched or getattr(force, "joint", None) in _opened(model):
            continue
        if isinstance(force, RigidContact):
            gap = clearances(model, data, force.a, force.b)
            moved = max(float(np.ptp(gap)), PART * travel)
            yield Penetration(name, np.maximum(-gap, 0.0), moved, far, "m")
        elif isinstance(force, RigidStop):
            yield _beyond_stop(model, data, name, force)


def _beyond_stop(
    model: Mechanism, data: xr.Dataset | Columns, name: str, stop: RigidStop
) -> Penetration:
    kind = model.joints[stop.joint].kind
    along = kind.coordinates[speed_of(kind, stop.coordinate)]
    q = data.coordinates.sel(coordinate=f"{stop.joint}.{along.name}").values
    lower = -np.inf if stop.lower is None else float(stop.lower)
    upper = np.inf if stop.upper is None else float(stop.upper)
    depth = np.maximum(np.maximum(lower - q, q - upper), 0.0)
    size = float(np.abs(q).max(initial=0.0))
    return Penetration(name, depth, float(np.ptp(q)), size, along.unit)


def _opened(model: Mechanism) -> set[str]:
    """Joints that a stage releases or engages."""
    stages = model.stages.values()
    return {name.partition(".")[0] for stage in stages for name in (*stage.release, *stage.engage)}

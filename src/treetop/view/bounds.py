"""Start, end and bounds of coordinates, of springs' stretches and of lines' lengths."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from treetop.model import SpringDamper
from treetop.topology.lines import deployers

if TYPE_CHECKING:
    import xarray as xr

    from treetop.results import Run


class Bounds(NamedTuple):
    """Bounds of a history, in its unit."""

    unit: str
    start: float
    end: float
    least: float
    greatest: float


def bounds(run: Run, most: int) -> dict[str, Bounds]:
    """Bounds of the coordinates, if there are at most so many, of the springs' stretches and of the
    lengths of lines; rods of a line have no coordinates among the quantities of a run."""
    known = set(run.quantities)
    labels = [label for label in map(str, run.data.coordinate.values) if label in known]
    found = {label: _bounds(run[label]) for label in (labels if len(labels) <= most else ())}
    for name in () if run.symbolic else deployers(run.model):
        found[f"{name}.length"] = _bounds(run[f"{name}.length"])
    for name, force in ({} if run.symbolic else run.model.forces).items():
        if isinstance(force, SpringDamper):
            stretch = run.distance(force.a, force.b) - force.length
            found[f"{name} stretch"] = _bounds(stretch.assign_attrs(units="m"))
    return found


def _bounds(history: xr.DataArray) -> Bounds:
    values = history.values
    numbers = (values[0], values[-1], values.min(), values.max())
    return Bounds(history.attrs.get("units", ""), *map(float, numbers))

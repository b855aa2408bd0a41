"""Start, end and bounds of coordinates, and of springs' stretches."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from treetop.model import SpringDamper

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
    """Bounds of the coordinates, if there are at most so many, and of the springs' stretches."""
    labels = run.data.coordinate.values if run.data.sizes["coordinate"] <= most else ()
    found = {str(label): _bounds(run[str(label)]) for label in labels}
    for name, force in ({} if run.symbolic else run.model.forces).items():
        if isinstance(force, SpringDamper):
            stretch = run.distance(force.a, force.b) - force.length
            found[f"{name} stretch"] = _bounds(stretch.assign_attrs(units="m"))
    return found


def _bounds(history: xr.DataArray) -> Bounds:
    values = history.values
    numbers = (values[0], values[-1], values.min(), values.max())
    return Bounds(history.attrs.get("units", ""), *map(float, numbers))

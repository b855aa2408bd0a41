"""Gaps between shapes, from what a result holds."""

from __future__ import annotations

from typing import Any

import numpy as np
import xarray as xr

from treetop.core.kinematics.clearance import WIDTH, seen_near
from treetop.errors import ModelError, Problem
from treetop.model import Plane, Shape
from treetop.model.forces.contact import pair_problems
from treetop.model.quantity import Invalid
from treetop.model.shapes import shape
from treetop.results.columns import Columns
from treetop.results.distance import along_time, position_of, turned
from treetop.topology.mechanism import Mechanism


def clearance(model: Mechanism, data: xr.Dataset | Columns, a: Any, b: Any) -> xr.DataArray:
    """The gap between two shapes over time, m."""
    return along_time(clearances(model, data, a, b), data, "clearance")


def clearances(model: Mechanism, data: xr.Dataset | Columns, a: Any, b: Any) -> np.ndarray:
    """That gap without what labels it."""
    first, second = _shape(a, "a"), _shape(b, "b")
    problems = list(pair_problems(model, first, second, "clearance"))
    if problems:
        raise ModelError(problems)
    if isinstance(second, Plane):
        first, second = second, first
    out = np.zeros((data.sizes["time"], WIDTH))
    radii = [float(getattr(each, "radius", 0.0)) for each in (first, second)]
    plane = int(isinstance(first, Plane))
    seen_near(plane, _six(model, data, first), _six(model, data, second), *radii, out)
    return out[:, 0]


def _shape(value: Any, where: str) -> Shape:
    try:
        return shape(value)
    except Invalid as error:
        raise ModelError([Problem(error.what, where, error.hint)]) from None


def _six(model: Mechanism, data: xr.Dataset | Columns, shape: Shape) -> np.ndarray:
    """The ends of a line, or a point and the normal, in rows."""
    places = [position_of(model, data, getattr(shape, field)) for field in shape.frames]
    if not isinstance(shape, Plane):
        return np.hstack([places[0], places[-1]])
    frame = model.frame(shape.at)
    n = turned(np.array(frame.attitude), shape.normal)
    if frame.body in model.bodies:
        n = turned(data.sel(body=frame.body).attitude.values, n)
    return np.hstack([places[0], np.broadcast_to(n, places[0].shape)])

"""Gaps between shapes, from what a result holds."""

from __future__ import annotations

from typing import Any

import numpy as np
import xarray as xr

from treetop.assembly.contacts import in_order
from treetop.core.kinematics.clearance import WIDTH, seen_near
from treetop.errors import ModelError, Problem
from treetop.model import Shape
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
    pair = in_order(first, second)
    out = np.zeros((data.sizes["time"], WIDTH))
    sorts = np.array([each.sort for each in pair], dtype=np.int64)
    radii = np.array([each.around for each in pair])
    seen_near(sorts, *(_six(model, data, each) for each in pair), radii, out)
    return out[:, 0]


def _shape(value: Any, where: str) -> Shape:
    try:
        return shape(value)
    except Invalid as error:
        raise ModelError([Problem(error.what, where, error.hint)]) from None


def _six(model: Mechanism, data: xr.Dataset | Columns, shape: Shape) -> np.ndarray:
    """The ends of a line, or a point and a direction, in rows."""
    places = [position_of(model, data, getattr(shape, field)) for field in shape.frames]
    if shape.direction is None:
        return np.hstack([places[0], places[-1]])
    frame = model.frame(getattr(shape, shape.frames[0]))
    n = turned(np.array(frame.attitude), shape.direction)
    if frame.body in model.bodies:
        n = turned(data.sel(body=frame.body).attitude.values, n)
    return np.hstack([places[0], np.broadcast_to(n, places[0].shape)])

"""Distances between frames, from what a result holds."""

from __future__ import annotations

from typing import Any

import numpy as np
import xarray as xr

from treetop.model.body import GROUND
from treetop.results.columns import Columns
from treetop.results.histories import history, names_along
from treetop.topology.mechanism import Mechanism


def distance(model: Mechanism, data: xr.Dataset | Columns, a: Any, b: Any) -> xr.DataArray:
    """The distance between the origins of two frames over time, m."""
    return along_time(distances(model, data, a, b), data, "distance")


def distances(model: Mechanism, data: xr.Dataset | Columns, a: Any, b: Any) -> np.ndarray:
    """That distance without what labels it."""
    gap = position_of(model, data, b) - position_of(model, data, a)
    return np.linalg.norm(gap, axis=-1)


def along_time(values: np.ndarray, data: xr.Dataset | Columns, name: str) -> xr.DataArray:
    """Lengths along time, m."""
    times = xr.Variable("time", history(data, "time"), {"units": "s"})
    return xr.DataArray(values, {"time": times}, attrs={"units": "m"}, name=name)


def position_of(model: Mechanism, data: xr.Dataset | Columns, reference: Any) -> np.ndarray:
    """Position of a frame's origin from the moving origin, which keeps the digits of near ones."""
    frame = model.frame(getattr(reference, "reference", reference))
    if frame.body == GROUND:
        return np.asarray(frame.at) - history(data, "origin")
    k = names_along(data, "body").index(frame.body)
    place, attitude = (history(data, each)[:, k] for each in ("position_from_origin", "attitude"))
    return place + turned(attitude, frame.at)


def turned(attitude: np.ndarray, vector: Any) -> np.ndarray:
    """A body-fixed vector in inertial axes: v + 2 e × (e × v + w v), for quaternions (w, e)."""
    w, e = attitude[..., :1], attitude[..., 1:]
    v = np.asarray(vector, dtype=float)
    return v + 2 * np.cross(e, np.cross(e, v) + w * v)

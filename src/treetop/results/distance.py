"""Distances between frames, from what a result holds."""

from __future__ import annotations

from typing import Any

import numpy as np
import xarray as xr

from treetop.model.body import GROUND
from treetop.topology.mechanism import Mechanism


def distance(model: Mechanism, data: xr.Dataset, a: Any, b: Any) -> xr.DataArray:
    """The distance between the origins of two frames over time, m."""
    gap = position_of(model, data, b) - position_of(model, data, a)
    return xr.DataArray(
        np.linalg.norm(gap, axis=-1), {"time": data.time}, attrs={"units": "m"}, name="distance"
    )


def position_of(model: Mechanism, data: xr.Dataset, reference: Any) -> np.ndarray:
    """Position of a frame's origin from the moving origin, which keeps the digits of near ones."""
    frame = model.frame(getattr(reference, "reference", reference))
    if frame.body == GROUND:
        return np.asarray(frame.at) - data.origin.values
    of_body = data.sel(body=frame.body)
    return of_body.position_from_origin.values + turned(of_body.attitude.values, frame.at)


def turned(attitude: np.ndarray, vector: Any) -> np.ndarray:
    """A body-fixed vector in inertial axes: v + 2 e × (e × v + w v), for quaternions (w, e)."""
    w, e = attitude[..., :1], attitude[..., 1:]
    v = np.asarray(vector, dtype=float)
    return v + 2 * np.cross(e, np.cross(e, v) + w * v)

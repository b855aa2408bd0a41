"""Loads and stresses within flexible bodies, from their modal coordinates along a run."""

from __future__ import annotations

from typing import Any

import numpy as np
import xarray as xr

from treetop.errors import TreetopError
from treetop.model.flexible_body import FlexibleBody
from treetop.model.specification import unknown
from treetop.topology.mechanism import Mechanism


def recovered(data: xr.Dataset, mechanism: Mechanism, name: str, what: str) -> xr.DataArray:
    """What a structure recovers from the displacements of a flexible body along a run."""
    body: Any = mechanism.model.bodies.get(name)
    if not isinstance(body, FlexibleBody) or not hasattr(body.modes, "structure"):
        known = "it is no flexible body whose structure is known"
        raise TreetopError(f"nothing can be recovered of '{name}': {known}")
    recoveries = body.modes.structure.recoveries
    if what not in recoveries:
        problem = unknown("recovery", what, recoveries, name)
        raise TreetopError(f"{problem.what} ({problem.hint})")
    joint = mechanism.modal_joint(name).name
    labels = [f"{joint}.mode{k}" for k in range(1, 1 + len(body.modes))]
    q = data.coordinates.sel(coordinate=labels).values
    recovery = recoveries[what]
    values = np.asarray(recovery.matrix @ (body.modes.shapes @ q.T))
    shape = [len(names) for names in recovery.labels]
    dims = ["time", *(f"{what}_{k}" for k in range(len(shape)))]
    coords = {"time": data.time} | dict(zip(dims[1:], map(list, recovery.labels), strict=True))
    array = np.moveaxis(values.reshape(*shape, len(q)), -1, 0)
    return xr.DataArray(array, coords, dims, name=what, attrs={"units": recovery.unit})
